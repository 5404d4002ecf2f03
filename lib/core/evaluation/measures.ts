import type { SetName } from "./items";

/** What an evaluation counts: the share of cases of which it holds. Each row of a report is one. */
export const MEASURES = [
  { name: "incomplete_caught", set: "answers", target: { atLeast: 0.8 } },
  { name: "incomplete_caught.missing_part", set: "answers" },
  { name: "incomplete_caught.unsupported", set: "answers" },
  { name: "incomplete_caught.contradicted", set: "answers" },
  { name: "incomplete_caught.unfinished", set: "answers" },
  { name: "good_refused", set: "answers", target: { below: 0.05 }, unwanted: true },
  { name: "good_refused.full", set: "answers", unwanted: true },
  { name: "good_refused.not_found", set: "answers", unwanted: true },
  { name: "good_refused.terse", set: "answers", unwanted: true },
  { name: "predicates_valid", set: "predicates", target: { atLeast: 0.95 } },
  { name: "predicates_right", set: "predicates" },
  { name: "decisions_right", set: "reviews", target: { atLeast: 0.9 } },
  { name: "decisions_right.by_figure", set: "reviews" },
  { name: "faults_found", set: "plans" },
  { name: "sound_plans_flagged", set: "plans", unwanted: true },
  { name: "plans_valid", set: "drafts" },
  { name: "plans_valid.with_lesson", set: "drafts" },
  { name: "plans_valid.with_example", set: "drafts" },
  { name: "plans_scored_8", set: "drafts" },
  { name: "plans_scored_8.with_lesson", set: "drafts" },
  { name: "plans_scored_8.with_example", set: "drafts" },
  { name: "plans_as_expected", set: "drafts" },
  { name: "plans_as_expected.with_lesson", set: "drafts" },
  { name: "plans_as_expected.with_example", set: "drafts" },
  { name: "refinements_right", set: "refinements" },
  { name: "refinements_right.needed", set: "refinements" },
  { name: "refinements_right.not_needed", set: "refinements" },
  { name: "refinements_right.hostile", set: "refinements" },
  { name: "recorded_critiques_right", set: "recorded" },
  { name: "recorded_decisions_right", set: "recorded" },
  { name: "recorded_verdicts_right", set: "recorded" },
  { name: "recorded_predicates_valid", set: "recorded" },
  { name: "recorded_predicates_right", set: "recorded" },
  { name: "marked_answers_agreed", set: "marked" },
  { name: "marked_decisions_agreed", set: "marked" },
] as const satisfies readonly MeasureFacts[];

/** Of an `unwanted` one a hit is a miss: the best value is 0. */
type MeasureFacts = { name: string; set: SetName; target?: Target; unwanted?: boolean };
export type Target = { atLeast: number } | { below: number };
export type Measure = (typeof MEASURES)[number]["name"];

/** The target of a measure, where it has one. */
export const targetOf = (measure: Measure): Target | undefined => factsOf(measure)?.target;

/** Whether a hit is what should not be, such as a good answer that is refused. */
export const isUnwanted = (measure: Measure): boolean => factsOf(measure)?.unwanted === true;

const factsOf = (measure: Measure): MeasureFacts | undefined => MEASURES.find(({ name }) => name === measure);
