import { scanJson } from "../answers/scan-json";
import { withoutAsides } from "../answers/thinking";
import { cleanJson, isJsonObject, type Json, type JsonObject } from "../json";
import { readPlan } from "../plan/read/plan";
import { DECISIONS, type Decision } from "../plan/words";
import { cleanText } from "../text";
import { decisionsIn, fieldsOfJson } from "./json-answer";

import { type AnswerSections, splitSections } from "./sections";
import type { DecisionFields, ReadDecision } from "./types";

/** `meant`: nothing turns it into its opposite, a question, or a choice that was not taken. */
type StandaloneDecision = { decision: Decision; meant: boolean };

/** A ticked box is a mark like any other; an empty one says that this is not the choice. */
const TICKED = /\[\s*[xX✓✔☑✅]\s*\]/gu;
const NEGATING_MARKS = /[~¬≠?？❌✗✘✖🚫⛔👎☐□▢⬜]|\[\s*\]/u;

/** A sign of negation in front, behind other signs; an exclamation mark at the end is none. */
const NEGATED_IN_FRONT = /^[^\p{L}\p{N}]*!/u;
const IN_CAPITALS = new RegExp(DECISIONS.join("|"));

/**
 * Reads a reviewer's answer, in sections or as JSON (docs/agents.md, "Decisions"). It holds a decision only if
 * exactly one decision word stands alone, after its label or on a line of its own; anything less is never taken for
 * CONTINUE. A REPLAN must bring a plan that can be read, a COMPLETE a result.
 */
export function readDecision(text: string): ReadDecision {
  const { sections, objects } = partsOf(withoutAsides(cleanText(text)));
  const alone = new Set<Decision>();
  const mentioned = new Set<Decision>();
  const look = (words: string): void => {
    const said = standaloneDecision(words);
    if (said?.meant) alone.add(said.decision);
    for (const word of said ? [said.decision] : decisionWords(words)) mentioned.add(word);
  };
  for (const { decisions } of objects) decisions.forEach(look);
  for (const body of sections.bodies.DECISION) look(body.split("\n", 1).join());
  for (const line of looseLines(sections)) {
    if (standaloneInCapitals(line)) look(line);
  }
  const [decision] = alone;
  if (mentioned.size > 1) return { ok: false, reason: "ambiguous" };
  if (decision === undefined) return { ok: false, reason: "missing" };
  const [fields] = objects.map((object) => object.fields);
  return decisionWithFields(decision, { ...fieldsOfText(sections), ...(fields && definedFields(fields)) });
}

/** The answer in JSON objects with a decision, and the sections of the text around them. */
function partsOf(text: string): {
  sections: AnswerSections;
  objects: { decisions: string[]; fields: DecisionFields }[];
} {
  const objects: { decisions: string[]; fields: DecisionFields }[] = [];
  const around: string[] = [];
  let from = 0;
  for (const { start, end, value, salvaged } of scanJson(text).found) {
    // A piece of a broken answer may be an outcome that the plan foresaw, not the decision.
    if (salvaged || !isJsonObject(value)) continue;
    const decisions = decisionsIn(text.slice(start, end));
    if (decisions.length === 0) continue;
    objects.push({ decisions, fields: fieldsOfJson(cleanJson(value) as JsonObject) });
    around.push(text.slice(from, start));
    from = end;
  }
  return { sections: splitSections([...around, text.slice(from)].join("\n")), objects };
}

/** Lines outside the sections that may hold anything: there a decision word in capitals counts too. */
function looseLines({ preamble, bodies }: AnswerSections): string[] {
  const below = bodies.DECISION.map((body) => body.slice(body.split("\n", 1).join().length));
  return [preamble, ...below, ...bodies.REASONING].flatMap((body) => body.split("\n"));
}

function fieldsOfText({ bodies }: AnswerSections): DecisionFields {
  const first = (list: readonly string[]): string | undefined => list.find((body) => body !== "");
  return {
    reasoning: first(bodies.REASONING)?.trim(),
    updatedPlan: first(bodies.UPDATED_PLAN),
    finalResult: first(bodies.FINAL_RESULT)?.trim(),
    abortReason: first(bodies.ABORT_REASON)?.trim(),
  };
}

function decisionWithFields(decision: Decision, fields: DecisionFields): ReadDecision {
  const { reasoning = "", answers, updatedPlan, finalResult, abortReason } = fields;
  const base = { ok: true, decision, reasoning, ...(answers?.length ? { answers } : {}) } as const;
  switch (decision) {
    case "CONTINUE":
      return base;
    case "REPLAN":
      if (updatedPlan === undefined || !readPlan(updatedPlan).plan?.tasks.length)
        return { ok: false, reason: "no_plan" };
      return { ...base, updatedPlan };
    case "COMPLETE":
      if (finalResult === undefined || isBlank(finalResult)) return { ok: false, reason: "no_result" };
      return { ...base, finalResult };
    case "ABORT":
      return { ...base, abortReason: abortReason || reasoning };
  }
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
    return PLACEHOLDER_RESULTS.has(value.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase());
  return typeof value === "object" && (value === null || Object.keys(value).length === 0);
}

/** The decision that a text is, with nothing beside it but brackets, quotes, marks and punctuation. */
function standaloneDecision(text: string): StandaloneDecision | undefined {
  const bare = text.replace(TICKED, "").trim();
  const word = bare.replace(/^[^\p{L}\p{N}]+/u, "");
  const [, name = "", rest = ""] = /^([a-z]+)(.*)$/is.exec(word) ?? [];
  const decision = DECISIONS.find((one) => one === name.toUpperCase());
  if (decision === undefined || /[\p{L}\p{N}]/u.test(rest)) return undefined;
  return { decision, meant: !NEGATING_MARKS.test(bare) && !NEGATED_IN_FRONT.test(bare) };
}

/** The same for a line outside the sections, where only a word in capitals is a decision. */
function standaloneInCapitals(line: string): StandaloneDecision | undefined {
  // Answers may be endless, and hardly a line of them has one.
  if (!IN_CAPITALS.test(line)) return undefined;
  const bare = line.replace(TICKED, "");
  return bare === bare.toUpperCase() ? standaloneDecision(bare) : undefined;
}

/** The decision words in capitals that a text contains anywhere. */
function decisionWords(text: string): Decision[] {
  return DECISIONS.filter((decision) => new RegExp(`\\b${decision}\\b`).test(text));
}
