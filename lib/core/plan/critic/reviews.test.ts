import { describe, expect, it } from "vitest";
import { readPlan } from "..";
import { plan as planSchema } from "../schema";
import { critiquePlan } from ".";

const STEPS = `PLAN: Ship the shop
Step 1: Build it
Step 2: Planning Review - Is it fast enough?
- Decision points:
  * POINT
  * Is the p95 below 100 ms?
- Potential outcomes:
  * CONTINUE - all well
  * REPLAN - it is slow
  * ABORT - it cannot be built
Step 3: Deploy it
Step 4: Tell the customers`;
const TOOLS = [
  { name: "deploy", sideEffects: "external" as const, tags: [] },
  { name: "sum", sideEffects: "none" as const, tags: [] },
];
const critiqueOf = (text: string) => {
  const { plan } = readPlan(text);
  if (!plan) throw new Error("The plan cannot be read");
  return critiquePlan(plan, { tools: TOOLS });
};
const steps = (point = "Do all tests pass?") => STEPS.replace("POINT", point);

describe("the critique of steps in words", () => {
  it("finds no fault in their order, and little in the supervisor", () => {
    const { score, findings } = critiqueOf(steps());
    const found = findings.map(({ code, severity }) => `${severity} ${code}`);
    expect(found.toSorted()).toEqual(["info risky_without_review", "info unverified_critical"]);
    expect(score).toBeGreaterThanOrEqual(9);
  });

  it.each([
    "Is everything okay?",
    "Does it work so far?",
    "Are there any issues?",
    "Looks good?",
    "Should we continue?",
    "?",
  ])("finds a question about nothing: %s", (vague) => {
    const messages = critiqueOf(steps(vague)).findings.map(({ message }) => message);
    expect(messages).toContain('The review "step_2" asks what no result can answer.');
  });

  it("finds that nothing says when to REPLAN", () => {
    const text = steps().replace(/.*REPLAN.*\n/, "");
    const message = 'The review "step_2" does not say when to REPLAN.';
    expect(critiqueOf(text).findings).toContainEqual(expect.objectContaining({ message, severity: "info" }));
  });
});

it("finds a review without tasks, and one of which nothing is said", () => {
  const review = {
    decisionPoints: ["Is the p95 below 100 ms?", "Do both backups restore?"],
    potentialOutcomes: ["CONTINUE", "REPLAN", "ABORT"].map((decision) => ({ decision, when: "so" })),
  };
  const tasks = [
    { id: "r", title: "R", type: "planning_review", review },
    { id: "bare", title: "Bare", type: "planning_review", dependsOn: ["r"] },
  ];
  const [first, second] = critiquePlan(planSchema.parse({ title: "Ship", tasks })).findings;
  expect(first?.message).toBe('The review "r" reviews no task.');
  expect(second?.key).toBe("review_shape:bare:no_continue+no_replan+no_stop");
  expect(second?.recommendation).toBe(
    'In "bare": say when to CONTINUE; say when to REPLAN; say when to ABORT or to COMPLETE.',
  );
});
