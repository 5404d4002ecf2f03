import {
  announcesOwn,
  beforeAnnouncement,
  isUnable,
  type Quotations,
  quotationsOf,
  reportsOthers,
  takesBack,
  withoutQuotations,
} from "../answers/quotation";
import { scanJson } from "../answers/scan-json";
import { withoutAsides } from "../answers/thinking";
import { cleanJson, isJsonObject, type Json, type JsonObject } from "../json";
import { readPlan } from "../plan/read/plan";
import { DECISIONS, type Decision } from "../plan/words";
import { cleanText } from "../text";
import { decisionsIn, fieldsOfJson } from "./json-answer";
import { type AnswerSections, splitSections } from "./sections";
import { type SaidDecision, spokenDecision, standaloneDecision, standaloneInCapitals } from "./spoken";
import type { DecisionFields, DecisionPointAnswer, PointAnswer, ReadDecision } from "./types";

/** What lets the work go on, or ends it as done: any doubt is enough to ask again. */
const LETS_PASS: ReadonlySet<Decision> = new Set(["CONTINUE", "COMPLETE"]);

/** A JSON object with a decision, and the text between it and the one before. */
type Answered = {
  decisions: string[];
  fields: DecisionFields;
  source: string;
  lead: string;
  ownLine: boolean;
};
/** `around` is all text outside the objects, `tail` that behind the last. */
type Parts = { objects: Answered[]; around: string; tail: string };

/**
 * Reads a reviewer's answer, in sections or as JSON (docs/agents.md, "Decisions"). It holds a decision only if exactly
 * one decision word is its own; anything less is never taken for CONTINUE. `data`: the data blocks of the request as
 * text; what stands there word for word is a quotation. A COMPLETE must bring a result.
 */
export function readDecision(text: string, data?: string): ReadDecision {
  const quotations = quotationsOf(data);
  const { isQuoted } = quotations;
  const { objects, around, tail } = partsOf(unwrapped(withoutAsides(cleanText(text))), quotations);
  const own = objects.filter(({ lead }) => !reportsOthers(lead));
  if (own.length < objects.length && !own.some(({ lead }) => announcesOwn(lead)))
    return { ok: false, reason: own.length > 0 ? "ambiguous" : "missing" };
  const sections = splitSections(around);
  const said = decisionsSaid(own, sections, isQuoted);
  const [decision] = said.alone;
  if (said.mentioned.size > 1) return { ok: false, reason: "ambiguous" };
  if (decision === undefined) return { ok: false, reason: "missing" };
  const [object] = own;
  const doubtful = object
    ? contradictsItself(decision, object, isQuoted) || !standsAlone(decision, own, { around, tail })
    : LETS_PASS.has(decision) && doubtfulText(sections);
  if (doubtful) return { ok: false, reason: "ambiguous" };
  return decisionWithFields(decision, {
    ...fieldsOfText(sections),
    ...(object && definedFields(object.fields)),
  });
}

/** The arguments of a call that is written as text and is the whole answer. */
function unwrapped(text: string): string {
  const [, call] = /^\s*<tool_call>\s*(\{[\s\S]*\})\s*(?:<\/tool_call>)?\s*$/.exec(text) ?? [];
  const found = call === undefined ? [] : scanJson(call).found;
  const value = found.length === 1 && found[0]?.salvaged === false ? found[0].value : null;
  const args = isJsonObject(value) ? (value.arguments ?? value.args ?? null) : null;
  return isJsonObject(args) ? JSON.stringify(args) : text;
}

/** The answer in JSON objects with a decision, and the text around them without quotations. */
function partsOf(text: string, { isQuoted, isQuotedObject }: Quotations): Parts {
  const objects: Answered[] = [];
  const around: string[] = [];
  let from = 0;
  for (const { start, end, value, salvaged } of scanJson(text).found) {
    // A piece of a broken answer may be an outcome that the plan foresaw, not the decision.
    if (salvaged || !isJsonObject(value)) continue;
    const source = text.slice(start, end);
    const decisions = decisionsIn(source);
    if (decisions.length === 0) continue;
    const lead = text.slice(from, start);
    around.push(lead);
    from = end;
    const object = cleanJson(value) as JsonObject;
    if (isQuoted(source) || isQuotedObject(object)) continue;
    const ownLine = /(?:^|\n)[^\S\n]*$/.test(text.slice(0, start));
    objects.push({ decisions, fields: fieldsOfJson(object), source, lead, ownLine });
  }
  const tail = text.slice(from);
  around.push(tail);
  return { objects, around: withoutQuotations(around.join("\n"), isQuoted), tail };
}

