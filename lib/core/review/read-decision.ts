import type { Json } from "../json";
import { readPlan } from "../plan/read";
import { scanJson } from "../plan/scan-json";
import type { Decision } from "../plan/schema";
import { cleanJson, cleanText } from "../text";
import { aloneDecision, decisionWords } from "./decision-words";
import { decisionText, fieldsOfJson } from "./json-answer";
import { type AnswerSections, splitSections } from "./sections";
import type { DecisionFields, ReadDecision } from "./types";

/**
 * Reads a reviewer's answer, in sections or as JSON (docs/agents.md, "Decisions"). It holds a decision only if
 * exactly one decision word stands alone, after its label or on a line of its own; anything less is never taken for
 * CONTINUE. A REPLAN must bring a plan that can be read, a COMPLETE a result.
 */
export function readDecision(text: string): ReadDecision {
  const { sections, objects } = partsOf(cleanText(text));
  const alone = new Set<Decision>();
  const mentioned = new Set<Decision>();
  const look = (words: string): void => {
    const decision = aloneDecision(words);
    if (decision) alone.add(decision);
    for (const word of decision ? [decision] : decisionWords(words)) mentioned.add(word);
  };
  for (const { decision } of objects) look(decision);
  for (const body of sections.bodies.DECISION) look(body.split("\n", 1).join());
  for (const line of looseLines(sections)) {
    const decision = line === line.toUpperCase() ? aloneDecision(line) : undefined;
    if (decision) look(decision);
  }
  const [decision] = alone;
  if (mentioned.size > 1) return { ok: false, reason: "ambiguous" };
  if (decision === undefined) return { ok: false, reason: "missing" };
  const [fields] = objects.map((object) => object.fields);
  return complete(decision, { ...fieldsOfText(sections), ...(fields && given(fields)) });
}

/** The answer in JSON objects with a decision, and the sections of the text around them. */
function partsOf(text: string): {
  sections: AnswerSections;
  objects: { decision: string; fields: DecisionFields }[];
} {
  const objects: { decision: string; fields: DecisionFields }[] = [];
  const around: string[] = [];
  let from = 0;
  for (const { start, end, value, salvaged } of scanJson(text).found) {
    const clean = cleanJson(value);
    // A piece of a broken answer may be an outcome that the plan foresaw, not the decision.
    const decision = salvaged ? undefined : decisionText(clean);
    if (decision === undefined) continue;
    objects.push({ decision, fields: fieldsOfJson(clean as Record<string, Json>) });
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

function complete(decision: Decision, fields: DecisionFields): ReadDecision {
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

function given(fields: DecisionFields): DecisionFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function isBlank(value: Json): boolean {
  if (typeof value === "string") return value.trim() === "";
  return typeof value === "object" && (value === null || Object.keys(value).length === 0);
}
