import { type PlanDraft, says, type TaskDraft } from "../drafts";

/** The plans of the cloud story: the first region, and another one after its quota turned out too small. */

export const SERVICE = "storefront";
export const VERSION = "1.4.0";
export const DATABASE_VERSION = "17.2";

const planner = {
  prompt: "You work out what services need, and what an account allows. Give numbers with their units.",
  tools: ["estimate_resources", "check_quota"],
};
const provisioner = {
  prompt:
    "You settle quotas with the cloud provider and create servers. Report what was granted and created.",
  tools: ["request_quota", "create_servers"],
};
const deployer = { prompt: "You deploy services and report where they run.", tools: ["deploy"] };
const tester = { prompt: "You test deployed services and report what you measured.", tools: ["run_tests"] };

const ALL_CREATED =
  '(or (= (get data/result "created") (get data/result "wanted")) ' +
  '(str "Only " (get data/result "created") " of " (get data/result "wanted") " servers could be created"))';

const checkQuota = (id: string, region: string): TaskDraft => ({
  id,
  title: `Quota in ${region}`,
  ...says("CPUs are free", "The result does not say how many CPUs are free"),
  agent: "planner",
  input: `How many CPUs may the account use in ${region}, and how many of them are free?`,
});

/** From the servers to the smoke tests; `suffix` tells the second region from the first. */
function setUp(region: string, suffix: string, after: string): TaskDraft[] {
  const id = (stem: string): string => `${stem}${suffix}`;
  const old = (stem: string) => (suffix === "" ? {} : { replaces: stem });
  return [
    {
      id: id("create_servers"),
      ...old("create_servers"),
      title: "Create the servers",
      agent: "provisioner",
      input: `Create the servers for version ${VERSION} of ${SERVICE} in ${region}: {{results.estimate_needs}}`,
      dependsOn: [after],
      outputSchema: "{region :string, created :int, wanted :int}",
      verification: ALL_CREATED,
    },
    {
      id: id("deploy_database"),
      ...old("deploy_database"),
      title: "Deploy the database",
      ...says(": healthy", "The result does not say that the database is healthy"),
      agent: "deployer",
      input: `Deploy version ${DATABASE_VERSION} of ${SERVICE}-db to production: {{results.${id("create_servers")}}}`,
      dependsOn: [id("create_servers")],
    },
    {
      id: id("deploy_application"),
      ...old("deploy_application"),
      title: "Deploy the application",
      ...says(": healthy", "The result does not say that the application is healthy"),
      agent: "deployer",
      input: `Deploy version ${VERSION} of ${SERVICE} to production, with this database: {{results.${id("deploy_database")}}}`,
      dependsOn: [id("deploy_database")],
    },
    {
      id: id("review_services"),
      ...old("review_services"),
      title: "Review of the deployment",
      type: "planning_review",
      dependsOn: [id("deploy_database"), id("deploy_application")],
      review: {
        focus: "Do both services run, so that testing them makes sense?",
        previousTasks: [id("deploy_database"), id("deploy_application")],
        decisionPoints: ["Is the database healthy?", "Is the deployment of the application healthy?"],
        potentialOutcomes: [
          { decision: "CONTINUE", when: "both services are healthy" },
          { decision: "REPLAN", when: "one of them has to be redeployed" },
          { decision: "ABORT", when: "they cannot run on these servers" },
        ],
      },
    },
    {
      id: id("smoke_tests"),
      ...old("smoke_tests"),
      title: "Run the smoke tests",
      ...says("[0-9]+/[0-9]+ passed", "The result does not say how many tests passed"),
      agent: "tester",
      input: `Run the smoke suite on production against version ${VERSION}.`,
      dependsOn: [id("review_services")],
    },
  ];
}

export const firstPlan: PlanDraft = {
  title: "Web application in the cloud",
  agents: { planner, provisioner, deployer, tester },
  tasks: [
    {
      id: "estimate_needs",
      title: "Estimate the needs",
      ...says("needs [0-9]+ CPUs", "The result does not say how many CPUs are needed"),
      agent: "planner",
      input: `How many servers and CPUs does version ${VERSION} of ${SERVICE} need at its expected load?`,
    },
    checkQuota("check_quota", "eu-central"),
    {
      id: "review_capacity",
      title: "Review of the needs",
      type: "planning_review",
      dependsOn: ["estimate_needs", "check_quota"],
      review: {
        focus: "Is it clear what has to be asked of the provider?",
        previousTasks: ["estimate_needs", "check_quota"],
        decisionPoints: [
          "Is it known how many CPUs the application needs?",
          "Is it known how many CPUs are free?",
        ],
        potentialOutcomes: [
          { decision: "CONTINUE", when: "what is missing can be asked for" },
          { decision: "REPLAN", when: "another region or another size fits better" },
          { decision: "ABORT", when: "the application can never fit" },
        ],
      },
    },
    {
      id: "request_quota",
      title: "Ask for more quota",
      ...says("granted|refused", "The result does not say what the provider answered"),
      agent: "provisioner",
      input:
        "Ask for the CPUs that are missing in eu-central: {{results.estimate_needs}} {{results.check_quota}}",
      dependsOn: ["review_capacity"],
    },
    {
      id: "review_infrastructure",
      title: "Review of the quota",
      type: "planning_review",
      dependsOn: ["estimate_needs", "check_quota", "request_quota"],
      review: {
        focus: "Can the servers be created as they are needed?",
        previousTasks: ["estimate_needs", "check_quota", "request_quota"],
        decisionPoints: ["Was the missing quota granted?", "Do the free CPUs suffice?"],
        potentialOutcomes: [
          { decision: "CONTINUE", when: "the quota holds all servers" },
          { decision: "REPLAN", when: "there is another way to the servers" },
          { decision: "ABORT", when: "the provider refuses what the application cannot do without" },
        ],
      },
    },
    ...setUp("eu-central", "", "review_infrastructure"),
  ],
};

/** The same in the region with more room, from its quota on. */
export const otherRegion: PlanDraft = {
  title: "Web application in the cloud, in another region",
  agents: { planner, provisioner, deployer, tester },
  tasks: [
    checkQuota("check_quota_v2", "eu-north"),
    {
      id: "review_infrastructure_v2",
      replaces: "review_infrastructure",
      title: "Review of eu-north",
      type: "planning_review",
      dependsOn: ["estimate_needs", "check_quota_v2"],
      review: {
        focus: "Does eu-north hold what eu-central does not?",
        previousTasks: ["estimate_needs", "check_quota_v2"],
        decisionPoints: ["Is it known how many CPUs are free?", "Do the free CPUs suffice?"],
        potentialOutcomes: [
          { decision: "CONTINUE", when: "the quota holds all servers" },
          { decision: "ABORT", when: "there is no room here either" },
        ],
      },
    },
    ...setUp("eu-north", "_v2", "review_infrastructure_v2"),
  ],
};
