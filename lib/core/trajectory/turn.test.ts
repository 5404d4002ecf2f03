import { expect, test } from "vitest";
import {
  misfitProblem,
  startTrajectory,
  type TurnFacts,
  wasAskedForForm,
  withModelTurn,
  writtenCallProblem,
} from ".";

test("a written call is sent back with what may be called instead", () => {
  expect(writtenCallProblem("calculator", ["calculator"])).not.toContain("There is no tool");
  expect(writtenCallProblem("calculater", ["calculator"])).toContain('Did you mean "calculator"?');
  expect(writtenCallProblem("fly", [])).toContain('There is no tool "fly" here. No tools are allowed');
});

test("what the provider refuses of tools is said by the step from which on it holds", () => {
  const turn: TurnFacts = {
    text: "",
    toolCalls: [],
    finishReason: "stop",
    usage: {},
    startedAtMs: 0,
    latencyMs: 0,
    argumentProblems: [],
  };
  const simplified = [{ tool: "pay", sent: "simplified" as const }];
  const leftOut = [{ tool: "pay", sent: "left_out" as const }];
  const { steps } = [undefined, simplified, simplified, leftOut].reduce(
    (trajectory, refusedTools) => withModelTurn(trajectory, { ...turn, refusedTools }),
    startTrajectory({ query: "Pay", constraints: { tools: ["pay"] } }),
  );
  expect(steps.map(({ refusedTools }) => refusedTools)).toEqual([undefined, simplified, undefined, leftOut]);
});

test("an answer that was sent back for its form is recognized by its step", () => {
  const turn: TurnFacts = {
    text: "{}",
    toolCalls: [],
    finishReason: "stop",
    usage: {},
    startedAtMs: 0,
    latencyMs: 0,
    argumentProblems: [],
    readsOnly: true,
  };
  const start = startTrajectory({ query: "Count", constraints: { tools: [] } });
  const asked = withModelTurn(start, { ...turn, unreadable: misfitProblem("the answer has no n.") });
  expect(asked.steps[0]?.error).toContain("the answer has no n.");
  expect([wasAskedForForm(asked), wasAskedForForm(withModelTurn(start, turn))]).toEqual([true, false]);
  expect(wasAskedForForm(withModelTurn(asked, turn))).toBe(true);
});
