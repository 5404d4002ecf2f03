import { cutText } from "../../../text";
import type { Issue, Plan } from "../../schema";
import { settlePieces } from "../account";
import { snakeCase } from "../fields";
import { demandsControl, speaksOfControl } from "../guards/asking";
import { KnownPlan, type Place, wordsIn } from "../known-plan";
import type { Report } from "../report";

/**
 * The account of the words around a plan (docs/plans.md, "Words around a plan"): before, between and behind plans in JSON and
 * Step text. A sentence frames the plan, or says again what its tasks, edges and gates say, or is unread.
 */

export type WordsAround = { place: Place; text: string };

/** Stands for the path of words that are no part of the plan. */
const PATHS: Readonly<Record<Place, string>> = {
  before: "words before the plan",
  between: "words between the plans",
  among: "words between the steps",
  behind: "words behind the plan",
};

/** Is a piece that is not read, or was left out, of words around a plan? */
export const isAround = ({ path }: Issue): boolean => Object.values(PATHS).some((one) => one === path);

/** Accounts for the words around a plan; the plan with what they say of its reasons. */
export function settleWordsAround(words: readonly WordsAround[], plan: Plan, report: Report): Plan {
  const said = words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text) || speaksOfControl(text));
  if (said.length === 0) return plan;
  const known = new KnownPlan(plan);
  const hasDraft = words.some(({ place }) => place === "between");
  const notes: string[] = [];
  const found = new Map<Place, string[]>();
  for (const { place, text } of said) {
    const { sentences, reasons } =
      text.length > MAX_CHARS ? { sentences: [text], reasons: [] } : sentencesOf(text);
    const isOfDraft = (one: string) => hasDraft && place !== "behind" && DRAFT.test(one);
    const unread = sentences.filter(
      (one) => !isOfDraft(one) && (one.length > MAX_CHARS || !known.holds(one, place)),
    );
    for (const { label, value } of reasons)
      if (demandsControl(value)) unread.push(value);
      else report.leave({ path: PATHS[place], key: label, value, note: (one) => notes.push(one) });
    found.set(place, [...(found.get(place) ?? []), ...unread]);
  }
  for (const [place, unread] of found) {
    const path = PATHS[place];
    if (unread.length > 0)
      report.fail(
        "unread",
        `${path}: “${cutText(unread.join(" "), 200)}” is read by nobody there: say it in the plan, or leave it out.`,
        { path },
      );
  }
  settlePieces(report, known.names);
  const objective = [plan.objective, ...notes].filter((one) => one !== undefined).join("\n");
  return notes.length === 0 ? plan : { ...plan, objective };
}

/** So much is more than what frames a plan. */
const MAX_CHARS = 10_000;

/** Of a plan that another one corrects. */
const DRAFT = /^[*#\s]*(?:my |a |the )?(?:first|rough|initial) (?:draft|version|attempt)[*\s]*:?$/iu;

/** Headings and labels under which an answer gives its reasons: notes of the plan, held to the rule of notes. */
const REASONS =
  /^(?:(?:some|a few|my|the|on|of) )*(?:why|rationale|reasons?|reasoning|explanation|root cause|(?:key )?design(?: decisions| choices)?|approach)(?: (?:this|the|of|for|behind|it|plan|shape|structure|order|way|so|tasks|steps))*$/iu;
const LABELED = /^[*_]*([\p{L} ]{2,40}?)[*_]*:[*_]*\s*(.*)$/u;
const HEADING = /^(?:#{1,6}\s+(.*?)|[*_]{2}([^*_]+)[*_]{2}:?|([\p{L} ]{2,40}):)$/u;

const ITEM = /^(?:[-*•+>]|\d{1,3}[.)])\s+/u;

/** The sentences of a text, and what stands under labels of reasons: that is one note, up to a blank line behind prose. */
function sentencesOf(text: string): { sentences: string[]; reasons: { label: string; value: string }[] } {
  const sentences: string[] = [];
  const reasons: { label: string; value: string }[] = [];
  let open: { label: string; value: string } | undefined;
  const lines = text.split("\n").map((line) => line.trim().replace(ITEM, ""));
  for (const [index, line] of lines.entries()) {
    if (line === "" || /^(?:```|~~~|<\/?[a-z_]+>$)/iu.test(line)) continue;
    const [, ...headings] = HEADING.exec(line) ?? [];
    const heading = headings
      .find((one) => one !== undefined)
      ?.replace(/[*_:]+/g, "")
      .trim();
    const [, label = "", value = ""] = LABELED.exec(line) ?? [];
    if (heading !== undefined) {
      open = REASONS.test(heading) ? { label: heading, value: "" } : undefined;
      if (open) reasons.push(open);
      else sentences.push(line);
    } else if (REASONS.test(label.trim()) && value !== "") reasons.push({ label, value });
    else if (open) open.value = `${open.value}\n${line}`.trim();
    // A row of names above a rule says what the columns hold.
    else if (!(/^\|/.test(line) && /^\|[\s:|-]+\|?$/.test(lines[index + 1] ?? "") && isHead(line)))
      sentences.push(...line.split(/(?<=[.!?])\s+|(?<=[。！？])/u));
  }
  return { sentences, reasons: reasons.filter(({ value }) => value !== "").map(keyed) };
}

const keyed = ({ label, value }: { label: string; value: string }) => ({ label: snakeCase(label), value });

const HEAD =
  /^(?:#|no|id|name|task|step|type|agent|depends|on|dependencies|title|description|input|tool|tools)$/;
const isHead = (row: string): boolean => wordsIn(row).every((word) => HEAD.test(word));
