import { type DecisionDraft, type PlanDraft, says, writePlan } from "../drafts";
import { agentBy, type ScenarioScript, type Scripts } from "../script";
import { pluralize } from "../text";
import type { Turn } from "../turn";
import { remainingPlan } from "./remaining-plan";
import { evidenceIn, type Judged, reviewBy } from "./review";

const SERVICE = "auth-service";

/** Find the cause, fix it, test it, bring it to production; the review after the cause may end it all. */
const authPlan: PlanDraft = {
  title: "Fix the authentication bug",
  agents: {
    analyst: {
      prompt:
        "You find out what goes wrong in services. Count before you conclude, and name versions exactly.",
      tools: ["list_deployments", "read_logs", "compare_versions"],
    },
    developer: { prompt: "You fix services with the smallest change.", tools: ["build_artifacts"] },
    releaser: {
      prompt: "You test services on staging before you deploy them to production.",
      tools: ["deploy", "run_tests"],
    },
  },
  tasks: [
    {
      id: "analyze_logs",
      title: "Analyze the logs",
      ...says("[0-9]+ logins failed", "The result does not say how many logins failed"),
      agent: "analyst",
      input: `See which versions of ${SERVICE} ran in production lately, and how many logins failed on each.`,
    },
    {
      id: "identify_cause",
      title: "Find the root cause",
      ...says("Root cause", "The result names no root cause"),
      agent: "analyst",
      input: `Find what made logins of ${SERVICE} fail, and whether it is still there: {{results.analyze_logs}}`,
      dependsOn: ["analyze_logs"],
    },
    {
      id: "review_cause",
      title: "Review of the root cause",
      type: "planning_review",
      dependsOn: ["analyze_logs", "identify_cause"],
      review: {
        focus: "Is a fix needed, and is it clear what has to change?",
        previousTasks: ["analyze_logs", "identify_cause"],
        decisionPoints: ["Is the root cause known?", "Is the version that runs now free of the bug?"],
        potentialOutcomes: [
          { decision: "CONTINUE", when: "the cause is known and the bug still occurs" },
          { decision: "REPLAN", when: "the cause has to be looked for elsewhere" },
          { decision: "COMPLETE", when: "the version that runs now no longer has the bug" },
        ],
      },
    },
    {
      id: "implement_fix",
      title: "Implement the fix",
      ...says("Built the image", "The result names no image"),
      agent: "developer",
      input: `Remove the root cause from ${SERVICE}, add a test for it, and build the next version: {{results.analyze_logs}} {{results.identify_cause}}`,
      dependsOn: ["review_cause"],
    },
    {
      id: "test_fix",
      title: "Test the fix",
      ...says("[0-9]+/[0-9]+ passed", "The result does not say how many tests passed"),
      agent: "releaser",
      input: "Deploy this version to staging and run the smoke suite against it: {{results.implement_fix}}",
      dependsOn: ["implement_fix"],
    },
    {
      id: "review_fix",
      title: "Review of the fix",
      type: "planning_review",
      dependsOn: ["implement_fix", "test_fix"],
      review: {
        focus: "May the fix go to production?",
        previousTasks: ["implement_fix", "test_fix"],
        decisionPoints: ["Do all tests pass?", "Is the staging deployment healthy?"],
        potentialOutcomes: [
          { decision: "CONTINUE", when: "the fix holds on staging" },
          { decision: "REPLAN", when: "the fix has to be corrected" },
          { decision: "ABORT", when: "the fix does harm" },
        ],
      },
    },
    {
      id: "deploy_fix",
      title: "Deploy the fix",
      ...says(": healthy", "The result does not say that production is healthy"),
      agent: "releaser",
      input: "Deploy this version to production and wait for its health check: {{results.test_fix}}",
      dependsOn: ["review_fix"],
    },
  ],
};

/** The version that runs has the fix already: the review after the analysis completes the mission. */
export const authBug: ScenarioScript = {
  planner: (turn) => ({ text: writePlan(authPlan, turn) }),
  agent: agentBy(scripts()),
  reviewer: reviewBy(decide),
  replanner: (turn) => ({ text: writePlan(remainingPlan(turn, authPlan), turn) }),
};

