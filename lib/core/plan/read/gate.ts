import { isJsonObject, type Json } from "../../json";
import { GATE_TIMEOUTS, type GateSpec, gateSpec } from "../schema";
import { ALIASES } from "./aliases";
import {
  asFlag,
  asInteger,
  asOneOf,
  asSeconds,
  asText,
  Fields,
  firstOf,
  isNothing,
  snakeCase,
  withoutUndefined,
} from "./fields";
import type { Report } from "./report";

const PROMPT = ["prompt", "question", "message", "instructions", "goal", "objective", "ask"];
const TIMEOUTS: readonly [name: string, seconds: number][] = [
  ["timeout_seconds", 1],
  ["timeout", 1],
  ["approval_timeout_seconds", 1],
  ["approval_timeout", 1],
  ["timeout_minutes", 60],
  ["timeout_hours", 3_600],
];
const APPROVAL_TIMEOUTS = TIMEOUTS.filter(([name]) => name.startsWith("approval"));
const ON_TIMEOUT = ["on_timeout", "timeout_action"];
const QUORUM = ["quorum", "min_approvals", "required_approvals"];
const REASON = ["requires_reason", "require_reason", "reason_required"];
const FIELDS = [
  ...PROMPT,
  ...ALIASES.approvers,
  ...QUORUM,
  ...TIMEOUTS.map(([name]) => name),
  ...ON_TIMEOUT,
  ...["form", "escalate_to", "four_eyes"],
  ...REASON,
];
const REFUSALS: ReadonlySet<string> = new Set(["abort", "deny", "fail", "stop", "rejected"]);
/** What an approval of a piece of work is called, where it is a text: that there has to be one. */
const REQUIRED: ReadonlySet<string> = new Set(["required", "manual", "human", "always", "needed", "before"]);

/**
 * The human gate of a task, from `gate` and, for a human review, from the task itself; undefined without one. Terms
 * that cannot be read are errors.
 */
/** Does the gate of a task say in a word that its work needs a person, and not what is asked in its place? */
export function gatesWork(fields: Fields): boolean {
  const gate = fields.peek("gate") ?? null;
  return (
    (typeof gate === "string" || gate === true) &&
    !/[\s?]/.test(String(gate).trim()) &&
    !fields.has(ALIASES.type) &&
    fields.has(ALIASES.agent) &&
    fields.has(ALIASES.input)
  );
}

export function readGate(task: Fields, flat: boolean): GateSpec | undefined {
  const found = task.find(ALIASES.gate) ?? (flat ? task.find(["approval"]) : undefined);
  // That a person has to agree is what a human review is.
  if (flat) task.find(ALIASES.approval);
  const nested = found && gateFields(found.value, found.path, task.report);
  if (!nested && !(flat && task.has(FIELDS))) return undefined;
  return gateOf(nested, flat ? task : undefined);
}

function gateFields(value: Json, path: string, report: Report): Fields | undefined {
  if (isNothing(value)) return undefined;
  if (isJsonObject(value)) return new Fields(value, path, report);
  const prompt = asText(value);
  if (prompt === undefined) report.refuse("unreadable_guard", path, value, "a human gate");
  return new Fields(prompt === undefined || value === true ? {} : { prompt }, path, report);
}

/** `own` holds the gate alone, what it says beside its fields is accounted for here; the task's is the task's. */
function gateOf(own: Fields | undefined, task?: Fields): GateSpec {
  const sources = [own, task].filter((source) => source !== undefined);
  const from = <T>(read: (fields: Fields) => T | undefined): T | undefined => firstOf(sources, read);
  const gate = gateSpec.parse({
    prompt: from((fields) => fields.text(PROMPT)),
    form: from((fields) => fields.guard(["form"], "a form", (one) => (isJsonObject(one) ? one : undefined))),
    assignees:
      from((fields) => fields.guard(ALIASES.approvers, "a list of people", asPeople)) ??
      own?.guard(["assignee"], "a list of people", asPeople),
    ...termsFrom([...ASKING_TERMS, ...OTHER_TERMS], from),
    timeoutSeconds: from((fields) => timeoutSeconds(fields, TIMEOUTS)),
  });
  const read = withoutUndefined(gate);
  const note = (words: string) => {
    read.prompt = read.prompt === "" ? words : `${read.prompt}\n${words}`;
  };
  own?.finish({ note });
  return read;
}

