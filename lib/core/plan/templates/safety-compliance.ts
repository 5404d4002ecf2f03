import type { ReviewTemplate } from "./types";

export const safetyCompliance: ReviewTemplate = {
  name: "safety-compliance",
  title: "Safety and compliance",
  useWhen: "Before work that touches people, personal data, money, law or other systems' safety.",
  focus: "May this be done, and can it hurt anybody?",
  decisionPoints: [
    "Could the next tasks harm people, their data or their property, and is each such risk contained?",
    "Is every use of personal or confidential data needed, permitted and documented?",
    "Do the steps keep to the laws, licences and rules of the house that apply?",
    "Are permissions no wider than the work needs, and can every action be traced?",
  ],
  potentialOutcomes: [
    { decision: "CONTINUE", when: "no open risk is left that somebody has not knowingly accepted" },
    { decision: "REPLAN", when: "the aim can be reached in a way that keeps to the rules" },
    { decision: "ABORT", when: "the work is not permitted, or its risk cannot be contained" },
  ],
  requiresHumanApproval: true,
};
