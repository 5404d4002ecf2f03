import { describe, expect, it } from "vitest";
import { type RecordedReason, type ReplayFailure, recordedReason, replayFailure } from "../../replay/report";
import { REPLAY_STATUSES, type ReplayStatus } from "../../replay/words";
import { describeTurnFailure, describeUnscored } from "./model-replays";
import { describeRecordedReason, describeReplayFailure, describeReplayStatus } from "./replays";

const FAILURES: [ReplayFailure, RegExp][] = [
  [{ code: "empty_trajectory" }, /no steps/],
  [{ code: "unknown_tool", step: 2, tool: "look" }, /Step 2 calls "look": there is no such tool/],
  [
    { code: "invalid_arguments", step: 2, tool: "look", path: "", message: "must be object" },
    /\(\$: must be object\)/,
  ],
  [
    { code: "invalid_arguments", step: 2, tool: "look", path: "a.b", message: "missing" },
    /\(a\.b: missing\)/,
  ],
  [{ code: "unreadable", problem: "steps: bad" }, /cannot be read: steps: bad/],
  [{ code: "too_many_calls", calls: 501, limit: 500 }, /501 calls .* 500 at most/],
  [{ code: "tool_failed", step: 3, tool: "look", message: "down" }, /Step 3: "look" failed.* down$/],
  [{ code: "unknown_outcome", step: 3 }, /step 3 .* Check whether it did/],
  [{ code: "time_limit", limitMs: 600_000 }, /10 minutes/],
  [{ code: "unsupported", kind: "model" }, /"model"/],
  [{ code: "fault" }, /internal error/],
];
const policy = { code: "on_deny_list" as const, tool: "look" };
const REASONS: [RecordedReason, RegExp][] = [
  [{ code: "refused" }, /refused/],
  [{ code: "unfinished" }, /No result/],
  [{ code: "writes" }, /changes something outside/],
  [{ code: "denied", policy }, /denies it now\. "look" is on the deny-list\./],
  [{ code: "asks", policy }, /requires approval before it/],
  [{ code: "tool_changed" }, /changed tool/],
  [{ code: "asks_people" }, /asks a person/],
  [{ code: "needs_attachments" }, /files of the run/],
  [{ code: "needs_artifact" }, /artifact/],
  [{ code: "needs_whole_outputs" }, /preview/],
  [{ code: "skipped" }, /set failed/],
];

describe("replays in words", () => {
  it.each(FAILURES)("say of %j what happened", (failure, words) => {
    expect(replayFailure.parse(failure)).toEqual(failure);
    expect(describeReplayFailure(failure)).toMatch(words);
  });

  it.each(REASONS)("say why the recording is used: %j", (reason, words) => {
    expect(recordedReason.parse(reason)).toEqual(reason);
    expect(describeRecordedReason(reason)).toMatch(words);
  });

  const report = (change: object = {}) => ({
    verified: true,
    comparedCalls: 1,
    recordedCalls: 2,
    mismatches: [],
    truncated: false,
    ...change,
  });
  const one = { step: 1, callId: "c", tool: "look", path: "a" };

  it.each<[ReplayStatus, string, object?]>([
    ["queued", "Waiting for a worker."],
    ["matched", "Matched: 1 call compared, no differences."],
    ["mismatched", "Mismatched: 1 difference in 1 compared call.", { mismatches: [one] }],
    [
      "stopped",
      "Stopped at the first mismatch: more than 2 differences.",
      { mismatches: [one, one], truncated: true },
    ],
    ["completed", "Completed; nothing was compared: 2 calls used the recording."],
    ["completed", "Completed; nothing was compared, as the settings asked.", { verified: false }],
    ["failed", "Failed."],
    ["failed", "Failed, with 1 difference.", { mismatches: [one] }],
  ])("say of one that is %s: %s", (status, words, change) => {
    expect(describeReplayStatus(status, report(change))).toBe(words);
  });

  it("say how every replay stands, before there is a report too", () => {
    for (const status of REPLAY_STATUSES) expect(describeReplayStatus(status)).toMatch(/\.$/);
  });
});

describe("what came of a turn, in words", () => {
  it("says why there is no answer, and how often it was asked for", () => {
    expect(describeTurnFailure({})).toBeUndefined();
    expect(describeTurnFailure({ failure: "auth" })).toBe("The provider rejected the API key.");
    expect(describeTurnFailure({ failure: "timeout", tries: 3 })).toBe(
      "The provider timed out. Tried 3 times.",
    );
  });

  it("says why an answer has no score", () => {
    expect(describeUnscored({})).toBeUndefined();
    for (const failure of ["unreadable", "no_room", "aborted", "quota"] as const)
      expect(describeUnscored({ failure })).toMatch(/^[A-Z].*\.$/);
  });
});
