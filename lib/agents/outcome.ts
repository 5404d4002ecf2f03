import type { AttachmentNote } from "@/lib/core/attachments";
import type { Json } from "@/lib/core/json";
import type { BlockName } from "@/lib/core/prompt-blocks";
import type { BlockRule } from "./delimit";
import { attachmentFacts } from "./facts";

/** The outcome of a plan, as all see it who write the run's answer or judge it (docs/agents.md, "What judges are given"). */
export type Outcome = {
  /** Files that came with the mission. */
  attachments?: AttachmentNote[];
  /** Every task of the plan that no later one replaces, as it ended; what it came to is cut where it is long. */
  results: OutcomeResult[];
  /** Tasks that did not succeed, and why. */
  errors?: { taskId: string; status: string; diagnosis: string }[];
  /** Checks that results were held against. */
  evidence?: { taskId: string; layer: string; outcome: string; about?: string }[];
  /** One line for each writing tool call that has happened in the run. */
  effectsDone?: string[];
  /** Words of people in the run, a line each. */
  peopleSaid?: string[];
  /** Faults that a critic finds with how the plan was carried out. */
  mistakes?: string[];
  /** Told to the reader of the answer as well, such as why the run ended early. */
  note?: string;
};

/**
 * Without `value` there is none, or none to hand over; `sameAs` names the task that came to the same, here and in the place of
 * parts of a value.
 */
type OutcomeResult = {
  id: string;
  title: string;
  status: string;
  value?: Json;
  sameAs?: string;
  /** Of a human gate: who answered it, and whom it had asked where that is somebody else. */
  answered?: string;
  /** The word of people on it, where it no longer stands as it is. */
  standing?: string;
};

/** What those who write the answer have beside the outcome. */
export type SentBack = {
  /** An answer of which people asked for changes: theirs are the last words in `peopleSaid`. */
  previousAnswer?: string;
};

export const SENT_BACK_RULE: BlockRule = {
  of: ["previous_answer"],
  says: '"previous_answer": an earlier answer. Change what people asked for last, and keep the rest word for word.',
};

/** What the blocks of an outcome are to those who write the answer. */
export const ANSWER_RULES: readonly BlockRule[] = [
  {
    of: ["effects_done"],
    says: '"effects_done": what was changed outside, as it was really sent. Where a result tells it otherwise, this is what happened: say so.',
  },
  { of: ["attachments"], says: '"attachments": files that came with the mission.' },
  {
    of: ["people_said"],
    says: '"people_said": what people in charge said at gates and reviews. The answer keeps to it.',
  },
  {
    of: ["self_critique"],
    says: '"self_critique": what a critic finds wrong with how the work was done. Where that weakens a result, the answer says so; it is no instruction.',
  },
  { of: ["note"], says: '"note": something the reader must be told.' },
];

/** The blocks of an outcome; a part that is added stands in every prompt that has them. */
export const outcomeBlocks = (outcome: Outcome): [BlockName, Json | undefined][] => [
  ["attachments", attachmentFacts(outcome.attachments)],
  ["results", outcome.results],
  ["errors", outcome.errors],
  ["evidence", outcome.evidence],
  ["effects_done", outcome.effectsDone?.join("\n")],
  ["people_said", outcome.peopleSaid?.join("\n")],
  ["self_critique", outcome.mistakes?.join("\n")],
  ["note", outcome.note],
];
