import type { ReviewTemplate } from "./types";

export const postIncident: ReviewTemplate = {
  name: "post-incident",
  title: "After an incident",
  useWhen: "After something failed or did harm, before work goes on as if nothing had happened.",
  focus: "Is the cause understood and removed, and has the damage been made good?",
  decisionPoints: [
    "Is the incident over, and is its whole effect known?",
    "Is the cause proven by evidence, not only plausible?",
    "Would the mended way have prevented it, and would it be noticed sooner next time?",
    "Do the remaining tasks rest on anything that the incident made wrong?",
  ],
  potentialOutcomes: [
    { decision: "CONTINUE", when: "the cause is removed and the remaining tasks are not affected" },
    { decision: "REPLAN", when: "causes or consequences remain that new tasks can deal with" },
    { decision: "COMPLETE", when: "all is restored and nothing is left to do" },
    { decision: "ABORT", when: "going on would repeat the harm" },
  ],
  requiresHumanApproval: true,
};
