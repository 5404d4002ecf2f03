import { isJsonObject } from "@/lib/core/json";
import { type DecisionDraft, type PlanDraft, says, writePlan } from "../drafts";
import { agentBy, failureOf, type ScenarioScript, type Scripts, taskIdOf } from "../script";
import { baseTaskId, pluralize, shorten } from "../text";
import type { PastCall, Reply, Turn } from "../turn";
import { evidenceIn, type Judged, reviewBy } from "./review";

const VERSION = "2.3.0";
const SERVICES = ["shop", "catalog", "payments"] as const;

const rolloutPlan: PlanDraft = {
  title: "Release to production",
  agents: {
    tester: { prompt: "You test services and report what you measured.", tools: ["run_tests"] },
    releaser: {
      prompt: "You release services to production, and say of each what became of it.",
      tools: ["deploy"],
      policy: {
        rules: [{ tool: "deploy", path: "environment", operator: "=", value: "production", effect: "ask" }],
      },
    },
  },
  tasks: [
    {
      id: "smoke_tests",
      title: "Test the release on staging",
      ...says("[0-9]+/[0-9]+ passed", "The result does not say how many tests passed"),
      agent: "tester",
      input: `Run the smoke suite on staging against version ${VERSION}.`,
    },
    {
      id: "review_tests",
      title: "Review of the tests",
      type: "planning_review",
      dependsOn: ["smoke_tests"],
      review: {
        focus: "Did the release pass its tests, so that it may go to production?",
        previousTasks: ["smoke_tests"],
        decisionPoints: ["Did all smoke tests pass?", "Is the error rate below 1 %?"],
        potentialOutcomes: [
          { decision: "CONTINUE", when: "all tests passed and errors are rare" },
          { decision: "REPLAN", when: "errors are frequent although all tests passed" },
          { decision: "ABORT", when: "a test failed" },
        ],
      },
    },
    {
      id: "release_services",
      title: "Release the three services",
      ...says("^Released ", "The result does not say what was released"),
      agent: "releaser",
      input: `Deploy version ${VERSION} of ${SERVICES.join(", ")} to production: {{results.smoke_tests}}`,
      onFailure: "retry",
      dependsOn: ["smoke_tests", "review_tests"],
    },
  ],
};

const decide = ({ answers, bad }: Judged): Omit<DecisionDraft, "answers"> => ({
  decision: bad ? "ABORT" : "CONTINUE",
  reasoning: evidenceIn({ answers }),
  ...(bad && { abortReason: "The release has not passed its tests." }),
});

/** Three calls in one turn, which a policy has people asked about: what they refuse stays as it is, and is said. */
export const rollout: ScenarioScript = {
  planner: (turn) => ({ text: writePlan(rolloutPlan, turn) }),
  reviewer: reviewBy(decide),
  agent: (turn) =>
    baseTaskId(taskIdOf(turn)) === "release_services" ? release(turn) : agentBy(scripts)(turn),
};

const scripts: Scripts = {
  smoke_tests: () => ({
    opening: `I run the smoke tests of ${VERSION} on staging.`,
    rounds: () => [
      [{ tool: "run_tests", args: { suite: "smoke", environment: "staging", version: VERSION } }],
    ],
    result: ([out = {}]) =>
      `Smoke tests of ${VERSION} on staging: ${out.passed}/${out.total} passed, ${out.errorRatePercent} % errors.`,
  }),
};

function release({ rounds, tools }: Turn): Reply | undefined {
  const [made] = rounds;
  if (made)
    return { text: made.every(({ failed }) => failed) && made[0] ? failureOf(made[0]) : outcomeOf(made) };
  if (!tools.some(({ name }) => name === "deploy")) return;
  const calls = SERVICES.map((service) => ({
    tool: "deploy",
    args: { environment: "production", service, version: VERSION },
  }));
  return { text: `I deploy ${SERVICES.join(", ")} ${VERSION} to production, all at once.`, calls };
}

function outcomeOf(made: readonly PastCall[]): string {
  const serviceOf = ({ args }: PastCall) => (isJsonObject(args) ? String(args.service) : "a service");
  const [left, done] = [made.filter(({ failed }) => failed), made.filter(({ failed }) => !failed)];
  const kept = left.map((call) => {
    const reason = typeof call.output === "string" ? call.output : JSON.stringify(call.output);
    return ` ${serviceOf(call)} stays as it was: ${shorten(reason, 300)}`;
  });
  return `Released ${pluralize(done.length, "service")} at ${VERSION}: ${done.map(serviceOf).join(", ")}.${kept.join("")}`;
}
