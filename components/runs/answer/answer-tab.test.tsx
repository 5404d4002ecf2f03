import { expect, it } from "vitest";
import { truncateSummary } from "@/lib/core/run/truncate/summary";
import { renderHtml } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { AnswerTab } from "./answer-tab";

const words = {
  finalAnswer: "It costs 1,912 euros.",
  qualityScore: 0.5,
  qualityReasoning: "It is there.",
  needReplan: false,
  replanReason: "",
  usedEvidence: [],
};

it("quotes nothing of an answer that its people have sent back", () => {
  const { state } = new RunWorld({ plan: planOf({ id: "a" }) });
  const written = { ...truncateSummary(words).kept, iteration: 0, planVersion: 1, at: 0 };
  const summaries = [written, { ...written, at: 1 }];
  expect(renderHtml(<AnswerTab state={{ ...state, summaries }} />)).toContain("1,912 euros");
  const sentBack = { ...state, summaries, answerSentBack: { times: 1 } };
  expect(renderHtml(<AnswerTab state={sentBack} />)).not.toContain("1,912 euros");
});

it("says at the end of how many results form and limits alone were checked", () => {
  const world = new RunWorld({ plan: planOf({ id: "a", verification: "(pos? data/result)" }) });
  world.start();
  world.succeed("a", 5);
  const [attempt] = world.state.tasks.a?.attempts ?? [];
  if (attempt) attempt.checks = [{ layer: "predicate", outcome: "passed" }];
  const taskTotals = { ...world.state.taskTotals, verified: 1, unverified: 0 };
  const finished = { reason: "answer_complete", at: 0 } as const;
  const ended = { ...world.state, taskTotals, finished, phase: "ended" as const };
  expect(renderHtml(<AnswerTab state={ended} />)).toContain(
    "The result was checked for form and limits alone",
  );
});

it("has what a reviewer warned of and what the self-critique found", () => {
  const tasks = [{ id: "a" }, { id: "check", type: "planning_review" as const, dependsOn: ["a"] }];
  const plan = planOf(...tasks, { id: "b", dependsOn: ["check"] });
  const world = new RunWorld({ plan, settings: { reviewMode: "auto" } }).run("a");
  world.start();
  const answers = [{ question: "Has legal seen it?", answer: "warning" as const, evidence: "No note of it" }];
  const proposal = {
    decision: "CONTINUE" as const,
    reasoning: "As far as I see.",
    answers,
    reviewer: "lead",
  };
  world.send({ type: "review_read", ...world.keyOf("check"), proposal });
  const said = { wasBestApproach: true, selfRating: 0.7, simplerAlternatives: [], expertAdvice: "" };
  const selfCritiques = [{ ...said, iteration: 0, mistakes: ["Five orders have no price."] }];
  const html = renderHtml(<AnswerTab state={{ ...world.state, selfCritiques }} />);
  expect(html).toContain("Has legal seen it?");
  expect(html).toContain("No note of it");
  expect(html).toContain("Five orders have no price.");
});
