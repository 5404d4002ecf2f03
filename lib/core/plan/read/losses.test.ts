import { describe, expect, it } from "vitest";
import { lossesOf } from "./losses";
import { readPlan } from "./plan";

const lost = (text: unknown): string[] => {
  const { plan, warnings } = readPlan(text);
  if (!plan) throw new Error("No plan");
  return lossesOf(plan, warnings).map(({ path = "" }) => path);
};
const task = (over: object) => ({ title: "P", agents: {}, tasks: [{ id: "a", title: "A", ...over }] });

describe("lossesOf", () => {
  it("finds an input that another name has pushed aside, and one under a name that is not known", () => {
    expect(lost(task({ input: "Do it", description: "With care" }))).toEqual(["tasks[0].description"]);
    expect(lost(task({ body: "Do it with care" }))).toEqual(["tasks[0].body"]);
  });

  it("finds what a gate or a review says and nobody reads", () => {
    const gate = { type: "human_review", gate: { prompt: "Go?", note: "It is urgent" } };
    expect(lost(task(gate))).toEqual(["tasks[0].gate.note"]);
    const review = { type: "planning_review", review: { focus: "Is it right?", urgency: "high" } };
    expect(lost(task(review))).toEqual(["tasks[0].review.urgency"]);
  });

  it("finds parts of the answer that were left out", () => {
    const steps = "```\nStep 1: Look\n```\nStep 2: Approve";
    expect(lost(steps).length).toBe(1);
  });

  it("leaves alone what nobody needs", () => {
    expect(lost(task({ input: "Do it", estimated_minutes: 5 }))).toEqual([]);
    expect(lost(task({ details: ["one"], colour: "red" }))).toEqual([]);
    expect(lost({ ...task({ input: "x" }), agents: { a: { prompt: "p", description: "d" } } })).toEqual([]);
    expect(lost({ ...task({ input: "x" }), version: 2 })).toEqual([]);
    expect(lost(task({ type: "synthesis_gate", colour: "red" }))).toEqual([]);
  });
});
