import { isPlain, setsCondition } from "../answers/english";
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
import { splitThinking, withoutAsides } from "../answers/thinking";
import { cleanJson, type Json, type JsonObject } from "../json";
import { readPlan } from "../plan/read/plan";
import { breaksOff } from "../plan/read/text/taken-back";
import { DECISIONS, type Decision } from "../plan/words";
import { cleanText } from "../text";
import { isBlank, isExactForm, isReason } from "./exact-form";
import { decidingIn, type FieldsRead, fieldsOfJson, wordsIn } from "./json-answer";
import { decisionWords, pointAnswer } from "./points";
import { type AnswerSections, belowDecision, splitSections } from "./sections";
import { labeledDecision, standaloneDecision, standaloneInCapitals } from "./spoken";
import type { DecisionFields, ReadDecision } from "./types";

/** What lets the work go on, or ends it as done: any doubt is enough to ask again. */
const LETS_PASS: ReadonlySet<Decision> = new Set(["CONTINUE", "COMPLETE"]);

/** JSON that decides, with all its words and comments, and the text between it and the one before. */
type Answered = FieldsRead & {
  decisions: string[];
  words: string[];
  comments: string;
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
  const cleaned = cleanText(text);
  const { objects, around, tail } = partsOf(unwrapped(withoutAsides(cleaned)), quotations);
  const own = objects.filter(({ lead }) => !reportsOthers(lead));
  if (own.length < objects.length && !own.some(({ lead }) => announcesOwn(lead)))
    return { ok: false, reason: own.length > 0 ? "ambiguous" : "missing" };
  const sections = splitSections(around, isQuoted);
  const said = decisionsSaid(own, sections, isQuoted);
  const [decision] = said.alone;
  if (said.mentioned.size > 1) return { ok: false, reason: "ambiguous" };
  if (decision === undefined) return { ok: false, reason: "missing" };
  const [object] = own;
  const doubtful = object
    ? contradictsItself(decision, object, isQuoted) || !standsAlone(decision, own, { around, tail })
    : saysOther(decision, ownLines(sections, isQuoted).join("\n")) || doubtfulText(sections, decision);
  if (doubtful || concludesOther(decision, cleaned)) return { ok: false, reason: "ambiguous" };
  const read = decisionWithFields(decision, {
    ...fieldsOfText(sections),
    ...(object && definedFields(object.fields)),
  });
  // What an answer says under names of its own may speak against what it lets pass: a condition, an objection, a doubt.
  if (!read.ok || !LETS_PASS.has(decision)) return read;
  const unread = own.flatMap((one) => one.unread);
  if (unread.length > 0) return { ok: false, reason: "ambiguous", unread };
  const isConditional = own.some(({ fields }) => fields.conditions?.length);
  if (isConditional) return { ok: false, reason: "conditional" };
  return own.every(({ fields }) => isUnconditional(fields)) ? { ...read, isUnconditional: true } : read;
}

/** Without the slot for them, only words that can set no condition tell that there is none. */
const isUnconditional = ({ conditions, reasoning, deviation, answers = [] }: DecisionFields): boolean =>
  conditions !== undefined ||
  [reasoning, deviation, ...answers.map(({ evidence }) => evidence)].every((text) => isPlain(text ?? ""));

/** The JSON that is the whole answer as a call that is written as text, or as the text of a JSON string. */
function unwrapped(text: string): string {
  const [, call] = /^\s*<tool_call>\s*(\{[\s\S]*\})\s*(?:<\/tool_call>)?\s*$/.exec(text) ?? [];
  if (call !== undefined) return call;
  const string = proseOf(text);
  if (!/^"\s*\{[\s\S]*"$/.test(string)) return text;
  const [inner] = scanJson(`[${string}]`).found.flatMap(({ value }) => value as Json[]);
  return typeof inner === "string" ? `[${inner}]` : text;
}

