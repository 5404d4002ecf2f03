export const CRITERIA = ["completeness", "accuracy", "clarity"] as const;
export type Criterion = (typeof CRITERIA)[number];

/** What an answer is held against when nobody says otherwise. */
export const DEFAULT_CRITERIA: Readonly<Record<Criterion, string>> = {
  completeness: "Every part of the question is answered.",
  accuracy: "Each claim is shown by what was found out, with the figures exactly as they stand there.",
  clarity: "It is in order, and understood without knowing how it came about.",
};

export const DEFAULT_THRESHOLD = 0.8;
export const DEFAULT_MAX_REVISIONS = 2;
export const MAX_REVISIONS_LIMIT = 10;
