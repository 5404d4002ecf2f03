/** The parts of a check that a person gave a task, each of which can be changed. */
export const CHECK_WEAKNESSES = [
  "predicate",
  "schema",
  "model_review",
  "refusal",
  "source",
  "measure",
] as const;

/** The ways in which terms can be weaker than others, and what else a version can take away. */
export const WEAKNESSES = [
  "kind",
  "assignees",
  "quorum",
  "four_eyes",
  "escalation",
  "timeout",
  "reason",
  "form",
  "condition",
  "shown",
  "policy",
  ...CHECK_WEAKNESSES,
  "unchecked",
] as const;
export type Weakness = (typeof WEAKNESSES)[number];