type Term = readonly [name: keyof GateSpec, read: (fields: Fields) => unknown];

/** Fields that say the same wherever they stand, and that only an approval has. */
const ASKING_TERMS: readonly Term[] = [
  ["quorum", (fields) => fields.guard(QUORUM, "a whole number from 1", (one) => asInteger(one, 1))],
  ["fourEyes", (fields) => fields.guard(["four_eyes"], "true or false", asFlag)],
  ["requiresReason", (fields) => fields.guard(REASON, "true or false", asFlag)],
];
/** Beside an approval they are its terms; work without one may have others of these names. */
const OTHER_TERMS: readonly Term[] = [
  ["onTimeout", (fields) => fields.guard(ON_TIMEOUT, `one of ${GATE_TIMEOUTS.join(", ")}`, asTimeout)],
  ["escalateTo", (fields) => fields.guard(["escalate_to"], "a list of people", asPeople)],
];

const termsFrom = (terms: readonly Term[], from: (read: Term[1]) => unknown): Partial<GateSpec> =>
  withoutUndefined(Object.fromEntries(terms.map(([name, read]) => [name, from(read)])));

function timeoutSeconds(fields: Fields, names: typeof TIMEOUTS): number | undefined {
  for (const [name, seconds] of names) {
    const count = fields.guard([name], "a whole number from 1", (one) =>
      seconds === 1 ? asSeconds(one) : asInteger(one, 1),
    );
    if (count !== undefined) return count * seconds;
  }
  return undefined;
}

function asPeople(value: Json): string[] | undefined {
  const names = [value].flat().map((one) => asText(one));
  return names.every((name) => name !== undefined) ? names : undefined;
}

function asTimeout(value: Json): GateSpec["onTimeout"] | undefined {
  const word = typeof value === "string" ? snakeCase(value.trim()) : "";
  return REFUSALS.has(word) ? "reject" : asOneOf(value === "auto_approve" ? "approve" : value, GATE_TIMEOUTS);
}

/**
 * The approval that ordinary work, or a phase of it, needs from a person: a flag, who gives it, or both in an object, and
 * its terms beside it, as Step text has them. Undefined where it needs none. `isGated`: its `gate` says so.
 */
export function readApproval(fields: Fields, isGated = false): GateSpec | undefined {
  const found = fields.find(isGated ? [...ALIASES.approval, ...ALIASES.gate] : ALIASES.approval);
  const said = found && termsOf(found.value, found.path, fields.report);
  const people = fields.guard(ALIASES.approvers, "a list of people", asPeople) ?? [];
  const beside = termsFrom(ASKING_TERMS, (read) => read(fields));
  // Who names people or how they agree wants them asked, whatever a flag says.
  const asks = people.length > 0 || Object.values(beside).some((term) => term !== false);
  if (!said && !asks) return undefined;
  const assignees = [...new Set([...(said?.assignees ?? []), ...people])];
  const timeout = timeoutSeconds(fields, APPROVAL_TIMEOUTS);
  const others = termsFrom(OTHER_TERMS, (read) => read(fields));
  return gateSpec.parse({
    ...said,
    ...beside,
    ...others,
    assignees,
    ...(timeout !== undefined && { timeoutSeconds: timeout }),
  });
}

export function termsOf(value: Json, path: string, report: Report): GateSpec | undefined {
  if (isNothing(value)) return undefined;
  if (asFlag(value) ?? REQUIRED.has(String(value).trim().toLowerCase())) return gateSpec.parse({});
  if (isJsonObject(value)) {
    const { required = true, by, ...terms } = value;
    if (asFlag(required) === false) return undefined;
    const named = by === undefined || "assignees" in terms ? terms : { ...terms, assignees: by };
    return gateOf(new Fields(named, path, report));
  }
  if (typeof value === "string")
    return gateSpec.parse(/[\s?]/.test(value.trim()) ? { prompt: value } : { assignees: [value] });
  report.refuse("unreadable_guard", path, value, "true, false or who has to agree");
  return undefined;
}
