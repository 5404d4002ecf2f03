import { expect, test } from "vitest";
import { startTrajectory, withChunks, withModelTurn, withObservation, withoutResults } from ".";

const call = (callId: string) => ({ callId, tool: "build", args: {}, rawArgs: "{}" });
const opened = withModelTurn(startTrajectory({ query: "go", constraints: { tools: ["build"] } }), {
  ...{ text: "", toolCalls: [call("a"), call("b")], finishReason: "tool_calls" as const, usage: {} },
  ...{ argumentProblems: [], startedAtMs: 0, latencyMs: 0 },
});
const told = (callId: string, text: string, stream = "output") => ({ callId, stream, text });
const result = (callId: string) => ({ callId, tool: "build", ok: true as const, output: "built" });
const chunksOf = ({ steps }: typeof opened) => steps.at(-1)?.chunks;

test("a step keeps what its calls told while they ran, by call and stream, also when it waits or fails", () => {
  const half = withChunks(opened, [told("a", "10 %"), told("a", "odd", "errors")]);
  expect(chunksOf(half)).toEqual([told("a", "10 %"), told("a", "odd", "errors")]);
  const whole = withChunks(withObservation(half, [result("a")]), [told("b", "20 %")]);
  expect(chunksOf(whole)).toEqual([told("a", "10 %"), told("a", "odd", "errors"), told("b", "20 %")]);
  expect(chunksOf(withObservation(whole, [result("b")]))).toHaveLength(3);
  expect(chunksOf(withoutResults(whole))).toHaveLength(3);
});

test("a call that runs again tells it again", () => {
  const before = withChunks(opened, [told("a", "half"), told("b", "all")]);
  expect(chunksOf(withChunks(before, [told("a", "whole")]))).toEqual([told("b", "all"), told("a", "whole")]);
});

test("nothing told changes nothing, nor does what comes after the step's end", () => {
  expect(withChunks(opened, [])).toBe(opened);
  const closed = withObservation(opened, [result("a"), result("b")]);
  expect(withChunks(closed, [told("a", "late")])).toBe(closed);
  const empty = startTrajectory({ query: "go", constraints: { tools: [] } });
  expect(withChunks(empty, [told("a", "nothing there")])).toBe(empty);
});
