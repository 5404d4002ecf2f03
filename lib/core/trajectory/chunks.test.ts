import { expect, test } from "vitest";
import { startTrajectory, withChunks, withModelTurn, withObservation, withoutResults } from ".";

const call = (callId: string) => ({ callId, tool: "build", args: {}, rawArgs: "{}" });
const opened = withModelTurn(startTrajectory({ query: "go", constraints: { tools: ["build"] } }), {
  ...{ text: "", toolCalls: [call("a"), call("b")], finishReason: "tool_calls" as const, usage: {} },
  ...{ argumentProblems: [], startedAtMs: 0, latencyMs: 0 },
});
const reported = (callId: string, text: string, stream = "output") => ({ callId, stream, text });
const result = (callId: string) => ({ callId, tool: "build", ok: true as const, output: "built" });
const chunksOf = ({ steps }: typeof opened) => steps.at(-1)?.chunks;

test("a step keeps what its calls told while they ran, by call and stream, also when it waits or fails", () => {
  const half = withChunks(opened, [reported("a", "10 %"), reported("a", "odd", "errors")]);
  expect(chunksOf(half)).toEqual([reported("a", "10 %"), reported("a", "odd", "errors")]);
  const whole = withChunks(withObservation(half, [result("a")]), [reported("b", "20 %")]);
  expect(chunksOf(whole)).toEqual([
    reported("a", "10 %"),
    reported("a", "odd", "errors"),
    reported("b", "20 %"),
  ]);
  expect(chunksOf(withObservation(whole, [result("b")]))).toHaveLength(3);
  expect(chunksOf(withoutResults(whole))).toHaveLength(3);
});

test("a call that runs again tells it again", () => {
  const before = withChunks(opened, [reported("a", "half"), reported("b", "all")]);
  expect(chunksOf(withChunks(before, [reported("a", "whole")]))).toEqual([
    reported("b", "all"),
    reported("a", "whole"),
  ]);
});

test("nothing told changes nothing, nor does what comes after the step's end", () => {
  expect(withChunks(opened, [])).toBe(opened);
  const closed = withObservation(opened, [result("a"), result("b")]);
  expect(withChunks(closed, [reported("a", "late")])).toBe(closed);
  const empty = startTrajectory({ query: "go", constraints: { tools: [] } });
  expect(withChunks(empty, [reported("a", "nothing there")])).toBe(empty);
});
