/** The ways in which terms can be weaker than others. */
export const WEAKNESSES = [
  "kind",
  "assignees",
  "quorum",
  "four_eyes",
  "escalation",
  "timeout",
  "form",
  "condition",
  "shown",
  "policy",
] as const;
export type Weakness = (typeof WEAKNESSES)[number];