/** The decisions that are the answer's own, and all that are named where decisions stand. */
function decisionsSaid(
  objects: readonly Answered[],
  sections: AnswerSections,
  isQuoted: (text: string) => boolean,
): { alone: Set<Decision>; mentioned: Set<Decision> } {
  const alone = new Set<Decision>();
  const mentioned = new Set<Decision>();
  const take = (words: string, said: SaidDecision | undefined): void => {
    if (said?.meant) alone.add(said.decision);
    for (const word of said ? [said.decision] : decisionWords(words)) mentioned.add(word);
  };
  const corrected = sections.final && spokenDecision(sections.final);
  if (corrected && !LETS_PASS.has(corrected.decision) && corrected.meant && objects.length === 0)
    return { alone: new Set([corrected.decision]), mentioned: new Set([corrected.decision]) };
  for (const { decisions } of objects) for (const word of decisions) take(word, standaloneDecision(word));
  for (const body of sections.bodies.DECISION) {
    const line = body.split("\n", 1).join();
    if (!isQuoted(`DECISION: ${line}`)) take(line, standaloneDecision(line) ?? spokenDecision(line));
  }
  for (const line of looseLines(sections)) {
    const said = standaloneInCapitals(line) ?? sentence(line);
    if (said && !isQuotedLine(line, isQuoted)) take(line, said);
  }
  return { alone, mentioned };
}

/** "My decision is ABORT." What lets the work go on is not taken from a sentence. */
function sentence(line: string): SaidDecision | undefined {
  const [, words = ""] =
    /^\W*(?:my|our|the) (?:final )?decision is (?:therefore |thus |to )?(.*)$/i.exec(line) ?? [];
  const said = spokenDecision(words);
  return said && !LETS_PASS.has(said.decision) ? said : undefined;
}

/** A bare word stands in nearly all data: it is a quotation only where it is a line of its own there. */
function isQuotedLine(line: string, isQuoted: (text: string) => boolean): boolean {
  return /[\p{L}\p{N}]\W+[\p{L}\p{N}]/u.test(line) && isQuoted(line);
}

/** An object whose own words name another decision, or why the run is given up although it is not. */
function contradictsItself(
  decision: Decision,
  { fields: { reasoning = "", abortReason } }: Answered,
  isQuoted: (text: string) => boolean,
): boolean {
  const decided = withoutQuotations(reasoning, isQuoted).match(/\bdecision\b[^.\n"]{0,40}/gi) ?? [];
  if (decided.some((words) => decisionWords(words).some((word) => word !== decision))) return true;
  return decision !== "ABORT" && abortReason !== undefined && !isBlank(abortReason);
}

/**
 * JSON is the whole answer: words of any kind may contradict it, in any language. Beside a decision that stops nothing may stand
 * but a lead that ends by announcing it; beside one that lets the work go on only the announcement, or words of which
 * every figure and name stands in the object too, where that answers all its points with yes.
 */
function standsAlone(
  decision: Decision,
  own: readonly Answered[],
  { around, tail }: Pick<Parts, "around" | "tail">,
): boolean {
  if (proseOf(around) === "") return true;
  const [first, ...others] = own;
  if (!first?.ownLine || proseOf(tail) !== "" || others.some(({ lead }) => proseOf(lead) !== ""))
    return false;
  if (OTHER_WORDS.some(([word, form]) => word !== decision && form.test(around))) return false;
  const before = beforeAnnouncement(first.lead);
  if (!LETS_PASS.has(decision)) return before !== undefined;
  const earlier = proseOf(around.slice(0, Math.max(0, around.indexOf(first.lead))));
  if (before === "" && earlier === "") return true;
  const words = `${earlier}\n${before ?? proseOf(first.lead)}`;
  return passesAllPoints(first.fields) && isBornOut(words, first.source) && !isUnable(words);
}

const passesAllPoints = ({ answers = [] }: DecisionFields): boolean =>
  answers.length > 0 && answers.every(({ answer, evidence }) => answer === "yes" && evidence.trim() !== "");

const proseOf = (text: string): string => text.replace(/```[a-z]*/gi, "").trim();

/** Decisions in any case and form. */
const OTHER_WORDS: readonly (readonly [Decision, RegExp])[] = [
  ["CONTINUE", /\bcontinu(?:e|es|ed|ing)\b/i],
  ["REPLAN", /\bre-?plan/i],
  ["COMPLETE", /\bcomplete[sd]?\b/i],
  ["ABORT", /\babort/i],
];

/** Figures and names that the words give, at least one, all stand in the object as well. */
function isBornOut(words: string, source: string): boolean {
  const named = [
    ...words.matchAll(/(?<=[^.!?:\s]\s+)\p{Lu}[\p{L}\p{N}_-]+|[\p{L}_.-]*\d[\p{L}\d_.,-]*/gu),
  ].map(([name]) => name.replace(/[.,]+$/, ""));
  return named.length > 0 && named.every((name) => source.includes(name));
}

/** Words around a decision in text that leave it open whether it is meant. */
function doubtfulText({ preamble, bodies }: AnswerSections): boolean {
  const below = bodies.DECISION.map((body) => body.slice(body.split("\n", 1).join().length));
  return (
    reportsOthers(preamble) || isUnable(preamble) || below.some((text) => takesBack(text) || isUnable(text))
  );
}

/** Lines outside the sections that may hold anything: there a decision word in capitals counts too. */
function looseLines({ preamble, bodies }: AnswerSections): string[] {
  const below = bodies.DECISION.map((body) => body.slice(body.split("\n", 1).join().length));
  return [preamble, ...below, ...bodies.REASONING, ...bodies.DEVIATION].flatMap((body) => body.split("\n"));
}

function fieldsOfText(sections: AnswerSections): DecisionFields {
  const { bodies } = sections;
  const first = (list: readonly string[]): string | undefined => list.find((body) => body !== "");
  // What stands behind and below the word says why.
  const behind = first(bodies.DECISION)?.replace(/^[^\p{L}]*\p{L}+[^\p{L}\p{N}]*/u, "");
  return {
    answers: looseLines(sections).flatMap(pointAnswer),
    reasoning: (first(bodies.REASONING) ?? behind)?.replace(/^```.*$/gm, "").trim(),
    deviation: first(bodies.DEVIATION)?.trim(),
    updatedPlan: first(bodies.UPDATED_PLAN),
    finalResult: first(bodies.FINAL_RESULT)?.trim(),
    abortReason: first(bodies.ABORT_REASON)?.trim(),
  };
}

