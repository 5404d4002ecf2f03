import { type DecisionDraft, type PlanDraft, resultsIn, says, writePlan } from "../drafts";
import { agentBy, type ScenarioScript, type Scripts } from "../script";
import { baseTaskId, pluralize } from "../text";
import type { Reply, Turn } from "../turn";
import { evidenceIn, type Judged, reviewBy } from "./review";

import { summarizeBy } from "./summary";

export const SERVICE = "web-app";
export const VERSION = "1.4.0";

export const stagingPlan: PlanDraft = {
  title: "Application to staging",
  agents: {
    builder: { prompt: "You build services from their sources.", tools: ["build_artifacts"] },
    deployer: { prompt: "You deploy services and report where they run.", tools: ["deploy"] },
    tester: { prompt: "You test deployed services and report what you measured.", tools: ["run_tests"] },
  },
  tasks: [
    {
      id: "build_artifacts",
      title: "Build the application",
      ...says("Built the image", "The result names no image"),
      agent: "builder",
      onFailure: "retry",
      input: `Build version ${VERSION} of the service ${SERVICE}.`,
    },
    {
      id: "deploy_staging",
      title: "Deploy to the staging server",
      ...says(": healthy", "The result does not say that staging is healthy"),
      agent: "deployer",
      onFailure: "retry",
      input: `Deploy version ${VERSION} of ${SERVICE} to staging: {{results.build_artifacts}}`,
      dependsOn: ["build_artifacts"],
    },
    {
      id: "review_deployment",
      title: "Review of the deployment",
      type: "planning_review",
      dependsOn: ["build_artifacts", "deploy_staging"],
      review: {
        focus: "Did the deployment succeed, so that testing it makes sense?",
        previousTasks: ["build_artifacts", "deploy_staging"],
        decisionPoints: ["Was the image built?", "Is the staging deployment healthy?"],
        potentialOutcomes: [
          { decision: "CONTINUE", when: "the new version answers on staging" },
          { decision: "REPLAN", when: "the build or the deployment has to be fixed and repeated" },
          { decision: "ABORT", when: "staging cannot be reached" },
        ],
      },
    },
    {
      id: "smoke_tests",
      title: "Run the smoke tests",
      ...says("[0-9]+/[0-9]+ passed", "The result does not say how many tests passed"),
      agent: "tester",
      input: `Run the smoke suite on staging against version ${VERSION}.`,
      dependsOn: ["review_deployment"],
    },
  ],
};

/** How the tasks of this plan are done. */
export const stagingScripts: Scripts = {
  build_artifacts: () => ({
    opening: `I build ${SERVICE} ${VERSION}.`,
    rounds: () => [[{ tool: "build_artifacts", args: { service: SERVICE, version: VERSION } }]],
    result: ([out = {}]) => `Built the image ${out.image}, ${out.sizeMb} MB; unit tests ${out.unitTests}.`,
  }),
  deploy_staging: () => ({
    opening: `I deploy ${VERSION} to staging.`,
    rounds: () => [
      [{ tool: "deploy", args: { environment: "staging", service: SERVICE, version: VERSION } }],
    ],
    result: ([out = {}]) =>
      `${SERVICE} ${VERSION} runs on staging at ${out.address}: healthy, ${pluralize(out.replicas, "replica")}.`,
  }),
  smoke_tests: () => ({
    opening: "I run the smoke tests on staging.",
    rounds: () => [
      [{ tool: "run_tests", args: { suite: "smoke", environment: "staging", version: VERSION } }],
    ],
    result: ([out = {}]) =>
      `Smoke tests of ${VERSION} on staging: ${out.passed}/${out.total} passed, ${out.errorRatePercent} % errors, ` +
      `p95 latency ${out.p95LatencyMs} ms.`,
  }),
};

/** Build, deploy, one review that lets it go on, smoke tests. */
export const staging: ScenarioScript = {
  planner: (turn) => ({ text: writePlan(stagingPlan, turn) }),
  agent: agentBy(stagingScripts),
  reviewer: reviewBy(decide),
  answer: playAnswer,
  summarizer: summarizeBy(playAnswer),
};

function decide({ answers }: Judged): Omit<DecisionDraft, "answers"> | undefined {
  if (answers.some(({ answer }) => answer !== "yes")) return;
  return { decision: "CONTINUE", reasoning: `${evidenceIn({ answers })} The smoke tests can run.` };
}

function playAnswer(turn: Turn): Reply | undefined {
  const results = resultsIn(turn).filter((result) => result.status === "succeeded");
  const reported = (stem: string) => results.find(({ id }) => baseTaskId(id) === stem)?.text;
  const deployed = reported("deploy_staging");
  const tested = reported("smoke_tests");
  if (deployed === undefined || tested === undefined) return;
  const note = turn.block("note");
  return {
    text: [
      `The application is on staging.`,
      `- ${deployed}`,
      `- ${tested}`,
      ...(note === "" ? [] : [note]),
    ].join("\n"),
  };
}
