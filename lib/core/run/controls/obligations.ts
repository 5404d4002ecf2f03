import { digestOf } from "../../json";
import { topologicalOrder } from "../../plan/graph";
import type { StoredTask } from "../../plan/stored";
import type { Reason } from "../events/reason";
import type { RunSettings } from "../settings";
import { ANY_TOOL, type PlanReach } from "./reach";
import { type ControlTerms, controlTerms, weaknessesOf } from "./terms";

/** A task that stands behind a control; `work` is the digest of all work from the control to it. */
export type GuardedTask = {
  taskId: string;
  work: string;
  /** Tools by which it may change something outside. */
  reach: string[];
  /** The final answer rests on it: no other task does. */
  answers?: true;
};

/**
 * What one control of one plan version holds back, for as long as the run lives: no later version takes it away
 * (docs/engine.md, "Controls").
 */
export type Obligation = {
  version: number;
  control: string;
  terms: ControlTerms;
  guarded: GuardedTask[];
  /** Work, by its digest, of tasks of that version that could change something and did not stand behind it. */
  unguarded: string[];
};

/** A control was passed: the work that stood behind it then, by the digest of all work from the control to it. */
export type Release = { control: string; version: number; terms: ControlTerms; work: string[] };

type Version = {
  version: number;
  tasks: readonly StoredTask[];
  /** Absent where it is not known: then any task may call any tool. */
  reach?: PlanReach | undefined;
  settings: Pick<RunSettings, "fourEyes">;
};

/** The obligations that a plan version brings. Time: edges of the plan for each of its controls. */
export function obligationsOf({ version, tasks, reach, settings }: Version): Obligation[] {
  const needed = new Set(tasks.flatMap(({ dependsOn }) => dependsOn));
  return tasks.flatMap((control) => {
    const terms = controlTerms(control, settings);
    if (!terms) return [];
    const digests = guardedWork(tasks, control.id);
    const guarded: GuardedTask[] = [];
    const unguarded = new Set<string>();
    for (const { id: taskId, type, workDigest } of tasks) {
      const tools = reach ? (reach[taskId] ?? []) : mayCall(type) ? [ANY_TOOL] : [];
      const answers = !needed.has(taskId);
      const work = digests.get(taskId);
      if (work !== undefined && (tools.length > 0 || answers))
        guarded.push({ taskId, work, reach: tools, ...(answers && { answers }) });
      else if (work === undefined && tools.length > 0) unguarded.add(workDigest);
    }
    return guarded.length === 0
      ? []
      : [{ version, control: control.id, terms, guarded, unguarded: [...unguarded].sort() }];
  });
}

const mayCall = (type: StoredTask["type"]) => type === "task" || type === "direct";

/** The digest of all work from a control to each task behind it, the control's own question included. */
export function guardedWork(tasks: readonly StoredTask[], control: string): Map<string, string> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const digests = new Map<string, string>();
  for (const id of topologicalOrder(tasks)) {
    const { workDigest, dependsOn } = byId.get(id) as StoredTask;
    const above = [...new Set(dependsOn)].flatMap((one) => digests.get(one) ?? []).sort();
    if (id === control || above.length > 0) digests.set(id, digestOf([workDigest, above]));
  }
  digests.delete(control);
  return digests;
}

/** What is released by passing a control as the plan stands. */
export function releaseOf(
  { version, tasks, settings }: Omit<Version, "reach">,
  control: StoredTask,
): Release | undefined {
  const terms = controlTerms(control, settings);
  return terms && { control: control.id, version, terms, work: [...guardedWork(tasks, control.id).values()] };
}

/** A person did without the control's answer, on its terms, or its own condition says that nobody needs to be asked. */
export const passesWithoutAnswer = ({ code }: Pick<Reason, "code">): boolean =>
  code === "skipped_by_person" || code === "condition_false";

/** What a task is about to do: call a tool that changes something outside, or stand as the run's answer. */
export type Act = { tool: string } | { answer: true };

type Standing = {
  tasks: readonly StoredTask[];
  obligations: readonly Obligation[];
  releases: readonly Release[];
};

/**
 * The obligations under which a task of the plan in force may not act without people: it does what they hold back, has
 * not been released, and did not stand beside the control with the same work.
 */
export function unmetObligations(
  { tasks, obligations, releases }: Standing,
  task: StoredTask,
  act: Act,
): Obligation[] {
  const holding = obligations.filter(
    (one) => one.guarded.some((guarded) => holdsBack(guarded, act)) && !stoodBeside(one, task, act),
  );
  if (holding.length === 0) return [];
  const present = new Set(tasks.map(({ id }) => id));
  const released = releases.filter(({ control, work }) => {
    const own = guardedWork(tasks, control).get(task.id);
    return own !== undefined && work.includes(own);
  });
  return holding.filter(
    ({ terms }) => !released.some((release) => weaknessesOf(release.terms, terms, present).length === 0),
  );
}

const holdsBack = ({ reach, answers }: GuardedTask, act: Act): boolean =>
  "tool" in act ? reach.includes(act.tool) || reach.includes(ANY_TOOL) : answers === true;

/** An answer never stood beside: the control was there for all that is told at the end. */
const stoodBeside = ({ unguarded }: Obligation, { workDigest }: StoredTask, act: Act): boolean =>
  "tool" in act && unguarded.includes(workDigest);
