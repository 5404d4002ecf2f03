import { scanJson } from "../../answers/scan-json";
import { splitThinking } from "../../answers/thinking";
import { cleanJson, isJsonObject, isSameJson, type Json, type JsonObject } from "../../json";
import { getOwn, setOwn } from "../../own";
import { nearest } from "../../suggest";
import { cleanText } from "../../text";
import { ALIASES } from "../read/aliases";
import { Fields, spelling } from "../read/fields";
import { readPlan } from "../read/plan";
import { Report } from "../read/report";
import { agent, gateSpec, type Issue, type Plan, reviewSpec } from "../schema";
import { planInShort } from "../write/json";
import { SETTABLE_FIELDS } from "./edits";

/** The plan that edits are made of. `closed` says of tasks that take none why they do not. */
export type EditBase = { plan: Plan; closed?: ReadonlyMap<string, string> };

const ANSWER_KEYS = ["edit", "edits"];
const FIELDS: readonly string[] = [...SETTABLE_FIELDS, "dependsOn"];
const PARTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["gate", Object.keys(gateSpec.shape)],
  ["review", Object.keys(reviewSpec.shape)],
  ["agent", Object.keys(agent.shape)],
]);

/**
 * The answer with the whole plan in place of its edits, to be read like any other with the words around it, of one that edits the one it was sent (docs/plans.md, "Edits in
 * an answer"); the errors say which edit names what the plan does not have. Undefined for an answer that holds no edits, or a
 * list of tasks beside them.
 */
export function withAnswerEdits(
  text: string,
  base: EditBase,
): { text: string } | { errors: Issue[] } | undefined {
  const { answer } = splitThinking(cleanText(text));
  const objects = scanJson(answer).found.flatMap((span) => {
    const value = cleanJson(span.value);
    const { start, end, doubled = [] } = span;
    return isJsonObject(value) && !span.salvaged ? [{ value, doubled, start, end }] : [];
  });
  const fieldsOf = (value: JsonObject) => new Fields(value, "", new Report());
  const [first, ...others] = objects.filter(({ value }) =>
    [fieldsOf(value).find(ANSWER_KEYS)?.value ?? true].flat().every(isJsonObject),
  );
  const isWhole = () =>
    objects.some(({ value }) => fieldsOf(value).has(ALIASES.tasks)) || readPlan(text).plan;
  if (!first || isWhole()) return;
  const report = new Report();
  if (others.some(({ value }) => !isSameJson(value, first.value)))
    report.fail("invalid_plan_format", "The answer holds several lists of edits: give one.");
  for (const { path, value } of first.doubled)
    report.unread(path, value, "is written twice, with different values");
  const edited = applied(first.value, base, report);
  if (report.errors.length > 0) return { errors: report.errors };
  const [before, behind] = [answer.slice(0, first.start), answer.slice(first.end)];
  const again = [...others].reverse();
  const rest = again.reduce(
    (words, { start, end }) => words.slice(0, start - first.end) + words.slice(end - first.end),
    behind,
  );
  return { text: `${before}${JSON.stringify(edited)}${rest}` };
}

function applied(answer: JsonObject, { plan, closed = new Map() }: EditBase, report: Report): JsonObject {
  const fields = new Fields(answer, "", report);
  const { path = "edit", value = [] } = fields.find(ANSWER_KEYS) ?? {};
  const dispositions = fields.find(["dispositions"]);
  fields.finish();
  for (const { path: at, value: beside } of report.takePieces())
    report.unread(
      at,
      beside,
      "stands beside edits, which change fields of tasks alone: write the whole plan",
    );
  const list = [value].flat();
  // Comments may be answered without a change; whatever else sends a plan back wants one.
  if (list.length === 0 && !dispositions) report.unread(path, value, "holds no edit");
  const edited = planInShort(plan);
  const tasks = new Map(edited.tasks.map((task) => [String(task.id), task]));
  for (const [index, edit] of list.entries()) {
    const at = `${path}[${index}]`;
    if (!isJsonObject(edit)) report.unread(at, edit, 'is not {"task", "field", "value"}');
    else applyEdit(new Fields(edit, at, report), { plan, closed, tasks, edited }, report);
  }
  return { ...edited, ...(dispositions && { dispositions: dispositions.value }) };
}

type Edited = Required<EditBase> & { tasks: ReadonlyMap<string, JsonObject>; edited: JsonObject };

function applyEdit(edit: Fields, { plan, closed, tasks, edited }: Edited, report: Report): void {
  const [id, field] = [edit.find(["task", "task_id"]), edit.find(["field"])];
  const hasValue = Object.hasOwn(edit.object, "value");
  const value = edit.find(["value"])?.value ?? null;
  edit.finish();
  for (const piece of report.takePieces()) report.unread(piece.path, piece.value, "is no part of an edit");
  if (!id || !field || !hasValue)
    return report.unread(edit.path, edit.object, 'needs "task", "field" and "value"');
  const task = typeof id.value === "string" ? tasks.get(id.value) : undefined;
  if (!task)
    return report.unread(id.path, id.value, `is the id of no task here${hint(id.value, tasks.keys())}`);
  const why = closed.get(String(id.value));
  if (why !== undefined) return report.unread(id.path, id.value, why);
  const names = typeof field.value === "string" ? fieldNamed(field.value) : undefined;
  if (!names)
    return report.unread(field.path, field.value, `is no field of a task${hint(field.value, ALL_FIELDS)}`);
  const [of, part] = names;
  if (part === undefined) return setField(task, of, value);
  if (of !== "agent") {
    const owner = getOwn(task, of);
    if (isJsonObject(owner)) return setField(owner, part, value);
    return report.unread(field.path, field.value, `is of tasks that have a ${of}`);
  }
  const name = plan.tasks.find((one) => one.id === id.value)?.agent ?? "";
  const declared = isJsonObject(edited.agents) ? getOwn(edited.agents, name) : undefined;
  if (isJsonObject(declared)) return setField(declared, part, value);
  report.unread(
    field.path,
    field.value,
    "is of an agent that the plan does not declare: write the whole plan",
  );
}

const ALL_FIELDS = [...FIELDS, ...[...PARTS].flatMap(([of, parts]) => parts.map((part) => `${of}.${part}`))];

/** A field by its names as the plan has them: that of the task, and of a gate, review or agent its own. */
function fieldNamed(written: string): [field: string, part?: string] | undefined {
  const spelled = (name: string) => name.split(".").map(spelling).join(".");
  const same = ALL_FIELDS.find((one) => spelled(one) === spelled(written));
  return same?.split(".") as [string, string?] | undefined;
}

const hint = (written: Json, known: Iterable<string>): string => {
  const meant = typeof written === "string" ? nearest(written, known) : undefined;
  return meant === undefined ? "" : `: did you mean "${meant}"?`;
};

/** Null leaves a field at what goes unsaid. */
function setField(object: JsonObject, field: string, value: Json): void {
  if (value === null) delete object[field];
  else setOwn(object, field, value);
}
