import type { JsonObject } from "@/lib/core/json";
import { type DecisionDraft, listIn, resultsIn, writePlan } from "../drafts";
import { readMetrics } from "../metrics";
import { agentBy, type ScenarioScript, type Script, type Scripts, taskIdOf } from "../script";
import { baseTaskId, pluralize, shorten, versionIn } from "../text";
import type { Reply, Turn } from "../turn";
import { firstPlan, improvedTail, MAX_P95_MS, MIN_ACCURACY_PERCENT, taughtPlan } from "./fraud-model-plans";
import { remainingPlan } from "./remaining-plan";
import { evidenceIn, type Judged, reviewBy } from "./review";
import { summarizeBy } from "./summary";

/** How the agents of the fraud-model story do their tasks, by the task id without its version suffix. */

const MODEL = "fraud-model";

const SCRIPTS: Record<string, (version: string) => Script> = {
  export_model: (version) => ({
    opening: `I export ${MODEL} ${version} and check the graph.`,
    rounds: () => [[{ tool: "export_model", args: { model: MODEL, version } }]],
    result: ([out = {}]) =>
      `Exported ${MODEL} ${version} to ${out.file} (${out.sizeMb} MB, opset ${out.opset}); the graph is validated.`,
  }),

  package_dependencies: (version) => ({
    opening: `I package what ${MODEL} ${version} needs to run.`,
    rounds: () => [[{ tool: "package_dependencies", args: { model: MODEL, version } }]],
    result: ([out = {}]) =>
      `Packaged the dependencies as ${out.archive}: ${out.sizeMb} MB of ${out.limitMb} MB allowed, all versions pinned.`,
  }),

  deploy_staging: (version) => deployment("staging", version),
  deploy_production: (version) => deployment("production", version),

  validate_staging: (version) => ({
    opening: `Validation and load do not depend on each other, so I run both against ${version}.`,
    rounds: () => [
      [
        { tool: "run_tests", args: { suite: "validation", environment: "staging", version } },
        { tool: "run_tests", args: { suite: "load", environment: "staging", version } },
      ],
    ],
    result: ([tests = {}, load = {}]) =>
      `${version} on staging: ${tests.passed}/${tests.total} tests passed, accuracy ${tests.accuracyPercent} %, ` +
      `p95 latency ${tests.p95LatencyMs} ms. Load: ${load.requestsPerMinute} requests a minute held with ` +
      `${load.errorRatePercent} % errors.`,
  }),

  analyze_failures: (version) => ({
    opening: `I look for what the failures of ${version} have in common.`,
    rounds: () => [[{ tool: "analyze_failures", args: { environment: "staging", version } }]],
    result: ([out = {}]) =>
      `Root cause of the ${out.failedTests} failed tests and the low accuracy of ${version}: ${out.rootCause}. ` +
      `${out.evidence}. ${out.recommendation}.`,
  }),

  retrain_model: () => ({
    opening: "I retrain from v1 with the transactions of the last 30 days.",
    rounds: ([trained]) => [
      [{ tool: "retrain_model", args: { model: MODEL, fromVersion: "v1", windowDays: 30 } }],
      [
        { tool: "export_model", args: { model: MODEL, version: nextVersion(trained) } },
        { tool: "package_dependencies", args: { model: MODEL, version: nextVersion(trained) } },
      ],
    ],
    result: ([trained = {}, exported = {}, packed = {}]) =>
      `Retrained with the last ${trained.windowDays} days: checkpoint ${trained.checkpoint}. ` +
      `Exported ${trained.version} to ${exported.file} (${exported.sizeMb} MB, validated) and packaged it ` +
      `(${packed.sizeMb} MB of ${packed.limitMb} MB).`,
  }),

  smoke_production: (version) => ({
    opening: `I run the smoke tests on production against ${version}.`,
    rounds: () => [[{ tool: "run_tests", args: { suite: "smoke", environment: "production", version } }]],
    result: ([out = {}]) =>
      `Production smoke tests of ${version}: ${out.passed}/${out.total} passed, ${out.errorRatePercent} % errors, ` +
      `p95 latency ${out.p95LatencyMs} ms.`,
  }),

  ramp_traffic: (version) => ({
    opening: `I shift the traffic to ${version} in stages.`,
    rounds: () => [[{ tool: "ramp_traffic", args: { service: MODEL, version, stages: [5, 25, 50, 100] } }]],
    result: ([out = {}]) =>
      `Traffic ramped up to ${out.trafficPercent} % on ${version} in stages (${String(out.stages).replaceAll(",", ", ")} %); ` +
      `metrics ${out.metrics}.`,
  }),
};

