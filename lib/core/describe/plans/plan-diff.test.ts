import { describe, expect, it } from "vitest";
import { diffPlans } from "../../plan/compare/diff";
import { type Plan, plan as planSchema, type Task } from "../../plan/schema";
import { describeDiff, diffLines } from "./plan-diff";

type Draft = Partial<Task> & { id: string };
const planOf = (tasks: Draft[], agents: Record<string, object> = {}): Plan =>
  planSchema.parse({ title: "Plan", agents, tasks: tasks.map((task) => ({ title: task.id, ...task })) });

it("diffLines has a line for what came, for each change, for what moved and for what went", () => {
  const before = planOf([{ id: "a" }, { id: "b" }, { id: "c", dependsOn: ["a"] }], { w: {} });
  const after = planOf([{ id: "a", maxRetries: 2 }, { id: "c" }, { id: "d" }, { id: "e" }], {
    w: { tools: ["x"] },
  });
  expect(diffLines(diffPlans(before, after))).toEqual([
    { sign: "+", text: "d, e" },
    { sign: "~", text: "a: retries 2" },
    { sign: "⇄", text: "c: other dependencies" },
    { sign: "~", text: "agent w changed" },
    { sign: "−", text: "b" },
  ]);
});

it("quotes a title with a comma in a row of titles, where it would read like two", () => {
  const after = planOf([{ id: "a", title: "Compose it, then send it" }, { id: "b" }]);
  expect(diffLines(diffPlans(planOf([]), after))).toEqual([
    { sign: "+", text: "“Compose it, then send it”, b" },
  ]);
});

describe("describeDiff", () => {
  const say = (before: Partial<Task>, after: Partial<Task>) =>
    describeDiff(diffPlans(planOf([{ id: "a", ...before }]), planOf([{ id: "a", ...after }])));

  it.each<[Partial<Task>, Partial<Task>, string]>([
    [{ title: "Old" }, { title: "New" }, "~ New: was “Old”"],
    [{ maxRetries: 1 }, { maxRetries: 3 }, "~ a: retries 3"],
    [{ agent: "x" }, { agent: "y" }, "~ a: agent y"],
    [{ critical: true }, { critical: false }, "~ a: critical false"],
    [{ verification: "(ok)" }, {}, "~ a: no check"],
    [{ input: "Do" }, { input: "" }, "~ a: no instructions"],
    [{ input: "Do" }, { input: { deep: 1 } }, "~ a: instructions changed"],
    [{}, { details: ["One", "Two"] }, "~ a: details changed"],
    [{ onFailure: "stop" }, { onFailure: "retry" }, "~ a: on failure retry"],
    [{ verification: "(ok)" }, { verification: "(fine)" }, "~ a: check (fine)"],
    [{ onVerificationFailure: "stop" }, { onVerificationFailure: "retry" }, "~ a: on a failed check retry"],
    [{ llmReview: false }, { llmReview: true }, "~ a: model review true"],
    [{ qualityGate: false }, { qualityGate: true }, "~ a: quality gate true"],
    [{ timeoutMs: 100 }, { timeoutMs: 200 }, "~ a: timeout (ms) 200"],
    [{ input: "Do" }, { input: "x".repeat(60) }, `~ a: ${"x".repeat(60)}`],
    [{ input: "Do" }, { input: "x".repeat(61) }, "~ a: instructions changed"],
    [{}, { outputSchema: { type: "object" } }, "~ a: output schema new"],
    [{ input: "Do" }, { input: "x".repeat(80), maxRetries: 2 }, "~ a: instructions changed, retries 2"],
  ])("%o -> %o", (before, after, text) => {
    expect(say(before, after)).toBe(text);
  });
});
