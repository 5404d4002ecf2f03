import { type DecisionDraft, listIn, writePlan } from "../drafts";
import { readMetrics } from "../figures";
import { agentBy } from "../script";
import type { Reply, Turn } from "../turn";
import { baseTaskId } from "../words";
import { fraudScripts } from "./fraud-model-agents";
import { firstPlan, improvedTail, MIN_ACCURACY_PERCENT } from "./fraud-model-plans";
import { evidenceIn, type Judged, reviewBy } from "./review";
import type { ScenarioScript } from "./scenario";
import { summarizeBy } from "./summary";
import { remainingPlan } from "./take-up";

/** Accuracy 94.3 % on staging is below 97 %: replan, retrain, 98.1 %, a person's approval, production. */
export const fraudModel: ScenarioScript = {
  planner: (turn) => ({ text: writePlan(firstPlan, turn) }),
  agent: agentBy(fraudScripts),
  reviewer: reviewBy(decide),
  replanner: playReplanner,
  answer: playAnswer,
  summarizer: summarizeBy(playAnswer),
};

function decide({ bad, results, ...judged }: Judged): Omit<DecisionDraft, "answers"> {
  if (!bad) {
    const reasoning = `Nothing stands against going on. ${evidenceIn(judged)}`;
    return { decision: "CONTINUE", reasoning };
  }
  if (readMetrics(results).accuracyPercent === undefined || /\bv[2-9]\b/.test(results)) {
    const abortReason = `${bad.evidence} Retraining has not helped, so the model stays out of production.`;
    return { decision: "ABORT", reasoning: bad.evidence, abortReason };
  }
  const reasoning =
    `${bad.evidence} A fraud model that misses this often must not decide on real transactions, while deployment ` +
    "and latency are in order. The cause has to be found and removed, and the new version validated, before production.";
  return { decision: "REPLAN", reasoning, updatedPlan: improvedTail };
}

/** What is left of the story: without the version that failed, and without what is done. */
function playReplanner(turn: Turn): Reply {
  const completed = listIn(turn, "completed");
  const tooLow = completed.some(
    ({ preview }) =>
      (readMetrics(String(preview)).accuracyPercent ?? MIN_ACCURACY_PERCENT) < MIN_ACCURACY_PERCENT,
  );
  const story = tooLow ? improvedTail : firstPlan;
  return { text: writePlan(remainingPlan(turn, story), turn) };
}

function playAnswer(turn: Turn): Reply | undefined {
  const results = listIn(turn, "results").filter((result) => result.status === "succeeded");
  const told = (stem: string): string[] =>
    results.filter(({ id }) => baseTaskId(String(id)) === stem).map(({ preview }) => String(preview));
  const validations = told("validate_staging").map(readMetrics);
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
