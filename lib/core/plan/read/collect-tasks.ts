import { isJsonObject, type Json, type JsonObject } from "../../json";
import { getOwn } from "../../own";
import type { GateSpec } from "../schema";
import { ALIASES, OWNER } from "./aliases";
import { asText, Fields, type Found } from "./fields";
import { readApproval } from "./gate";
import { decisionOfTitle } from "./guards/title-type";
import { Report } from "./report";
import { type Draft, GUARDS, isControl, noteOf, readBareTask, readTask } from "./task";

/** What only a single task has: an object without these that holds tasks is a phase. */
const WORK_KEYS = ["input", "query", "instructions", ...ALIASES.agent];

/** Of lists and phases among tasks, which wait for each other in some formats and not in others. */
const UNORDERED = "is a list or phase beside a control, and nothing says which of its tasks wait for that";

export type Collected = {
  drafts: Draft[];
  /** The tasks that a phase's name or a key in a map stands for. */
  groups: Map<string, Draft[]>;
  /** Phases behind which a person has to agree. */
  approvals: { gate: GateSpec; title: string; path: string; members: Draft[] }[];
};

type Source = Pick<Found, "path" | "value">;
type Member = [path: string, value: Json, key: string | undefined];

/** A task that stands where a list of them should. In a map by id its own names would be ids. */
function isOneTask(value: JsonObject): boolean {
  return ["id", "step_id", "task_id", "step_number"].some(
    (key) => asText(getOwn(value, key) ?? null) !== undefined,
  );
}

/** The tasks in lists, maps and phases in any mixture, in the order in which they are written. */
export function collectTasks(source: Source, agents: ReadonlySet<string>, report: Report): Collected {
  const collected: Collected = { drafts: [], groups: new Map(), approvals: [] };
  const { drafts, groups, approvals } = collected;
  let phasesRead = 0;

  /** `after` are the dependencies of the phases around. */
  const collect = ({ path, value }: Source, after: Found[]): void => {
    if (Array.isArray(value)) {
      const members = value.map((one, index): Member => [`${path}[${index}]`, one, undefined]);
      collectMembers(members, after);
    } else if (isJsonObject(value) && !isOneTask(value)) {
      const members = Object.entries(value).map(([key, one]): Member => [`${path}.${key}`, one, key]);
      collectMembers(members, after);
    } else item(value, path, undefined, after);
  };

  /**
   * Lists among tasks cannot say what they wait for: beside a control, tasks behind the first that do not either are unread.
   * So are phases that say nothing behind one that holds a control.
   */
  const collectMembers = (members: readonly Member[], after: Found[]): void => {
    const first = drafts.length;
    let behindFirst = first;
    let phases = 0;
    for (const [index, [path, one, key]] of members.entries()) {
      const [from, open] = [drafts.length, phasesRead];
      item(one, path, key, after);
      if (index === 0) behindFirst = drafts.length;
      if (phasesRead === open) continue;
      phases += 1;
      const isBehindControl = drafts.slice(first, from).some(({ task }) => isControl(task));
      if (phases > 1 && isBehindControl && drafts.slice(from).some(isOpen))
        report.unread(path, one, UNORDERED);
    }
    const isGuarded = drafts.slice(first).some(({ task }) => isControl(task));
    if (!isGuarded || !drafts.slice(behindFirst).some(isOpen)) return;
    for (const [path, one] of members) if (Array.isArray(one)) report.unread(path, one, UNORDERED);
  };

  const isOpen = (draft: Draft): boolean => !draft.isBare && draft.after.length === 0;

  const item = (written: Json, path: string, key: string | undefined, after: Found[]): void => {
    if (Report.hasTooManyTasks(drafts.length)) return;
    // Words alone are a title, where they say that something is decided.
    const isDecision = typeof written === "string" && decisionOfTitle(written, false) !== undefined;
    const value = isDecision ? { title: written } : written;
    if (Array.isArray(value)) return group({ path, value }, [key], after);
    if (!isJsonObject(value)) {
      const bare = readBareTask(value, path, report, key);
      if (bare) drafts.push({ ...bare, after });
      return;
    }
    const fields = new Fields(value, path, report, OWNER.task);
    const inside = fields.has(WORK_KEYS) ? undefined : fields.find(ALIASES.tasks);
    if (inside) return phase(fields, inside, key, after);
    const draft = report.within(path, () => readTask(fields, { key, agents }, after));
    drafts.push(draft);
    for (const name of draft.names) groups.set(name, [draft]);
  };

  /** A phase: its dependencies go to each of its tasks, and each of its names means all of them. */
  const phase = (fields: Fields, inside: Found, key: string | undefined, after: Found[]): void => {
    const names = ["id", "name", "phase", "title"].map((name) => fields.text([name]));
    const own = fields.all(ALIASES.dependsOn);
    const followedBy = fields.all(ALIASES.followedBy);
    const gate = readApproval(fields);
    const first = drafts.length;
    phasesRead += 1;
    group(inside, [key, ...names], [...own, ...after]);
    const inPhase = drafts.slice(first);
    for (const draft of inPhase) draft.followedBy.push(...followedBy);
    const note = (words: string) => {
      for (const { task } of inPhase) noteOf(task)(words);
    };
    fields.finish({ guards: GUARDS, ...(inPhase.length > 0 && { note }) });
    const name = names.find((one) => one !== undefined) ?? key ?? "this phase";
    const members = drafts.slice(first);
    if (gate) approvals.push({ gate, title: `Approve ${name}`, path: fields.path, members });
  };

  const group = (inside: Source, names: (string | undefined)[], after: Found[]): void => {
    const first = drafts.length;
    collect(inside, after);
    for (const name of names) if (name !== undefined) groups.set(name, drafts.slice(first));
  };

  collect(source, []);
  return collected;
}
