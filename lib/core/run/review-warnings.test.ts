import { expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { reviewWarningLine } from "../describe/outside";
import type { Decision } from "../plan/words";
import { statedReason } from "./reasons";
import { foundMistakes, reviewWarnings } from "./review-warnings";

const answers = [
  { question: "Is the total right?", answer: "yes" as const, evidence: "127,500" },
  { question: "Has legal seen it?", answer: "warning" as const, evidence: "No note of it" },
  { question: "Is the rate of today?", answer: "unclear" as const, evidence: "" },
];

/** A run whose only review has decided. */
function reviewed(decision: Decision) {
  const plan = planOf(
    { id: "a" },
    { id: "check", type: "planning_review", dependsOn: ["a"] },
    { id: "b", dependsOn: ["check"] },
  );
  const world = new RunWorld({ plan, settings: { reviewMode: "auto" } }).run("a");
  world.start();
  const proposal = { decision, reasoning: "As far as I see.", answers, reviewer: "reviewer" };
  world.send({ type: "review_read", ...world.keyOf("check"), proposal });
  return world.state;
}

it("keeps what a reviewer found wanting where the work went on", () => {
  const warnings = reviewWarnings(reviewed("CONTINUE"));
  expect(warnings.map(({ answer }) => answer)).toEqual(["warning", "unclear"]);
  expect(warnings.map(reviewWarningLine)).toEqual([
    "Has legal seen it? to be watched: No note of it (“check”)",
    "Is the rate of today? unclear (“check”)",
  ]);
});

it("names each of several reviewers", () => {
  const state = reviewed("CONTINUE");
  const [task] = Object.values(state.tasks).filter(({ id }) => id === "check");
  if (!task?.proposal) throw new Error("No review");
  const { proposal } = task;
  task.votes = [
    { reviewer: "lead", at: 0, proposal },
    { reviewer: "auditor", at: 0, problem: { code: "stated", text: "away" } },
  ];
  expect(reviewWarnings(state).map(reviewWarningLine)[0]).toBe(
    "Has legal seen it? to be watched: No note of it (“check”, lead)",
  );
});

it("has none of a review that changed the plan or stopped, which has acted on its own", () => {
  for (const decision of ["REPLAN", "ABORT"] as const) expect(reviewWarnings(reviewed(decision))).toEqual([]);
});

it("has the mistakes that the last self-critique found, and none of one that failed", () => {
  const said = { wasBestApproach: true, selfRating: 0.7, simplerAlternatives: [], expertAdvice: "" };
  const first = { ...said, iteration: 0, mistakes: ["Five orders have no price."] };
  const failed = { iteration: 2, failed: statedReason("no model") };
  expect(foundMistakes({})).toEqual([]);
  expect(foundMistakes({ selfCritiques: [first, failed] })).toEqual(["Five orders have no price."]);
  expect(foundMistakes({ selfCritiques: [first, { ...first, iteration: 1, mistakes: [] }] })).toEqual([]);
});
