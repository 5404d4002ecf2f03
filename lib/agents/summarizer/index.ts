import type { Json, JsonObject } from "@/lib/core/json";
import { asFlag, Fields } from "@/lib/core/plan/read/fields";
import { Report } from "@/lib/core/plan/read/report";
import { roleLine } from "@/lib/core/prompt-blocks";
import { isBlank } from "@/lib/core/review/exact-form";
import { type BlockRule, DATA_RULE, promptOf } from "../delimit";
import { ANSWER_RULES, type Outcome, outcomeBlocks, SENT_BACK_RULE, type SentBack } from "../outcome";
import { objectWith, scoreOf, textsOf } from "../read-answer";
import type { Parsed, Role } from "../role";
import { closed, orNull } from "../strict-schema";

type SummarizerInput = Outcome &
  SentBack & {
    mission: string;
    /** Iterations so far, oldest first: `[Iteration n] reason`. */
    history: string[];
  };

export type SummarizerOutput = {
  /** Whether the mission was achieved, in one sentence; absent where it was not said apart. */
  outcome?: string;
  /** May name results that are to be handed over whole, as placeholders. */
  finalAnswer: string;
  /** 0 to 1. */
  qualityScore: number;
  qualityReasoning: string;
  needReplan: boolean;
  /** Empty when nothing is missing. */
  replanReason: string;
  usedEvidence: string[];
};

const NO_SUMMARY = "There is no JSON object with a finalAnswer in it.";
const NO_FLAG = "needReplan must be true or false.";
const NO_SCORE = "qualityScore must be a number from 0 to 1.";
const NO_REASON = "needReplan is true, so replanReason must say what is missing.";
const fieldsOf = (object: JsonObject): Fields => new Fields(object, "", new Report());

const text: JsonObject = { type: "string" };

const REQUIRED: JsonObject = closed({
  finalAnswer: text,
  qualityScore: { type: "number", minimum: 0, maximum: 1 },
  qualityReasoning: text,
  needReplan: { type: "boolean" },
  replanReason: orNull(text),
  usedEvidence: { type: "array", items: text },
});

/** The summarizer's structured answer; one that opens with the outcome has it not apart. */
const SUMMARY_ANSWER: JsonObject = {
  ...REQUIRED,
  properties: { outcome: text, ...(REQUIRED.properties as JsonObject) },
};

const SYSTEM = `${roleLine("summarizer")}
A plan has been carried out. You write the answer for the person who gave the mission, judge how far it fulfils the mission, and say whether something has to be added.

How to answer
- "outcome": whether the mission was achieved, in one sentence. It is shown with the answer.
- "finalAnswer": what the mission asks for, in the form and length that it asks for; where it asks for none, the results that show the outcome in at most 200 words, with their numbers as they stand, and what the reader has to know or do next. It does not repeat the outcome. Claim nothing that the results do not show. Plain text or light Markdown.
- Where the mission asks for a document, a text or data that a task's result is already, hand it over whole and unchanged: write {{results.<task id>}} or {{results.<task id>.<key>}} on a line of its own, and the result stands in its place. What the reader must know of it stands before or behind it.
- What failed and was done by another task instead is no part of the answer.
- "qualityScore": 0 (nothing of the mission is fulfilled) to 1 (all of it, and shown). "qualityReasoning": what the score rests on, in at most three sentences.
- "needReplan": true only when the mission asks for something that the results lack and further tasks could bring. What would merely be nice is no reason, nor is work that failed for a cause which nobody can remove.
- "replanReason": exactly what is missing, so that a planner can write tasks for it without asking; null when nothing is.
- "usedEvidence": ids of the tasks whose results the answer rests on.
- Somebody else decides whether there is another iteration: neither the score nor needReplan is to anticipate that.

Answer with one JSON object alone: {"outcome", "finalAnswer", "qualityScore", "qualityReasoning", "needReplan", "replanReason", "usedEvidence"}.

${DATA_RULE}`;

const RULES: readonly BlockRule[] = [
  {
    of: ["results"],
    says: '"results": every task of the plan with its status and what it came to, or the task whose result is the same ("sameAs"); "standing" says that people sent a result back or changed it: it is no part of the answer. "answered" names who agreed, and nobody else did.',
  },
  { of: ["errors"], says: '"errors": what did not succeed, and why.' },
  {
    of: ["evidence"],
    says: '"evidence": the checks that results were held against, and how they came out. A result without one is somebody\'s word.',
  },
  ...ANSWER_RULES,
  SENT_BACK_RULE,
  {
    of: ["history"],
    says: '"history": iterations so far, and what each was to add. Look whether it is there now.',
  },
];

/** Writes the answer to a mission whose plan was carried out, judges it, and says what is missing. */
export const summarizer: Role<SummarizerInput, SummarizerOutput> = {
  name: "summarizer",
  version: "13",
  output: { name: "summary", schema: SUMMARY_ANSWER },
  buildPrompt: ({ mission, history, previousAnswer, ...outcome }) =>
    promptOf(SYSTEM, RULES, [
      ["mission", mission],
      ...outcomeBlocks(outcome),
      ["previous_answer", previousAnswer],
      ["history", history.join("\n")],
    ]),
  parse: readSummary,
};

/**
 * The summary in the first object that has an answer, whatever stands around it; keys in camelCase or snake_case.
 * Whether to go on, and how good it is, must be said: neither is ever assumed.
 */
function readSummary(text: string): Parsed<SummarizerOutput> {
  const read = objectWith(text, SUMMARY_ANSWER, "finalAnswer") ?? objectWith(text, SUMMARY_ANSWER, "answer");
  const fields = read && fieldsOf(read.said);
  const finalAnswer = fields && answerText(fields.find(["final_answer", "answer"])?.value ?? null);
  if (!fields || !finalAnswer) return { ok: false, problem: NO_SUMMARY };
  const needReplan = asFlag(fields.find(["need_replan", "needs_replan"])?.value ?? null);
  if (needReplan === undefined) return { ok: false, problem: NO_FLAG };
  const qualityScore = scoreOf(fields.find(["quality_score", "score"])?.value);
  if (qualityScore === undefined) return { ok: false, problem: NO_SCORE };
  const missing = fields.text(["replan_reason"])?.trim() ?? "";
  const replanReason = isBlank(missing) ? "" : missing;
  if (needReplan && replanReason === "") return { ok: false, problem: NO_REASON };
  const qualityReasoning = fields.text(["quality_reasoning", "reasoning"])?.trim() ?? "";
  const outcome = fields.text(["outcome"])?.trim() ?? "";
  const usedEvidence = textsOf(fields.find(["used_evidence", "evidence"])?.value);
  return {
    ok: true,
    value: {
      ...(outcome !== "" && { outcome }),
      finalAnswer,
      qualityScore,
      qualityReasoning,
      needReplan,
      replanReason,
      usedEvidence,
    },
    ...read.noted,
  };
}

/** Models now and then answer with data where text is asked for. */
function answerText(value: Json): string {
  return typeof value === "string" ? value.trim() : value === null ? "" : JSON.stringify(value, null, 2);
}