function decide({ answers, bad, results }: Judged): Omit<DecisionDraft, "answers"> {
  const free = answers.find(({ question }) => /free of the bug/i.test(question));
  const evidence = evidenceIn({ answers });
  if (free?.answer === "yes") {
    const lines = results.split("\n").map((line) => `- ${line}`);
    return {
      decision: "COMPLETE",
      reasoning: `${evidence} There is nothing left to fix: another change would only add risk.`,
      finalResult: [
        "The authentication bug is fixed already; nothing was built or deployed.",
        ...lines.reverse(),
      ].join("\n"),
    };
  }
  if (bad && bad !== free) {
    const abortReason = `${bad.evidence} The fix does not hold, so it stays out of production.`;
    return { decision: "ABORT", reasoning: bad.evidence, abortReason };
  }
  return { decision: "CONTINUE", reasoning: evidence };
}

function scripts(): Scripts {
  return {
    analyze_logs: () => ({
      opening: "First I look which versions ran lately, then I read the logs of each.",
      rounds: ([deployed]) => [
        [{ tool: "list_deployments", args: { environment: "production", service: SERVICE } }],
        [deployed?.previous, deployed?.running].map((version) => ({
          tool: "read_logs",
          args: { service: SERVICE, version: String(version) },
        })),
      ],
      result: ([deployed = {}, before = {}, now = {}]) =>
        `${SERVICE} ${before.version}, which ran before: ${before.failed} of ${before.logins} logins failed, most with ` +
        `“${before.error}”. ${now.version} runs now, for ${deployed.runningForHours} hours: ${now.failed} of ` +
        `${now.logins} logins failed.`,
    }),

    identify_cause: (turn) => {
      const [from = "", to = from] = versionsIn(turn);
      return {
        opening: `I compare ${from} with ${to}.`,
        rounds: () => [[{ tool: "compare_versions", args: { service: SERVICE, from, to } }]],
        result: ([out = {}]) => {
          const [change] = Array.isArray(out.changes) ? out.changes : [];
          const since = change === undefined ? "It is still there." : `${to} has removed it: “${change}”.`;
          return `Root cause in ${from}: ${out.before}, so those from before a change of keys were refused. ${since}`;
        },
      };
    },

    implement_fix: (turn) => {
      const version = nextPatch(versionsIn(turn).at(-1) ?? "1.0.0");
      return {
        opening: `I build ${version}, with a test for the case that failed.`,
        rounds: () => [[{ tool: "build_artifacts", args: { service: SERVICE, version } }]],
        result: ([out = {}]) => `Built the image ${out.image} with the fix; unit tests ${out.unitTests}.`,
      };
    },

    test_fix: (turn) => {
      const version = versionsIn(turn).at(-1) ?? "1.0.0";
      const environment = "staging";
      return {
        opening: `I deploy ${version} to staging and test it there.`,
        rounds: () => [
          [{ tool: "deploy", args: { environment, service: SERVICE, version } }],
          [{ tool: "run_tests", args: { suite: "smoke", environment, version } }],
        ],
        result: ([deployed = {}, tests = {}]) =>
          `${SERVICE} ${version} runs on staging at ${deployed.address}: healthy. Smoke tests: ` +
          `${tests.passed}/${tests.total} passed, ${tests.errorRatePercent} % errors.`,
      };
    },

    deploy_fix: (turn) => {
      const version = versionsIn(turn).at(-1) ?? "1.0.0";
      return {
        opening: `I deploy ${version} to production.`,
        rounds: () => [[{ tool: "deploy", args: { environment: "production", service: SERVICE, version } }]],
        result: ([out = {}]) =>
          `${SERVICE} ${version} runs in production at ${out.address}: healthy, ${pluralize(out.replicas, "replica")}.`,
      };
    },
  };
}

/** The versions that the input names, its results among it, in their order. */
function versionsIn(turn: Turn): string[] {
  return [...new Set(turn.block("input").match(/\d+\.\d+\.\d+/g))];
}

function nextPatch(version: string): string {
  return version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
}
