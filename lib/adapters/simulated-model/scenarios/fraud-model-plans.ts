import { type PlanDraft, type ReviewDraft, says, type TaskDraft } from "../drafts";

/** The plans of the fraud-model story: the first one, and the tail after its accuracy turned out too low. */

export const MIN_ACCURACY_PERCENT = 97;
export const MAX_P95_MS = 100;

const engineer = {
  prompt: "You prepare machine-learning models for deployment. State file names, sizes and versions exactly.",
  tools: ["export_model", "package_dependencies"],
};
const scientist = {
  prompt:
    "You find out why a model's quality falls short, and improve it. Name the root cause before you act.",
  tools: ["analyze_failures", "retrain_model", "export_model", "package_dependencies"],
};
const releaser = {
  prompt:
    "You deploy services and shift traffic. Report the address, the version and the health of what runs.",
  tools: ["deploy", "ramp_traffic"],
};
/** Has no tool that reaches production: what holds production back does not hold it. */
const stager = {
  prompt: "You deploy services to staging. Report the address, the version and the health of what runs.",
  tools: ["deploy_staging"],
};
const tester = {
  prompt: "You test deployed versions and report passed and failed cases, accuracy and latency as measured.",
  tools: ["run_tests"],
};

const artifactsReview: ReviewDraft = {
  focus: "Are the exported model and its package ready for deployment?",
  previousTasks: ["export_model", "package_dependencies"],
  decisionPoints: [
    "Was the ONNX export validated?",
    "Are all dependencies pinned to versions?",
    "Is the package within the size limit?",
  ],
  potentialOutcomes: [
    { decision: "CONTINUE", when: "the artifacts can go to staging" },
    { decision: "REPLAN", when: "the export or the package has to be fixed" },
    { decision: "ABORT", when: "the model cannot be deployed at all" },
  ],
};

function stagingReview(previousTasks: string[]): ReviewDraft {
  return {
    focus: "Is this version good enough for production?",
    previousTasks,
    decisionPoints: [
      "Is the staging deployment healthy?",
      "Do all validation tests pass?",
      `Is the accuracy above ${MIN_ACCURACY_PERCENT} %?`,
      `Is the p95 latency below ${MAX_P95_MS} ms?`,
      "Does it hold 1000 requests a minute?",
    ],
    potentialOutcomes: [
      { decision: "CONTINUE", when: "every requirement is met" },
      { decision: "REPLAN", when: "accuracy or performance has to improve first" },
      { decision: "ABORT", when: "the model cannot meet the requirements" },
    ],
  };
}

/** From staging to full traffic; `suffix` tells the second time from the first. */
function release(version: string, suffix: string, after: string[]): TaskDraft[] {
  const id = (stem: string): string => `${stem}${suffix}`;
  const isNewest = suffix !== "" || version === "v1";
  const old = (stem: string) => (suffix === "" ? {} : { replaces: stem });
  return [
    {
      id: id("deploy_staging"),
      title: suffix === "" ? "Deploy to staging" : "Redeploy the improved model to staging",
      ...says(": healthy", "The result does not say that staging is healthy"),
      agent: "stager",
      input: `Deploy ${isNewest ? "the newest version" : `version ${version}`} of the service fraud-model to staging and wait for its health check.`,
      dependsOn: after,
    },
    {
      id: id("validate_staging"),
      title: suffix === "" ? "Run the validation tests" : "Rerun the validation tests",
      ...says("accuracy [0-9.]+ %", "The result gives no accuracy"),
      agent: "tester",
      input: `Run the validation and the load suite on staging against version ${version}: {{results.${id("deploy_staging")}}}`,
      details: [
        "100 functional cases and the accuracy on held-out transactions",
        "Load of 1000 requests a minute",
        `p95 latency below ${MAX_P95_MS} ms`,
      ],
      dependsOn: [id("deploy_staging")],
    },
    {
      id: id("review_staging"),
      title: "Review of the staging validation",
      type: "planning_review",
      dependsOn: [id("deploy_staging"), id("validate_staging")],
      review: stagingReview([id("deploy_staging"), id("validate_staging")]),
    },
    {
      id: id("approve_production"),
      ...old("approve_production"),
      title: "Approval for production",
      type: "human_review",
      dependsOn: [id("review_staging"), id("validate_staging")],
      gate: {
        prompt: `Version ${version} of the fraud detection model has been through validation on staging. May it go to production, where it will decide on real transactions?`,
      },
    },
    {
      id: id("deploy_production"),
      ...old("deploy_production"),
      title: "Deploy to production",
      ...says(": healthy", "The result does not say that production is healthy"),
      agent: "releaser",
      input: `Deploy version ${version} of the service fraud-model to production and wait for its health check.`,
      details: ["Autoscaling from 2 to 10 replicas", "Monitoring and alerts switched on"],
      dependsOn: [id("approve_production")],
    },
    {
      id: id("smoke_production"),
      ...old("smoke_production"),
      title: "Run the production smoke tests",
      ...says("[0-9]+/[0-9]+ passed", "The result does not say how many tests passed"),
      agent: "tester",
      input: `Run the smoke suite on production against version ${version}: {{results.${id("deploy_production")}}}`,
      dependsOn: [id("deploy_production")],
    },
    {
      id: id("ramp_traffic"),
      ...old("ramp_traffic"),
      title: "Ramp up the traffic",
      ...says("up to 100 %", "The traffic is not on the new version"),
      agent: "releaser",
      input: `Shift production traffic to version ${version} of fraud-model in the stages 5, 25, 50 and 100 percent: {{results.${id("smoke_production")}}}`,
      dependsOn: [id("smoke_production")],
    },
  ];
}

