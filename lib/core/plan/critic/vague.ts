import { reviewOf } from "../defaults";
import type { Task } from "../schema";
import { listReviewTemplates } from "../templates";
import type { PlanFacts } from "./facts";

/** Decision points that no result can answer (docs/plans.md, "Critic"). */

/** Words that carry no content: those of grammar, of praise, and of the form of plans itself. */
const EMPTY = new Set(
  `is are was were be been do does did has have had can could should would will may might must it its this that these those
  there here they we you he she i me us our your their all every each any some both no not none and or but so if then than as at by
  for from in into of off on onto over out to up with without about after before the a an what which who how why when where
  everything anything something nothing thing things way far still now yet already really very too more most much many enough
  ok okay fine good better best great well right alright correct proper properly ready done satisfied satisfactory acceptable
  happy going go goes look looks looking seem seems think feel make makes sense work works working issue issues problem
  problems task tasks step steps plan plans result results output outputs outcome outcomes review goal goals mission`.split(
    /\s+/,
  ),
);
/** A figure, a sign of comparison, or the words with which English compares. */
const MEASURED =
  /\p{N}|[<>=≤≥≠%]|\b(?:at (?:least|most)|(?:more|less|fewer|higher|lower|larger|smaller|\p{L}{2,}er) than|within|below|above|between|exceeds?|each of)\b/iu;
/** Parts of which each can be looked for: "name, date and total", "(a) … (b) …". */
const ENUMERATED =
  /[,、，]\s*[^,、，]+(?:,\s*(?:and|or|und|oder|et|ou|y|o)|\s(?:and|or|und|oder|et|ou|y|o)|[,、，])\s/iu;

/** The reviewed work's words, by which a question can be about it. */
export function subjectOf({ byId, subject }: PlanFacts, task: Task): ReadonlySet<string> {
  const judged = reviewOf(task).previousTasks.flatMap((id) => byId.get(id) ?? []);
  const said = judged.map(({ title, input, details, verification, outputSchema }) =>
    JSON.stringify([title, input, details, verification, outputSchema]),
  );
  return new Set([subject, ...said].flatMap(stemsOf));
}

const OF_TEMPLATES = new Set(listReviewTemplates().flatMap(({ decisionPoints }) => decisionPoints));
const ENGLISH =
  /\b(?:is|are|was|were|should|we|our|do|does|did|has|have|can|the|of|it|this|that|and|any|every\p{L}*)\b/iu;
const TOTALS = new Set(["all", "every", "each", "both", "no"]);
/** Which part of the plan or of a scale is meant measures nothing. */
const NUMBERED =
  /\b(?:tasks?|steps?|phases?|stages?|points?|checkpoints?)\s+\p{N}+(?:\s*(?:,|and|to|or|-)\s*\p{N}+)*|\bscale of \S+ to \S+/giu;

/** Names a question no measure of the work and no parts of it, and has hardly any content, less than three words where it shares none with the work? Points of templates are about any. */
export function isVague(question: string, subject: ReadonlySet<string>): boolean {
  const asked = question.replace(NUMBERED, " ");
  if (OF_TEMPLATES.has(question) || MEASURED.test(asked) || ENUMERATED.test(asked)) return false;
  const words = wordsOf(asked);
  // In another language nobody knows which of its words are empty.
  if (words.some((word) => !EMPTY.has(word)) && !ENGLISH.test(asked)) return false;
  // All of something that can be counted is a measure.
  if (words.some((word, index) => TOTALS.has(words[index - 1] ?? "") && !EMPTY.has(word))) return false;
  const stems = new Set(stemsOf(asked));
  const isShared = [...stems].some((stem) => subject.has(stem));
  return stems.size < (isShared ? 2 : 3);
}

/** The beginnings of the words that carry content. */
const stemsOf = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => !EMPTY.has(word))
    .map(stemOf);
const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{M}]+/gu) ?? [];

/** Without an ending, and no longer than what most forms of a word have in common. */
function stemOf(word: string): string {
  const stem = word.replace(/(?:ies|ing|ed|es|s|e|y|en|er)$/u, "");
  return (stem.length < 3 ? word : stem).slice(0, 6);
}
