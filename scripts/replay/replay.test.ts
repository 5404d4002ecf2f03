import { describe, expect, it } from "vitest";
import { exitCodeOf, readReplayArguments } from "./run";

describe("a replay on the command line", () => {
  it("is a file and settings, which go over those of the file where they are given", () => {
    expect(readReplayArguments(["a.json"])).toEqual({
      ok: true,
      value: { file: "a.json", json: false, settings: {} },
    });
    const all = ["a.json", "--json", "--ignore", "a.*", "--ignore", "b", "--stop-on-mismatch", "--no-verify"];
    expect(readReplayArguments([...all, "--write", "ship"])).toMatchObject({
      value: {
        json: true,
        settings: { ignore: ["a.*", "b"], stopOnMismatch: true, verify: false, writingTools: ["ship"] },
      },
    });
    for (const argv of [[], ["a", "b"], ["a", "--what"]])
      expect(readReplayArguments(argv)).toMatchObject({
        ok: false,
        message: expect.stringContaining("Usage"),
      });
  });

  const report = (verified: boolean) => ({
    status: "completed",
    originalSteps: 1,
    replayedSteps: 1,
    verified,
    mismatches: [],
    liveCalls: 0,
    comparedCalls: 0,
    recordedCalls: 1,
    truncated: false,
  });
  it.each([
    ["matched", null, null, 0],
    ["completed", null, report(false), 0],
    ["completed", null, report(true), 2],
    ["mismatched", null, null, 1],
    ["stopped", null, null, 1],
    ["failed", { code: "unknown_tool", step: 1, tool: "x" }, null, 2],
    ["failed", { code: "empty_trajectory" }, null, 2],
    ["failed", { code: "tool_failed", step: 1, tool: "x", message: "m" }, null, 3],
    ["failed", { code: "time_limit", limitMs: 1 }, null, 3],
    ["cancelled", null, null, 3],
  ] as const)("exits after %s %j by its code", (status, failure, given, code) => {
    expect(exitCodeOf({ status, failure, report: given && { ...given, mismatches: [] } })).toBe(code);
  });
});
