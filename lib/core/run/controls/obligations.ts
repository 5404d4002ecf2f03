import { digestOf } from "../../bytes";
import { topologicalOrder } from "../../plan/graph";
import type { StoredTask } from "../../plan/stored";
import type { Reason } from "../events/reason";
import type { RunSettings } from "../settings";
import { ANY_TOOL, type PlanReach } from "./reach";
import { type ControlTerms, controlTerms, weaknessesOf } from "./terms";

/** Stands for the run's answer, which rests on the last tasks of its plan. */
export const ANSWER = "(answer)";

/** A task, or the answer, that stands behind a control; `work` is the digest of all work from the control to it. */
export type GuardedTask = {
  taskId: string;
  work: string;
  /** Tools by which it may change something outside. */
  reach: string[];
  /** The control shows every result that the task begins with. */
  inputsShown?: true;
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

/**
 * What may act because people let it: a control was passed, and `work` holds the digests of all work from it to what stood
 * behind it; or people who meet its terms adopted a version without it, and the digests begin at the plan's start.
 */
export type Release = {
  control: string;
  from: "control" | "start";
  version: number;
  terms: ControlTerms;
  work: string[];
};

type Version = {
  version: number;
  tasks: readonly StoredTask[];
  /** Absent where it is not known: then any task may call any tool. */
  reach?: PlanReach | undefined;
  settings: Pick<RunSettings, "fourEyes">;
};

/** The obligations that a plan version brings. Time: edges of the plan for each of its controls. */
export function obligationsOf({ version, tasks, reach, settings }: Version): Obligation[] {
  const changing = tasks.flatMap(({ id, type, workDigest }) => {
    const tools = reach ? (reach[id] ?? []) : mayCall(type) ? [ANY_TOOL] : [];
    return tools.length > 0 ? [{ id, workDigest, tools }] : [];
  });
  return tasks.flatMap((task) => {
    const terms = controlTerms(task, settings);
    if (!terms) return [];
    const work = guardedWork(tasks, task.id);
    const guarded = changing.flatMap(({ id: taskId, tools }): GuardedTask[] => {
      const digest = work.get(taskId);
      if (digest === undefined) return [];
      const shown = inputsOf(tasks, taskId, task.id, work).every((id) => terms.shows.includes(id));
      return [{ taskId, work: digest, reach: tools, ...(shown && { inputsShown: shown }) }];
    });
    const answer = { taskId: ANSWER, work: work.get(ANSWER) as string, reach: [] };
    const unguarded = changing.filter(({ id }) => !work.has(id)).map(({ workDigest }) => workDigest);
    const beside = [...new Set(unguarded)].sort();
    return [{ version, control: task.id, terms, guarded: [...guarded, answer], unguarded: beside }];
  });
}

/** The results that a task begins with and that were there before its control was asked. Decisions are none. */
function inputsOf(
  tasks: readonly StoredTask[],
  taskId: string,
  control: string,
  behind: ReadonlyMap<string, string>,
): string[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const isResult = (id: string) => !DECISIONS.has(byId.get(id)?.type);
  return (byId.get(taskId)?.dependsOn ?? []).filter(
    (id) => id !== control && !behind.has(id) && isResult(id),
  );
}

/**
 * The results that a control has to show in this plan to stand for an obligation: all that the task begins with, where that
 * was so for the obligation's own task, else what of it was shown before.
 */
export function dueResults(
  tasks: readonly StoredTask[],
  act: Act,
  { terms, guarded }: Obligation,
  by: { control: string; work: ReadonlyMap<string, string> },
): string[] {
  if (!("tool" in act)) return [];
  const inputs = inputsOf(tasks, act.taskId, by.control, by.work);
  const showsAll = guarded.some((one) => one.inputsShown === true && holdsBack(one, act));
  return showsAll ? inputs : inputs.filter((id) => terms.shows.includes(id));
}

const DECISIONS: ReadonlySet<string | undefined> = new Set(["human_review", "planning_review"]);

const mayCall = (type: StoredTask["type"]) => type === "task" || type === "direct";

/**
 * The digest of all work from a control to each task behind it, and to the answer; the control's question included. Without
 * a control, of all work from the start to every task.
 */
export function guardedWork(tasks: readonly StoredTask[], control?: string): Map<string, string> {
  const needed = new Set(tasks.flatMap(({ dependsOn }) => dependsOn));
  const last = tasks.map(({ id }) => id).filter((id) => !needed.has(id));
  const nodes = [...tasks, { id: ANSWER, workDigest: "", dependsOn: last }];
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const digests = new Map<string, string>();
  for (const id of topologicalOrder(nodes)) {
    const { workDigest, dependsOn } = byId.get(id) as (typeof nodes)[number];
    const above = [...new Set(dependsOn)].flatMap((one) => digests.get(one) ?? []).sort();
    if (control === undefined || id === control || above.length > 0)
      digests.set(id, digestOf([workDigest, above]));
  }
  if (control !== undefined) digests.delete(control);
  return digests;
}

/** What is released by passing a control as the plan stands. */
export function releaseOf(
  { version, tasks, settings }: Omit<Version, "reach">,
  control: StoredTask,
): Release | undefined {
  const terms = controlTerms(control, settings);
  const work = terms ? [...guardedWork(tasks, control.id).values()] : [];
  return terms && { control: control.id, from: "control", version, terms, work };
}

/** A person did without the control's answer, on its terms, or its own condition says that nobody needs to be asked. */
export const passesWithoutAnswer = ({ code }: Pick<Reason, "code">): boolean =>
  code === "skipped_by_person" || code === "condition_false";

export const obligationId = ({ version, control }: Obligation): string => `${version}/${control}`;

/** What is about to happen: a task calls a tool that changes something outside, or the run gives its answer. */
export type Act = { taskId: string; tool: string } | { taskId: typeof ANSWER };

/** A plan as it stands, and what its run has been told by its controls so far. */
export type Standing = {
  tasks: readonly StoredTask[];
  settings: Pick<RunSettings, "fourEyes">;
  obligations: readonly Obligation[];
  releases: readonly Release[];
  /** The version that brought each task: the same work planned once more is another task's, and not released yet. */
  since?: Readonly<Record<string, number>>;
};

/**
 * The obligations under which this may not happen without people: they hold it back, it has not been released, and the
 * task did not stand beside the control with the same work.
 */
export function unmetObligations(
  { tasks, obligations, releases, since = {} }: Omit<Standing, "settings">,
  act: Act,
): Obligation[] {
  const digest = tasks.find(({ id }) => id === act.taskId)?.workDigest;
  const holding = obligations.filter(
    ({ guarded, unguarded }) =>
      guarded.some((one) => holdsBack(one, act)) && !(digest !== undefined && unguarded.includes(digest)),
  );
  if (holding.length === 0) return [];
  const released = releases.flatMap(({ from, control, terms, version, work: released }) => {
    if ((since[act.taskId] ?? 0) > version) return [];
    const work = guardedWork(tasks, from === "control" ? control : undefined);
    const own = work.get(act.taskId);
    return own !== undefined && released.includes(own) ? [{ from, control, terms, work }] : [];
  });
  return holding.filter(
    (obligation) =>
      !released.some((release) => {
        const due = release.from === "control" ? dueResults(tasks, act, obligation, release) : [];
        return weaknessesOf(release.terms, obligation.terms, due).length === 0;
      }),
  );
}

function holdsBack({ taskId, reach }: GuardedTask, act: Act): boolean {
  if (!("tool" in act)) return taskId === ANSWER;
  return act.tool === ANY_TOOL ? reach.length > 0 : reach.includes(act.tool) || reach.includes(ANY_TOOL);
}
