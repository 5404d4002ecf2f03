import type { PlanDraft } from "../drafts";

export const SERVICE = "auth-service";

/** Find the cause, mend it, test it, bring it to production; the review after the cause may end it all. */
export const authPlan: PlanDraft = {
  title: "Fix the authentication bug",
  agents: {
    analyst: {
      prompt:
        "You find out what goes wrong in services. Count before you conclude, and name versions exactly.",
      tools: ["list_deployments", "read_logs", "compare_versions"],
    },
    developer: { prompt: "You mend services with the smallest change.", tools: ["build_artifacts"] },
    releaser: {
      prompt: "You test services on staging before you deploy them to production.",
      tools: ["deploy", "run_tests"],
    },
  },
  tasks: [
    {
      id: "analyze_logs",
      title: "Analyse the logs",
      agent: "analyst",
      input: `See which versions of ${SERVICE} ran in production lately, and how many logins failed on each.`,
    },
    {
      id: "identify_cause",
      title: "Find the root cause",
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
        focus: "Is a fix needed, and is it clear what has to be mended?",
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
      agent: "developer",
      input: `Remove the root cause from ${SERVICE}, add a test for it, and build the next version: {{results.analyze_logs}} {{results.identify_cause}}`,
      dependsOn: ["review_cause"],
    },
    {
      id: "test_fix",
      title: "Test the fix",
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
          { decision: "REPLAN", when: "the fix has to be mended" },
          { decision: "ABORT", when: "the fix does harm" },
        ],
      },
    },
    {
      id: "deploy_fix",
      title: "Deploy the fix",
      agent: "releaser",
      input: "Deploy this version to production and wait for its health check: {{results.test_fix}}",
      dependsOn: ["review_fix"],
    },
  ],
};
