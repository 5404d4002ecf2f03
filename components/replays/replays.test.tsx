import { describe, expect, it } from "vitest";
import type { ReplayDetail } from "@/lib/core/replay/view";
import { renderHtml } from "@/lib/testing/render";
import { addressOf, filterOf, viewOf } from "./address";
import { Differences } from "./differences";
import { NO_SETTINGS, pathProblem, settingsOf } from "./replay-fields";
import { ReplayedSteps } from "./replayed-steps";

describe("the address of the list", () => {
  it("says which replays are shown, and is read back", () => {
    expect(viewOf({ show: "differs", cursor: "c" })).toEqual({ group: "differs", cursor: "c" });
    expect(viewOf({ show: "other", cursor: ["a"] })).toEqual({ group: undefined, cursor: undefined });
    expect(addressOf({ group: "failed", cursor: "c" })).toBe("/replays?show=failed&cursor=c");
    expect(addressOf({})).toBe("/replays");
    expect(filterOf({ group: "open", cursor: undefined })).toEqual({ status: ["queued", "running"] });
    expect(filterOf({ group: undefined, cursor: "c" })).toEqual({ cursor: "c" });
  });
});

describe("the form of a replay", () => {
  it("takes paths one a line, and says which is none", () => {
    const typed = { ...NO_SETTINGS, ignore: " a.*\n\n b " };
    expect(settingsOf(typed)).toEqual({ verify: true, stopOnMismatch: false, ignore: ["a.*", "b"] });
    expect(pathProblem(typed)).toBeUndefined();
    expect(pathProblem({ ...NO_SETTINGS, ignore: "a\nb..c" })).toBe(
      "“b..c” is not a path. Separate keys with dots.",
    );
  });
});

const report = {
  ...{ status: "mismatched" as const, originalSteps: 1, replayedSteps: 1, verified: true },
  ...{ liveCalls: 1, comparedCalls: 1, recordedCalls: 0, truncated: false },
};

describe("what differs", () => {
  it("stands there with step, tool, path and both values", () => {
    const mismatches = [
      { step: 2, callId: "c", tool: "price", path: "eur", original: 4, replayed: 5 },
      { step: 3, callId: "d", tool: "stock", path: "$", original: { left: 1 } },
    ];
    const html = renderHtml(<Differences report={{ ...report, mismatches }} />);
    for (const text of ["2 places", "Step 2", "price", "eur", "whole result", "nothing there"])
      expect(html).toContain(text);
    expect(renderHtml(<Differences report={{ ...report, mismatches: [], truncated: false }} />)).toBe("");
  });
});

describe("the steps of a replay", () => {
  it("say of each call whether it was made again, and why not", () => {
    const step = (n: number, calls: object[], rest: object = {}) => {
      return { step: n, calls, compared: 0, mismatches: [], ...rest };
    };
    const different = [{ step: 1, callId: "a", tool: "t1", path: "$" }];
    const steps = [
      { begun: true },
      step(
        1,
        [
          { callId: "a", tool: "t1", live: true, ok: true },
          { callId: "b", tool: "t2", live: true, ok: true },
          { callId: "c", tool: "t3", live: false, why: { code: "writes" } },
        ],
        { mismatches: different },
      ),
      step(2, [{ callId: "d", tool: "t4", live: true, ok: false, output: { error: "e" } }]),
      step(3, []),
    ];
    const html = renderHtml(<ReplayedSteps replay={{ steps, totalSteps: 4 } as unknown as ReplayDetail} />);
    const words = [
      "3 of 4",
      "differs",
      "same",
      "recording",
      "changes something outside",
      "failed",
      "No calls",
    ];
    for (const word of words) expect(html).toContain(word);
    const none = { steps: [], totalSteps: 4 } as unknown as ReplayDetail;
    expect(renderHtml(<ReplayedSteps replay={none} />)).toBe("");
  });
});
