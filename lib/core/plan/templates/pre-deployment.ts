import type { ReviewTemplate } from "./types";

export const preDeployment: ReviewTemplate = {
  name: "pre-deployment",
  title: "Before a deployment",
  useWhen: "Before anything goes to where people use it: a release, a migration, a change of configuration.",
  focus: "Is what was built fit to be released, and can it be taken back?",
  decisionPoints: [
    "Did every test and check pass on exactly the version that is to be released?",
    "Is there a tried way back, and is it known how long it takes?",
    "Will monitoring show within minutes that something went wrong?",
    "Do all who depend on it know of the change and of its time?",
  ],
  potentialOutcomes: [
    { decision: "CONTINUE", when: "all checks passed on this version and the way back is ready" },
    { decision: "REPLAN", when: "a check failed or is missing and can be made good" },
    { decision: "ABORT", when: "the release would do harm that cannot be taken back" },
  ],
  requiresHumanApproval: true,
};
