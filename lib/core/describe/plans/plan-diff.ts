import { canonicalJson, isJsonObject, type Json } from "../../json";
import { quoted } from "../../legible/marked";
import { getOwn } from "../../own";
import type { FieldChange, PlanDiff, RewrittenTask } from "../../plan/compare/diff";
import type { TitledChanges } from "../../run/events/reason";
import { formatCounted } from "../amounts";

/**
 * One line of a diff in words. `sign`: + added, ± rewritten under another id, ~ changed, ⇄ other dependencies, − removed.
 */
export type DiffLine = {
  sign: "+" | "~" | "⇄" | "−" | "±";
  text: string;
  /** Texts that are too long for the line, as they were and as they are. */
  texts?: { label: string; before: string; after: string }[];
};

const SHORT_CHARS = 60;

const FIELD_LABELS: Record<string, string> = {
  input: "instructions",
  details: "details",
  onFailure: "on failure",
  maxRetries: "retries",
  verification: "check",
  onVerificationFailure: "on a failed check",
  outputSchema: "output schema",
  llmReview: "model review",
  qualityGate: "quality gate",
  timeoutMs: "timeout (ms)",
  review: "review",
  "review.terms": "terms of the review",
  gate: "gate",
  "gate.terms": "terms of the gate",
  dependsOn: "results read",
  settings: "settings",
  "agent.prompt": "agent prompt",
  "agent.tools": "agent tools",
  "agent.model": "agent model",
  "agent.examples": "agent examples",
  "agent.hints": "agent hints",
  "agent.reflection": "agent reflection",
};

/** What a task's field is called. */
export const fieldLabel = (field: string): string => getOwn(FIELD_LABELS, field) ?? field;

/** A diff as lines, one for all additions, one for each change, one for all removals. */
export function diffLines(diff: PlanDiff): DiffLine[] {
  const { added, removed, rewritten, changed, rewired, agentsChanged } = diff;
  const lines: DiffLine[] = [];
  if (added.length > 0) lines.push({ sign: "+", text: titles(added) });
  const edited = rewritten.filter((task) => editsOf(task) !== "");
  for (const task of edited)
    lines.push({ sign: "±", text: `${task.title}: ${editsOf(task)}`, ...longTexts(task.fields) });
  const same = rewritten.filter((task) => !edited.includes(task));
  if (same.length > 0) lines.push({ sign: "±", text: `${titles(same)}: ${SAME}` });
  for (const { title, fields } of changed)
    lines.push({ sign: "~", text: `${title}: ${changesOf(fields)}`, ...longTexts(fields) });
  if (rewired.length > 0) lines.push({ sign: "⇄", text: `${titles(rewired)}: ${REWIRED}` });
  if (agentsChanged.length > 0) lines.push({ sign: "~", text: agentsOf(agentsChanged) });
  if (removed.length > 0) lines.push({ sign: "−", text: titles(removed) });
  return lines;
}

/** A diff in one line: `+ Find the cause, Retrain; ~ Ramp up: 5 % first; − Notify`. */
export function describeDiff(diff: PlanDiff): string {
  const lines = diffLines(diff);
  return lines.length === 0 ? "no changes" : lines.map(({ sign, text }) => `${sign} ${text}`).join("; ");
}

/** What a version adds, changes and drops by title, a line for each task. */
export const titledLines = ({
  added,
  rewritten = [],
  changed,
  removed,
  omitted = 0,
}: TitledChanges): DiffLine[] => [
  ...added.map((text) => ({ sign: "+", text }) as const),
  ...rewritten.map((task) => ({ sign: "±", text: rewrittenText(task) }) as const),
  ...changed.map((text) => ({ sign: "~", text }) as const),
  ...removed.map((text) => ({ sign: "−", text }) as const),
  ...(omitted > 0 ? [{ sign: "~", text: `and ${omitted} more` } as const] : []),
];

function rewrittenText({
  title,
  fields,
  moreFields = 0,
}: NonNullable<TitledChanges["rewritten"]>[number]): string {
  const edits = fields.map((field) => (field === "dependsOn" ? REWIRED : fieldLabel(field)));
  const more = moreFields > 0 ? ` and ${formatCounted(moreFields, "more field", "more fields")}` : "";
  return `${title}: ${edits.join(", ") || SAME}${more}`;
}

const REWIRED = "other dependencies";
const SAME = "the same under a new id";

/** What is different about a task that was rewritten; empty where nothing is. */
function editsOf({ fields, added, removed }: RewrittenTask): string {
  const rewired = added.length + removed.length > 0 ? [REWIRED] : [];
  return [...(fields.length > 0 ? [changesOf(fields)] : []), ...rewired].join(", ");
}

/** Titles in a row; one with a comma of its own is quoted, or it would read like two. */
const titles = (tasks: readonly { title: string }[]): string =>
  tasks.map(({ title }) => (title.includes(",") ? quoted(title) : title)).join(", ");

const changesOf = (fields: readonly FieldChange[]): string => fields.map(changeOf).join(", ");

function changeOf({ field, before, after }: FieldChange): string {
  const label = fieldLabel(field);
  if (after === undefined || after === "") return `no ${label}`;
  const text = typeof after === "string" ? after : scalarText(after);
  if (text === undefined || text.length > SHORT_CHARS)
    return `${label} ${before === undefined ? "new" : "changed"}`;
  if (field === "input") return text;
  if (field === "title") return `was ${quoted(String(before))}`;
  return `${label} ${text}`;
}

/** The fields of a task that the line names only, where both forms are texts. */
function longTexts(fields: readonly FieldChange[]): Pick<DiffLine, "texts"> {
  const texts = fields.flatMap(({ field, before, after }) => {
    const [was, is] = [wordsOf(before), wordsOf(after)];
    if (was === undefined || is === undefined || is.length <= SHORT_CHARS) return [];
    return [{ label: fieldLabel(field), before: was, after: is }];
  });
  return texts.length > 0 ? { texts } : {};
}

/** A text, or several as one; undefined for anything else, also for a text that is kept apart. */
export function wordsOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  const isList = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
  return isList ? value.join("\n") : undefined;
}

/** Numbers and switches as text; lists and maps are too much for a line. */
function scalarText(value: Json): string | undefined {
  return Array.isArray(value) || isJsonObject(value) ? undefined : canonicalJson(value);
}

function agentsOf(agents: PlanDiff["agentsChanged"]): string {
  const labels = { added: "new", removed: "removed", changed: "changed" };
  return agents.map(({ name, change }) => `agent ${name} ${labels[change]}`).join(", ");
}
