import { isJsonObject } from "../../json";
import { asksForApproval, demandsControl, speaksOfControl } from "./asking";
import { snakeCase, spelling } from "./fields";
import type { Piece, Report } from "./report";

/**
 * The account of a plan (docs/plans.md, "What is not read"): whatever no field took is a note, or harmless, or unread, and
 * unread is an error.
 */

/** Words in the name of what stands beside work and changes nothing of it, in short texts and numbers. */
const HARMLESS = names(
  "note notes remark remarks comment comments rationale reason reasons reasoning explanation why purpose summary",
  "priority importance weight severity difficulty complexity effort confidence impact risk risks level",
  "estimate estimates estimated estimation duration minutes hours days eta time cost costs tokens budget_note",
  "icon emoji color colour avatar image category categories theme label labels tag tags keyword keywords area topic domain",
  "version schema format language lang locale created updated generated author_note",
  "position x y width height layout ui display metadata meta temperature top_p max_tokens provider",
);
/** Words that say what a task is for, in whatever length: they go to its agent. */
const NOTES = names(
  "note notes remark remarks comment comments rationale explanation purpose why context background assumptions assumption",
  "expected_output expected_outputs expected_result expected_results output outputs deliverable deliverables artifact artifacts",
  "success_metrics success_metric goal_details hint tips guidance constraints scope goal goals backstory description",
  "steps substeps sub_steps subtasks sub_tasks checklist procedure actions todos",
  "expertise responsibilities style tone audience overview strategy approach method methodology source sources",
);
/** States of a task that is still to be done. */
const TO_DO = names("pending todo to_do open planned not_started new queued in_progress");

function names(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(" ")));
}

const isHarmless = (name: string): boolean =>
  HARMLESS.has(name) || name.split("_").some((word) => HARMLESS.has(word));

const SENTENCE_WORDS = 4;
/** Two words or more that end as a question. */
const QUESTION = /^\p{L}\S*\s.*\?["'”’)*_]*$/su;
const SENTENCE_SIGNS = 10;

/** A text of a sentence or more; scripts without spaces count by their signs. */
export function isProse(text: string): boolean {
  const parts = text.trim().split(/\s+/u);
  const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{P}\p{N}]+$/u;
  return (
    parts.filter((part) => /\p{L}/u.test(part)).length >= SENTENCE_WORDS ||
    (parts.length <= 2 && text.length >= SENTENCE_SIGNS && unspaced.test(text.replace(/\s/gu, "")))
  );
}

/** Names by which a plan's tasks are known: a value that is one of them and no edge is an edge that was not read. */
export type KnownNames = ReadonlySet<string>;

export const knownNames = (named: readonly string[]): KnownNames =>
  new Set(named.map(spelling).filter((name) => name !== ""));

/** Says of each piece what became of it: words go where they belong, and what is left is an error. */
export function settlePieces(report: Report, known: KnownNames): void {
  for (const { key, ...piece } of report.takePieces())
    settle({ ...piece, names: [snakeCase(key)], report, known });
}

type Leaf = Omit<Piece, "key"> & { names: readonly string[]; report: Report; known: KnownNames };

function settle(leaf: Leaf): void {
  const { path, value, names: above, report, known } = leaf;
  if (value === null || value === "") return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) settle({ ...leaf, path: `${path}[${index}]`, value: item });
  } else if (isJsonObject(value)) {
    if (looksLikeTask(value))
      return report.unread(path, value, "looks like a task that stands where none is read");
    for (const [key, item] of Object.entries(value)) {
      if (known.has(spelling(key)))
        report.unread(`${path}.${key}`, item, "has the name of a task, and is no edge that is read");
      else settle({ ...leaf, path: `${path}.${key}`, value: item, names: [...above, snakeCase(key)] });
    }
  } else if (typeof value === "string") settleText(leaf, value);
  else if (typeof value === "boolean" || !above.some(isHarmless))
    report.unread(path, value, "is no field that is known");
}

function settleText(
  { path, names: above, note, takesWords = false, report, known }: Leaf,
  text: string,
): void {
  const key = above.at(-1) ?? "";
  const parts = text.split(/[,;|>]|→|\band\b/u).map((part) => spelling(part));
  if ([spelling(text), ...parts].some((name) => known.has(name)))
    return report.unread(path, text, "is the name of a task, and no edge that is read");
  if (key === "status" && TO_DO.has(snakeCase(text.trim()))) return;
  if (speaksOfControl(text) || speaksOfControl(above.join(" ").replaceAll("_", " ")))
    return report.unread(path, text, CONTROL);
  if (note && (takesWords || isProse(text) || NOTES.has(key))) return note(`${labelOf(key)}: ${text}`);
  if (above.some(isHarmless)) return;
  report.unread(path, text, "is no field that is known");
}

/** A label at the beginning of a line, in any script and dress; what an address begins with is none. */
const LABELED = /^[^\p{L}\n]{0,6}(\p{L}[\p{L}\p{M}_ ./'’()-]{0,40}?)[*_\s]*:[*_\s]*(?!\/\/)(\S.*)$/su;
const BOOLEAN = /^(?:true|false|yes|no|on|off|ja|nein|oui|non|sí|si|sim|não|tak|nie)[.!]?$/iu;
const NUMBERED =
  /^(?:(?:steps?|tasks?|schritte?|étapes?|pasos?|passi|passo|stap|kroki?)\s*)?#?\d{1,3}(?:\s*(?:,|and|und|-)\s*\d{1,3})*[.!]?$/iu;

/**
 * Why a line of a step is no detail: it says by a label, or by what it demands, what its task waits for, or gives a label
 * that nobody knows a short value. Undefined for words that its agent takes as they are.
 */
export function unreadLine(line: string, known: KnownNames): string | undefined {
  const [, label, written = ""] = LABELED.exec(line) ?? [];
  if (label === undefined) return demandsControl(line) ? CONTROL : undefined;
  const value = written.replace(/[*_]+$/u, "").trim();
  const isEdge = [value, ...value.split(/[,;|>]|→/u)].some((part) => known.has(spelling(part)));
  if (isEdge) return "is the name of a task, and no edge that is read";
  if (speaksOfControl(label) || demandsControl(value)) return CONTROL;
  if ((isProse(value) || QUESTION.test(value)) && !asksForApproval(value)) return undefined;
  if (asksForApproval(value)) return CONTROL;
  const key = snakeCase(label);
  if (!BOOLEAN.test(value) && (isHarmless(key) || NOTES.has(key))) return undefined;
  return BOOLEAN.test(value) || NUMBERED.test(value) || !isProse(value)
    ? "is no label that is known"
    : undefined;
}

const CONTROL = "speaks of approval or of waiting: say it as an edge, a gate or a check";

/** `expected_output` as the beginning of a line: "Expected output". */
function labelOf(key: string): string {
  const text = key.replaceAll("_", " ").trim();
  return text === "" ? "Note" : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Has a title or an id, and beside it what only work has. */
function looksLikeTask(value: object): boolean {
  const keys = Object.keys(value).map(snakeCase);
  const some = (...wanted: string[]) => wanted.some((one) => keys.includes(one));
  return (
    some("id", "step_id", "task_id", "title", "name", "step") &&
    some(
      "agent",
      "worker",
      "assigned_to",
      "input",
      "type",
      "gate",
      "depends_on",
      "dependson",
      "tool",
      "tools",
      "prompt",
    )
  );
}