/** A line such as "✓ Latency: 85 ms" or "- Accuracy above 97 %: ✗ 94.3 %" as the answer to a decision point. */
function pointAnswer(line: string): DecisionPointAnswer[] {
  const marked = MARKED.exec(line);
  if (!marked) return [];
  const [, before = "", mark = "", after = ""] = marked;
  const text = before === "" ? after : `${before.trim().replace(/[:–—-]*$/, "")}: ${after}`;
  const [, question = "", evidence = ""] = /^\s*(.*?(?:\?|(?=[:–—]|\s-\s)|$))[\s:–—-]*(.*)$/.exec(text) ?? [];
  const answer = MARKS.find(([signs]) => signs.includes(mark))?.[1];
  const named = question.replace(/[*_`]/g, "").trim();
  if (!answer || named === "" || decisionWords(named).length > 0) return [];
  return [{ question: named, answer, evidence: evidence.replace(/[*_`]/g, "").trim() }];
}

/** Signs in front of what a reviewer found, by what they answer. */
const MARKS: readonly (readonly [signs: string, answer: PointAnswer])[] = [
  ["✓✔☑✅🟢", "yes"],
  ["⚠🟡🟠", "warning"],
  ["✗✘✖❌🔴", "no"],
  ["❓❔", "unclear"],
];
const MARKED = new RegExp(
  `^\\s*(?:[-*•]\\s+|\\d{1,3}[.)]\\s+)?([^:]{0,200}[:?–—-]\\s*)?(${MARKS.flatMap(([signs]) => [...signs]).join("|")})\\uFE0F?\\s*(.*)$`,
  "u",
);

function decisionWithFields(decision: Decision, fields: DecisionFields): ReadDecision {
  const { reasoning = "", answers, deviation = "", updatedPlan, finalResult, abortReason } = fields;
  const base = {
    ok: true,
    decision,
    reasoning,
    ...(answers?.length ? { answers } : {}),
    ...(!isBlank(deviation) && { deviation }),
  } as const;
  switch (decision) {
    case "CONTINUE":
      return base;
    case "REPLAN":
      if (updatedPlan !== undefined && holdsPlan(updatedPlan)) return { ...base, updatedPlan };
      return reasoning === "" ? { ok: false, reason: "no_plan" } : base;
    case "COMPLETE":
      if (finalResult === undefined || isBlank(finalResult)) return { ok: false, reason: "no_result" };
      return { ...base, finalResult };
    case "ABORT":
      return { ...base, abortReason: abortReason || reasoning };
  }
}

/** A plan of which parts are not read is one as well: its reader names them. */
function holdsPlan(written: Json): boolean {
  const { plan, unread = [] } = readPlan(written);
  const leaveOut = unread.flatMap(({ path }) => path ?? []);
  const read = plan ?? readPlan(written, { leaveOut }).plan;
  return read !== undefined && read.tasks.length > 0;
}

function definedFields(fields: DecisionFields): DecisionFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Words that stand in the place of a result without being one; "n/a" has lost its stroke. */
const PLACEHOLDER_RESULTS: ReadonlySet<string> = new Set([
  "",
  "null",
  "none",
  "nil",
  "undefined",
  "na",
  "tbd",
  "todo",
]);

function isBlank(value: Json): boolean {
  if (typeof value === "string")
    return PLACEHOLDER_RESULTS.has(value.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase());
  return typeof value === "object" && (value === null || Object.keys(value).length === 0);
}

/** The decision words in capitals that a text contains anywhere. */
function decisionWords(text: string): Decision[] {
  return DECISIONS.filter((decision) => new RegExp(`\\b${decision}\\b`).test(text));
}