/** The answer in JSON with a decision, and the text around it without quotations. */
function partsOf(text: string, { isQuoted, isQuotedObject }: Quotations): Parts {
  const objects: Answered[] = [];
  const around: string[] = [];
  let from = 0;
  for (const { start, end, value, salvaged, doubled = [], comments = "" } of scanJson(text).found) {
    // A piece of a broken answer may be an outcome that the plan foresaw, not the decision.
    const deciding = salvaged ? undefined : decidingIn(value);
    if (!deciding) continue;
    const source = text.slice(start, end);
    const lead = text.slice(from, start);
    around.push(lead);
    from = end;
    const object = cleanJson(deciding.object) as JsonObject;
    if ([source, JSON.stringify(deciding.object)].some(isQuoted) || isQuotedObject(object)) continue;
    const ownLine = /(?:^|\n)[^\S\n]*$/.test(text.slice(0, start));
    // A name that is written twice would keep its last value alone, and hide a contradiction.
    const others = doubled.map((one) => one.value);
    const decisions = [...deciding.decisions, ...others.filter((one) => typeof one === "string")];
    const words = wordsIn([value, ...others]);
    const read = fieldsOfJson({ ...deciding, said: cleanJson(deciding.said) as JsonObject });
    const unread = [...read.unread, ...doubled.map(({ path }) => `${path} is written more than once.`)];
    objects.push({ fields: read.fields, unread, decisions, words, comments, lead, ownLine });
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
  const take = (words: string, said = standaloneDecision(words)): void => {
    if (said?.meant) alone.add(said.decision);
    for (const word of said ? [said.decision] : decisionWords(words)) mentioned.add(word);
  };
  for (const { decisions, words } of objects) {
    for (const one of decisions) take(one);
    for (const word of words.flatMap(openingDecision)) mentioned.add(word);
  }
  for (const body of sections.bodies.DECISION) {
    const line = body.split("\n", 1).join();
    const valid = withoutStruckOut(line);
    if (!isQuoted(`DECISION: ${line}`)) take(valid, labeledDecision(valid));
  }
  const { preamble, bodies } = sections;
  const [first = "", ...below] = proseOf(preamble).split("\n");
  // Without a label the first line is one, with nothing below it but statements.
  const opens = (line: string): boolean =>
    bodies.DECISION.length === 0 && first === line.trim() && isReason(below.join("\n"), false);
  for (const line of ownLines(sections, isQuoted)) {
    const said =
      standaloneInCapitals(line) ??
      (below.length === 0 && opens(line) && decisionWords(line).length > 0
        ? labeledDecision(line)
        : undefined);
    if (said?.meant && (!LETS_PASS.has(said.decision) || opens(line))) alone.add(said.decision);
    if (said) mentioned.add(said.decision);
  }
  return { alone, mentioned };
}

/** The decision that a text is, or that it begins with in capitals. */
const openingDecision = (text: string): Decision[] => {
  const said = standaloneDecision(text);
  return said ? [said.decision] : decisionWords(/^\W*[A-Z]+\b/.exec(text)?.join() ?? "");
};

/** An object whose own words name another decision, or why the run is given up although it is not. */
function contradictsItself(
  decision: Decision,
  { fields, words, comments }: Answered,
  isQuoted: (text: string) => boolean,
): boolean {
  const { abortReason, updatedPlan, finalResult, reasoning = "", deviation = "", answers = [] } = fields;
  // A point that cannot be told or is to be watched is answered so, and its evidence says why.
  const isDoubted =
    [reasoning, deviation].some((text) => isUnable(text) || changesItsMind(text) || setsCondition(text)) ||
    answers.some(({ answer, evidence }) => answer === "yes" && setsCondition(evidence));
  // What belongs to another decision says that this is not the one.
  const ofOthers = [
    abortReason,
    LETS_PASS.has(decision) && updatedPlan,
    decision === "CONTINUE" && finalResult,
  ];
  const isOther = (text: string) => saysOther(decision, withoutQuotations(text, isQuoted)) && !isQuoted(text);
  if (words.some(isOther) || namesOther(decision, comments)) return true;
  if (LETS_PASS.has(decision) && (/\p{L}/u.test(comments) || isDoubted)) return true;
  return decision !== "ABORT" && ofOthers.some((one) => one !== undefined && one !== false && !isBlank(one));
}

/** Does the name of what stands around a decision say that it is somebody else's, or an example? */
const holdsOthers = (name: string): boolean =>
  reportsOthers(`${name.replace(/([a-z])(?=[A-Z])|_/g, "$1 ")}:`);

const AGAINST_WORK =
  /\b(?:(?:should|must|would|can|could|do|does)(?: ?not|n['’]t)|cannot) (?:be )?(?:continued?|go on|proceed|carry on)\b|\b(?:plan|run|mission|work|project)\b[^.!?\n]{0,40}\b(?:should|must|has to|needs to|ought to) (?:be )?(?:stop(?:ped)?|halt(?:ed)?|abort(?:ed)?|abandon(?:ed)?|re-?planned)\b/i;

/** Where a clause ends, and words by which one denies or supposes what it names. */
const CLAUSE_END = /[.;:,!?\n—–]|\bbut\b/i;
const DENIES =
  /\b(?:not|no|nor|neither|never|without|cannot|would|could|if|unless|instead of|rather than)\b|n['’]t\b/i;

/** Does a clause name another decision in capitals, and neither deny nor suppose it? */
const namesAnother = (decision: Decision, reasons: string): boolean =>
  reasons
    .split(CLAUSE_END)
    .some((clause) => decisionWords(clause).some((word) => word !== decision) && !DENIES.test(clause));

/** Reasons that say "my decision is" another one, or, of what lets work go on, name another or speak against the work. */
function saysOther(decision: Decision, reasons: string): boolean {
  if (decision === "CONTINUE" && AGAINST_WORK.test(reasons)) return true;
  if (LETS_PASS.has(decision) && namesAnother(decision, reasons)) return true;
  const decided = reasons.match(/\bdecision\b[^.\n"]{0,40}/gi) ?? [];
  return decided.some((words) => decisionWords(words).some((word) => word !== decision));
}

/** Does what was thought aloud come to another decision: in its last sentence, or the last that ends with one? */
function concludesOther(decision: Decision, text: string): boolean {
  const sentences = splitThinking(text).thinking?.split(/(?<=[.!?。！？])\s*|\n/u) ?? [];
  const last = [/\p{L}/u, CONCLUSION].map((form) => sentences.findLast((one) => form.test(one)) ?? "");
  return last.some((one) => namesOther(decision, one));
}

const CONCLUSION = new RegExp(`\\b(?:${DECISIONS.join("|")})\\b[^\\p{L}\\p{N}?]*$`, "u");

/**
 * JSON is the whole answer: words of any kind may contradict it, in any language. Before one that lets the work go on
 * nothing may stand but the line that announces it, before ABORT also words that end in such a line. REPLAN may stand
 * among words: what it leads to is planned and reviewed again. None of them may name another decision.
 */
function standsAlone(
  decision: Decision,
  own: readonly Answered[],
  { around, tail }: Pick<Parts, "around" | "tail">,
): boolean {
  if (proseOf(around) === "") return true;
  const [first, ...others] = own;
  if (!first?.ownLine || namesOther(decision, around)) return false;
  if (decision === "REPLAN") return !isUnable(around) && !takesBack(proseOf(tail));
  if (proseOf(tail) !== "" || others.some(({ lead }) => proseOf(lead) !== "")) return false;
  const before = beforeAnnouncement(first.lead);
  if (decision === "ABORT") return before !== undefined;
  return before === "" && proseOf(around.slice(0, Math.max(0, around.indexOf(first.lead)))) === "";
}

const proseOf = (text: string): string => text.replace(/```\w*/g, "").trim();

/** Does the text name another decision, in any case and form? */
const namesOther = (decision: Decision, text: string): boolean =>
  FORMS.some(([word, form]) => word !== decision && form.test(text));

const FORMS: readonly (readonly [Decision, RegExp])[] = [
  ["CONTINUE", /\bcontinu(?:e|es|ed|ing)\b/i],
  ["REPLAN", /\bre-?plan/i],
  ["COMPLETE", /\bcomplete[sd]?\b/i],
  ["ABORT", /\babort/i],
];

/** Words around a decision in text that leave it open whether it is meant. */
function doubtfulText(sections: AnswerSections, decision: Decision): boolean {
  const { preamble } = sections;
  const below = belowDecision(sections);
  if (LETS_PASS.has(decision) && !isExactForm(decision, sections)) return true;
  const tags = [...preamble.matchAll(/^[^\S\n]*<(\w+)\b[^>\n]*>[^\S\n]*$/gm)];
  if (tags.some(([, name = ""]) => holdsOthers(name))) return true;
  return (
    reportsOthers(preamble) || isUnable(preamble) || below.some((text) => takesBack(text) || isUnable(text))
  );
}

/** Does one of the paragraphs below the first take back what stands above it? */
const changesItsMind = (text: string): boolean =>
  text
    .split(/\n\s*\n/)
    .slice(1)
    .some((one) => takesBack(one) || breaksOff(one));

/** A bare word stands in nearly all data: a line is a quotation only where it has more of them. */
const ownLines = (sections: AnswerSections, isQuoted: (text: string) => boolean): string[] =>
  looseLines(sections)
    .map(withoutStruckOut)
    .filter((line) => !/[\p{L}\p{N}]\W+[\p{L}\p{N}]/u.test(line) || !isQuoted(line));

/** Text that is struck out is not said. */
const withoutStruckOut = (line: string): string =>
  line.replace(/~~[^~\n]+~~|<(del|s|strike)>[^<\n]*<\/\1>/gi, "");

/** Lines outside the sections that may hold anything: there a decision word in capitals counts too. */
function looseLines(sections: AnswerSections): string[] {
  const { preamble, bodies } = sections;
  return [preamble, ...belowDecision(sections), ...bodies.REASONING, ...bodies.DEVIATION].flatMap((body) =>
    body.split("\n"),
  );
}

function fieldsOfText(sections: AnswerSections): DecisionFields {
  const { bodies } = sections;
  const first = (list: readonly string[]): string | undefined => list.find((body) => body !== "");
  // What stands behind and below the word says why.
  const behind = first(bodies.DECISION)?.replace(/^[^\p{L}]*\p{L}+[^\p{L}\p{N}]*/u, "");
  const lines = bodies.DECISION.length === 0 ? sections.preamble.split("\n") : [];
  const beside = lines.filter((line) => !standaloneInCapitals(line)).join("\n");
  return {
    answers: looseLines(sections).flatMap(pointAnswer),
    reasoning: (first(bodies.REASONING) ?? behind ?? beforeAnnouncement(beside) ?? beside)
      ?.replace(/^```.*$/gm, "")
      .trim(),
    deviation: first(bodies.DEVIATION)?.trim(),
    updatedPlan: first(bodies.UPDATED_PLAN),
    finalResult: first(bodies.FINAL_RESULT)?.trim(),
    abortReason: first(bodies.ABORT_REASON)?.trim(),
    conditions: bodies.CONDITIONS.length > 0 ? bodies.CONDITIONS.filter((one) => !isBlank(one)) : undefined,
  };
}

function decisionWithFields(decision: Decision, fields: DecisionFields): ReadDecision {
  const { answers, deviation = "", updatedPlan, finalResult, abortReason, conditions } = fields;
  // Who plans the rest reads the reasons alone, and finds there what has to come first.
  const reasoning = [fields.reasoning ?? "", ...(conditions ?? []).map((one) => `First: ${one}`)]
    .filter((one) => one !== "")
    .join("\n");
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
