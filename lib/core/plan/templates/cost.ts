import type { ReviewTemplate } from "./types";

export const cost: ReviewTemplate = {
  name: "cost",
  title: "Cost",
  useWhen: "Before an expensive stretch of work, and now and then in long runs.",
  focus: "Is what is still to come worth what it will cost?",
  decisionPoints: [
    "What has been spent so far, compared with what was expected for this progress?",
    "What will the remaining tasks cost, and does that stay within the budget?",
    "Is there a cheaper way to a result that is good enough?",
  ],
  potentialOutcomes: [
    { decision: "CONTINUE", when: "the expected cost stays within the budget" },
    { decision: "REPLAN", when: "the rest can be done for less, or some of it can be left out" },
    { decision: "COMPLETE", when: "what there is already suffices" },
    { decision: "ABORT", when: "no useful result can be had within the budget" },
  ],
  requiresHumanApproval: false,
};