export const firstPlan: PlanDraft = {
  title: "Fraud detection model to production",
  agents: { engineer, stager, releaser, tester },
  tasks: [
    {
      id: "export_model",
      title: "Export the model to ONNX",
      ...says("graph is validated", "The exported graph is not validated"),
      agent: "engineer",
      input: "Export version v1 of the model fraud-model to ONNX and validate the exported graph.",
    },
    {
      id: "package_dependencies",
      title: "Package the dependencies",
      ...says("MB of [0-9]+ MB allowed", "The result gives no size"),
      agent: "engineer",
      input: "Package the pinned requirements, the preprocessing and the configuration of fraud-model v1.",
    },
    {
      id: "review_artifacts",
      title: "Review of the model artifacts",
      type: "planning_review",
      dependsOn: ["export_model", "package_dependencies"],
      review: artifactsReview,
    },
    ...release("v1", "", ["review_artifacts"]),
  ],
};

/** Everything from the review that found the accuracy too low to the end of the mission. */
export const improvedTail: PlanDraft = {
  title: "Improve the fraud detection model, then release it",
  agents: { scientist, stager, releaser, tester },
  tasks: [
    {
      id: "analyze_failures",
      title: "Analyze the accuracy and the failed tests",
      ...says("Root cause", "The result names no root cause"),
      agent: "scientist",
      input:
        "Find the common cause of the failed tests and wrong predictions of version v1 on staging: {{results.validate_staging}}",
    },
    {
      id: "retrain_model",
      title: "Retrain the model",
      ...says("Retrained", "The result names no new version"),
      agent: "scientist",
      input: "Remove the cause: retrain fraud-model from v1, then export and package the new version v2.",
      details: [`Target: accuracy above ${MIN_ACCURACY_PERCENT} %`],
      dependsOn: ["analyze_failures"],
    },
    ...release("v2", "_v2", ["retrain_model"]),
  ],
};

const retrainedReview: ReviewDraft = {
  ...artifactsReview,
  focus: "Are the retrained model and its package ready for deployment?",
  previousTasks: ["retrain_model"],
  decisionPoints: ["Was the export of the new version validated?", "Is the package within the size limit?"],
};

/** The first plan of who knows by a lesson that the model has to be retrained before it is judged on staging. */
export const taughtPlan = (lesson: string): PlanDraft => ({
  title: "Retrained fraud detection model to production",
  agents: { scientist, stager, releaser, tester },
  tasks: [
    {
      id: "retrain_model",
      title: "Retrain the model with recent transactions",
      ...says("Retrained", "The result names no new version"),
      agent: "scientist",
      input: "Retrain fraud-model from v1, then export and package the new version v2.",
      details: [`Target: accuracy above ${MIN_ACCURACY_PERCENT} %`, `Lesson of an earlier run: ${lesson}`],
    },
    {
      id: "review_artifacts",
      title: "Review of the retrained model",
      type: "planning_review",
      dependsOn: ["retrain_model"],
      review: retrainedReview,
    },
    ...release("v2", "", ["review_artifacts"]),
  ],
});
