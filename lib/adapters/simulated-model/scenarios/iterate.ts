import { listIn, type PlanDraft, says, type TaskDraft, writePlan, writeSummary } from "../drafts";
import { agentBy, type ScenarioScript, type Script } from "../script";
import { baseTaskId } from "../text";
import type { Reply, Turn } from "../turn";

import { SERVICE, staging, stagingPlan, stagingScripts, VERSION } from "./staging";

const LOAD_TESTS = "load_tests";
const MISSING =
  `No result says how ${SERVICE} ${VERSION} behaves under load, which the mission asks for. ` +
  "Run the load suite on staging against the deployed version.";

/** What comes to mind first: it is deployed and answers, but nobody has put it under load. */
const firstPlan: PlanDraft = { ...stagingPlan, title: "New release on staging" };

const loadTests: TaskDraft = {
  id: LOAD_TESTS,
  title: "Run the load tests",
  ...says("requests a minute", "The result does not say what load was held"),
  agent: "tester",
  input: `Run the load suite on staging against version ${VERSION}: {{results.deploy_staging}}`,
  dependsOn: ["deploy_staging"],
};

const loadScript: Script = {
  opening: "I put the release on staging under load.",
  rounds: () => [[{ tool: "run_tests", args: { suite: "load", environment: "staging", version: VERSION } }]],
  result: ([out = {}]) =>
    `Load tests of ${VERSION} on staging: ${out.passed}/${out.total} passed at ${out.requestsPerMinute} requests a ` +
    `minute, ${out.errorRatePercent} % errors, p95 latency ${out.p95LatencyMs} ms.`,
};

/** The first plan forgets the load; the summarizer says so, and one iteration adds it. */
export const iterate: ScenarioScript = {
  ...staging,
  planner: playPlanner,
  agent: agentBy({ ...stagingScripts, [LOAD_TESTS]: () => loadScript }),
  summarizer: playSummarizer,
};

function playPlanner(turn: Turn): Reply {
  const goesOn = turn.block("trigger") !== "";
  return { text: writePlan(goesOn ? { ...firstPlan, tasks: [loadTests] } : firstPlan, turn) };
}

function playSummarizer(turn: Turn): Reply | undefined {
  const results = listIn(turn, "results").filter(({ status }) => status === "succeeded");
  const reported = (stem: string) => results.find(({ id }) => baseTaskId(String(id)) === stem);
  const [deployed, smoke, load] = ["deploy_staging", "smoke_tests", LOAD_TESTS].map(reported);
  if (!deployed || !smoke) return;
  const used = [deployed, smoke, ...(load ? [load] : [])];
  const lead = load
    ? "The new release is on staging and holds up under load."
    : "The new release is on staging and answers; how it holds up under load is not known yet.";
  const finalAnswer = [lead, ...used.map(({ value }) => `- ${String(value)}`)].join("\n");
  const usedEvidence = used.map(({ id }) => String(id));
  if (load) {
    const qualityReasoning = "Deployment, smoke tests and load tests are all shown by results.";
    return { text: writeSummary({ finalAnswer, qualityScore: 0.95, qualityReasoning, usedEvidence }) };
  }
  const qualityReasoning = "The release runs and passes its smoke tests, but half of the question is open.";
  const replanReason = MISSING;
  return {
    text: writeSummary({ finalAnswer, qualityScore: 0.55, qualityReasoning, usedEvidence, replanReason }),
  };
}
