import { isJsonObject, type Json } from "@/lib/core/json";
import { listIn, type PlanDraft, type TaskDraft, writeDecision, writePlan } from "../drafts";
import { readFigures } from "../figures";
import { judge } from "../judge";
import { playScript } from "../script";
import type { Reply, Turn } from "../turn";
import { quote, stemOf, versionIn, withoutPlaceholders } from "../words";
import { fraudScript } from "./fraud-model-agents";
import { firstPlan, improvedTail, MIN_ACCURACY_PERCENT } from "./fraud-model-plans";
import type { ScenarioScript } from "./scenario";
import { summarizeBy } from "./summary";

/** Accuracy 94.3 % on staging is below 97 %: replan, retrain, 98.1 %, a person's approval, production. */
export const fraudModel: ScenarioScript = {
  planner: (turn) => ({ text: writePlan(firstPlan, turn) }),
  agent: playAgent,
  reviewer: playReview,
  replanner: playReplanner,
  answer: playAnswer,
  summarizer: summarizeBy(playAnswer),
};

function playAgent(turn: Turn): Reply | undefined {
  const task = turn.json("task");
  if (!isJsonObject(task)) return;
  const version = versionIn(turn.block("input")) ?? "v1";
  const script = fraudScript(stemOf(String(task.id)), version);
  return script && playScript(turn, script);
}

function playReview(turn: Turn): Reply | undefined {
  const tasks = listIn(turn, "tasks");
  const review = turn.json("review");
  if (!isJsonObject(review) || !tasks.every((task) => task.status === "succeeded")) return;
  const results = tasks.map((task) => String(task.preview)).join("\n");
  const answers = judge(textsIn(review.decisionPoints), results);
  if (answers.every((answer) => answer.answer === "unclear")) return;
  const bad = answers.find((answer) => answer.answer === "no");
  if (!bad) {
    const reasoning = `Nothing stands against going on. ${answers.map((answer) => answer.evidence).join(" ")}`;
    return { text: writeDecision({ decision: "CONTINUE", reasoning, answers }) };
  }
  if (readFigures(results).accuracyPercent === undefined || /\bv[2-9]\b/.test(results)) {
    const abortReason = `${bad.evidence} Retraining has not helped, so the model stays out of production.`;
    return { text: writeDecision({ decision: "ABORT", reasoning: bad.evidence, answers, abortReason }) };
  }
  const reasoning =
    `${bad.evidence} A fraud model that misses this often must not decide on real transactions, while deployment ` +
    "and latency are in order. The cause has to be found and removed, and the new version validated, before production.";
  return { text: writeDecision({ decision: "REPLAN", reasoning, answers, updatedPlan: improvedTail }) };
}

/** What is left of the story: without the version that failed, and without what is done. */
function playReplanner(turn: Turn): Reply {
  const completed = listIn(turn, "completed");
  const done = new Set(completed.map((task) => String(task.id)));
  const tooLow = completed.some(
    ({ preview }) =>
      (readFigures(String(preview)).accuracyPercent ?? MIN_ACCURACY_PERCENT) < MIN_ACCURACY_PERCENT,
  );
  const story = tooLow ? improvedTail : firstPlan;
  const left = story.tasks.filter((task) => !done.has(task.id));
  const trigger = turn.json("trigger");
  const reason = isJsonObject(trigger) ? String(trigger.reason ?? "") : "";
  return { text: writePlan({ ...story, tasks: heeding(reason, left, done, story) }, turn) };
}

/** The tasks with the reason for replanning told to the first, depending only on what is left or done. */
function heeding(reason: string, left: TaskDraft[], done: Set<string>, story: PlanDraft): TaskDraft[] {
  const known = new Set([...left.map((task) => task.id), ...done]);
  const outside = new Set(story.tasks.map((task) => task.id).filter((id) => !known.has(id)));
  return left.map((task, n) => ({
    ...task,
    dependsOn: (task.dependsOn ?? []).filter((id) => !outside.has(id)),
    details: [
      ...(task.details ?? []),
      ...(n === 0 && reason !== "" ? [withoutPlaceholders(`Take into account: ${quote(reason, 300)}`)] : []),
    ],
  }));
}

function playAnswer(turn: Turn): Reply | undefined {
  const results = listIn(turn, "results").filter((result) => result.status === "succeeded");
  const told = (stem: string): string[] =>
    results.filter(({ id }) => stemOf(String(id)) === stem).map(({ preview }) => String(preview));
  const validations = told("validate_staging").map(readFigures);
  const before = validations.find((found) => (found.accuracyPercent ?? 100) < MIN_ACCURACY_PERCENT);
  const best = validations.find((found) => (found.accuracyPercent ?? 0) >= MIN_ACCURACY_PERCENT);
  const ramp = told("ramp_traffic").at(-1);
  if (!best || !ramp) return;
  const history = before
    ? ` The first version reached only ${before.accuracyPercent} %; it was retrained with recent transactions.`
    : "";
  return {
    text: [
      `The fraud detection model is in production with an accuracy of ${best.accuracyPercent} %.${history}`,
      `- Validation: ${best.passed}/${best.total} tests passed, p95 latency ${best.p95LatencyMs} ms.`,
      ...told("smoke_production").map((preview) => `- ${preview}`),
      `- ${ramp}`,
      ...(turn.block("note") === "" ? [] : [turn.block("note")]),
    ].join("\n"),
  };
}

function textsIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
