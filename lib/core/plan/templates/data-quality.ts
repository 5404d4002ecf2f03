import type { ReviewTemplate } from "./types";

export const dataQuality: ReviewTemplate = {
  name: "data-quality",
  title: "Quality of data",
  useWhen: "After data was collected or transformed, before analyses, models or reports build on it.",
  focus: "Can the next tasks rely on this data?",
  decisionPoints: [
    "Is the data complete: are the expected sources, periods and numbers of rows there?",
    "Are values plausible: types, ranges, units, share of missing ones?",
    "Are there duplicates or contradictions between sources?",
    "Does it represent what the mission asks about, without a bias that would change the answer?",
  ],
  potentialOutcomes: [
    { decision: "CONTINUE", when: "the data suffices, and its known gaps do not change the result" },
    { decision: "REPLAN", when: "data has to be collected again, cleaned or completed" },
    { decision: "ABORT", when: "data of the needed quality cannot be had" },
  ],
  requiresHumanApproval: false,
};