/** The version that a task is about stands in its input; where it is the newest one, the task's id tells it. */
const fraudScripts: Scripts = Object.fromEntries(
  Object.entries(SCRIPTS).map(([stem, make]) => [
    stem,
    (turn) => make(versionIn(turn.block("input")) ?? versionOfTask(taskIdOf(turn))),
  ]),
);

const versionOfTask = (taskId: string): string => (taskId === baseTaskId(taskId) ? "v1" : "v2");

/** Accuracy 94.3 % on staging is below 97 %: replan, retrain, 98.1 %, a person's approval, production. */
export const fraudModel: ScenarioScript = {
  planner: playPlanner,
  agent: agentBy(fraudScripts),
  reasoner: playReasoner,
  reviewer: reviewBy(decide),
  replanner: playReplanner,
  answer: playAnswer,
  summarizer: summarizeBy(playAnswer),
};

/** Who has learned that this model has to be retrained for its accuracy does so first. */
function playPlanner(turn: Turn): Reply {
  const lessons = turn.json("lessons");
  const known = Array.isArray(lessons) ? lessons.map(String) : [];
  const lesson = known.find((text) => /\bretrain/i.test(text) && /\baccuracy\b/i.test(text));
  return { text: writePlan(lesson === undefined ? firstPlan : taughtPlan(shorten(lesson, 200)), turn) };
}

/** Who has trained the model expects it to be good enough. */
function playReasoner(turn: Turn): Reply | undefined {
  if (baseTaskId(taskIdOf(turn)) !== "validate_staging") return;
  const isImproved = /\bv[2-9]\b/.test(turn.block("input"));
  return {
    text: JSON.stringify({
      reasoning: isImproved
        ? "Recent transactions were missing from the training; with them the accuracy should rise."
        : "The model reached its accuracy on the test set, and staging runs the same artifact.",
      expectedOutcome: `An accuracy of at least ${MIN_ACCURACY_PERCENT} % on held-out transactions, and a p95 latency below ${MAX_P95_MS} ms`,
      alternatives: ["Validate on shadow traffic from production, which takes days."],
      confidence: isImproved ? 0.8 : 0.7,
    }),
  };
}

function decide({ bad, results, ...judged }: Judged): Omit<DecisionDraft, "answers"> {
  if (!bad) {
    const reasoning = `Clear to continue. ${evidenceIn(judged)}`;
    return { decision: "CONTINUE", reasoning };
  }
  if (readMetrics(results).accuracyPercent === undefined || /\bv[2-9]\b/.test(results)) {
    const abortReason = `${bad.evidence} Retraining has not helped, so the model stays out of production.`;
    return { decision: "ABORT", reasoning: bad.evidence, abortReason };
  }
  const reasoning =
    `${bad.evidence} A fraud model that misses this often must not decide on real transactions, while deployment ` +
    "and latency are in order. The cause has to be found and removed, and the new version validated, before production.";
  return { decision: "REPLAN", reasoning };
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
  const results = resultsIn(turn).filter((result) => result.status === "succeeded");
  const reported = (stem: string): string[] =>
    results.filter(({ id }) => baseTaskId(id) === stem).map(({ text }) => text);
  const validations = reported("validate_staging").map(readMetrics);
  const before = validations.find((found) => (found.accuracyPercent ?? 100) < MIN_ACCURACY_PERCENT);
  const best = validations.find((found) => (found.accuracyPercent ?? 0) >= MIN_ACCURACY_PERCENT);
  const ramp = reported("ramp_traffic").at(-1);
  if (!best || !ramp) return;
  const history = before
    ? ` The first version reached only ${before.accuracyPercent} %; it was retrained with recent transactions.`
    : "";
  return {
    text: [
      `The fraud detection model is in production with an accuracy of ${best.accuracyPercent} %.${history}`,
      `- Validation: ${best.passed}/${best.total} tests passed, p95 latency ${best.p95LatencyMs} ms.`,
      ...reported("smoke_production").map((preview) => `- ${preview}`),
      `- ${ramp}`,
      ...(turn.block("note") === "" ? [] : [turn.block("note")]),
    ].join("\n"),
  };
}

function deployment(environment: string, version: string): Script {
  return {
    opening: `I deploy ${version} to ${environment}.`,
    rounds: () =>
      environment === "staging"
        ? [[{ tool: "deploy_staging", args: { service: MODEL, version } }]]
        : [[{ tool: "deploy", args: { environment, service: MODEL, version } }]],
    result: ([out = {}]) =>
      `${MODEL} ${version} runs on ${environment} at ${out.address}: healthy, ${pluralize(out.replicas, "replica")}.`,
  };
}

function nextVersion(trained: JsonObject | undefined): string {
  return String(trained?.version ?? "v2");
}
