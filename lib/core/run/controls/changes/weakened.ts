import { getOwn } from "../../../own";
import type { CheckSettings } from "../../../plan/criteria";
import { ANY_TOOL, type PlanReach, reachIn } from "../../../plan/reach";
import type { StoredAgent } from "../../../plan/stored";
import type { RunState, TaskState } from "../../state";
import { tasksInForce } from "../../state/in-force";
import { isTerminalTask } from "../../status";
import {
  type Act,
  answerWork,
  dueResults,
  isOfPlan,
  type Obligation,
  type Release,
  type Standing,
  tasksBehind,
  unmetObligations,
  workUpTo,
} from "../obligations";
import { endedAmong, type Released } from "../release/release";
import { ANSWER, CHECKS_CONTROL, policyControl } from "../terms/names";
import { type ControlTerms, controlTerms, decidedTerms, weaknessesOf } from "../terms/terms";
import type { Weakness } from "../terms/weaknesses";
import { actingTasks, besideBefore } from "./beside";
import { type CheckedTasks, carryChecks, type HeldCheck, holdsBackActs } from "./checks";
import { exposedByPolicy } from "./policies";

/** What a new plan version would do without the people of a control, or with fewer of its terms. */
export type WeakenedControl = {
  obligation: Obligation;
  /**
   * The tasks that lack a control as strong, and the answer, with what the best one that guards them lacks; `beside`: the
   * control did not guard the task before it was rewritten either.
   */
  exposed: { taskId: string; weaknesses: Weakness[] | "no_control"; beside?: true }[];
  /** Other reviews that people decided, whose work this one question is about as well. */
  also?: Obligation[];
};

/** Tasks of `ended` are over: nothing of theirs is still to happen. */
type NextVersion = Standing & {
  reach?: PlanReach | undefined;
  ended: ReadonlySet<string>;
  isBeside?: ReturnType<typeof besideBefore>;
};

type Offered = Pick<NextVersion, "tasks" | "reach"> & { agents: Readonly<Record<string, StoredAgent>> };

/** What a run that takes up these tasks and agents as its next version would weaken. */
export function weakenedBy(state: RunState, offered: Offered): WeakenedControl[] {
  const { obligations, releases, settings } = state;
  const { tasks, reach } = offered;
  const ended = endedAmong(state, tasks);
  const isBeside = besideBefore(state.actingTasks, offered);
  return [
    ...weakenedControls({
      obligations,
      releases,
      settings,
      tasks,
      reach,
      ended,
      since: sinceIn(state),
      isBeside,
    }),
    ...weakenedPolicies(state, offered, ended),
    ...weakenedChecks(checkedIn(state), offered, ended),
  ];
}

/** A task that is not there yet comes with the next version. */
const sinceIn =
  ({ tasks: known, planVersion }: RunState) =>
  (taskId: string): number =>
    getOwn(known, taskId)?.sinceVersion ?? planVersion + 1;

/** An agent's policy is a control whose questions are everyone's, and under the run's four eyes not its author's. */
function weakenedPolicies(
  { heldPolicies, settings, planVersion }: RunState,
  offered: Offered,
  ended: ReadonlySet<string>,
): WeakenedControl[] {
  const next = { ...offered, version: planVersion + 1 };
  const found = new Map<string, WeakenedControl>();
  for (const held of heldPolicies) {
    const control = policyControl(held.agent);
    for (const { id: taskId } of exposedByPolicy(next, held, ended)) {
      const known = found.get(control);
      if (known?.exposed.some((one) => one.taskId === taskId)) continue;
      const exposed = [...(known?.exposed ?? []), { taskId, weaknesses: ["policy" as const] }];
      found.set(control, { obligation: everyones(control, held.version, settings), exposed });
    }
  }
  return [...found.values()];
}

/** A control that guards no work by itself, of everyone who may review. */
function everyones(control: string, version: number, { fourEyes }: Standing["settings"]): Obligation {
  const people = { assignees: [], quorum: 1, fourEyes, escalateTo: [] };
  const terms = { kind: "human_review" as const, ...people, shows: [] };
  return { version, control, terms, guarded: [], unguarded: [] };
}

/** A version with the checks that people wrote or approved, as a next one may change them. */
type Checked = Offered & {
  version: number;
  settings: Standing["settings"] & CheckSettings;
  heldChecks: readonly HeldCheck[];
  checked: CheckedTasks;
};

const checkedIn = (state: RunState): Checked => ({
  version: state.planVersion,
  tasks: tasksInForce(state),
  agents: state.agents,
  reach: state.reach,
  settings: state.settings,
  heldChecks: state.heldChecks,
  checked: checkedTasks(state),
});

/** All checks of people that the version changes, drops or has work pass by: one question to everyone. */
function weakenedChecks(was: Checked, offered: Offered, ended: ReadonlySet<string>): WeakenedControl[] {
  const { version, settings, heldChecks, checked } = was;
  if (heldChecks.length === 0) return [];
  const { carried, changed } = carryChecks(heldChecks, offered.tasks, checked, settings);
  const found = new Map(changed.map(({ taskId, weaknesses }) => [taskId, weaknesses]));
  const holding = carried.filter(({ now }) => holdsBackActs(now) && !checked.over.has(now.taskId));
  for (const taskId of actsPast(was, offered, ended, holding))
    found.set(taskId, [...(found.get(taskId) ?? []), "unchecked"]);
  const exposed = [...found].map(([taskId, weaknesses]) => ({ taskId, weaknesses }));
  return exposed.length === 0 ? [] : [{ obligation: everyones(CHECKS_CONTROL, version, settings), exposed }];
}

/** The checks before acts that a person's version changes: of all others that a person wrote the next person may write another. */
export function looseningOf(state: RunState, offered: Offered): ControlTerms[] {
  return loosenedChecks(checkedIn(state), offered, endedAmong(state, offered.tasks));
}

/** The terms of the checks before acts that a version changes against the one before it. */
export function loosenedChecks(was: Checked, offered: Offered, ended: ReadonlySet<string>): ControlTerms[] {
  const heldChecks = was.heldChecks.filter(holdsBackActs);
  return weakenedChecks({ ...was, heldChecks }, offered, ended).map(({ obligation }) => obligation.terms);
}

/** The terms of a check of people without which nothing acts that waits for this task. */
export function checkOver(state: RunState, taskId: string): ControlTerms[] {
  const { heldChecks, planVersion, settings } = state;
  return heldChecks.some((one) => one.taskId === taskId && holdsBackActs(one))
    ? [everyones(CHECKS_CONTROL, planVersion, settings).terms]
    : [];
}

/** The tasks that may act without waiting for a check behind which such work stood; what stood beside it may go on as it did. */
function actsPast(
  was: Checked,
  offered: Offered,
  ended: ReadonlySet<string>,
  holding: ReturnType<typeof carryChecks>["carried"],
): Set<string> {
  const { tasks, reach } = offered;
  const acts = tasks.filter((task) => !ended.has(task.id) && reachIn(reach, task).length > 0);
  const past = new Set<string>();
  if (holding.length === 0 || acts.length === 0) return past;
  const { version, tasks: inForce } = was;
  const known = new Set(inForce.map(({ id }) => id));
  const isBeside = besideBefore({ [version]: actingTasks(was) }, offered);
  for (const { was: held, now } of holding) {
    const behind = tasksBehind(tasks, now.taskId);
    const before = tasksBehind(inForce, held.taskId);
    const guarded = inForce.flatMap(({ id }) => (before.has(id) ? { taskId: id } : []));
    // What the checked work may do itself never waited for its own check.
    const checked = inForce.find(({ id }) => id === held.taskId);
    const actedBefore = checked ? reachIn(was.reach, checked) : [];
    for (const task of acts) {
      const acted = task.id === now.taskId ? actedBefore : [];
      const tools = reachIn(reach, task).filter((tool) => !isSomeTool(acted, [tool]));
      if (past.has(task.id) || behind.has(task.id) || !isSomeTool(now.tools, tools)) continue;
      const isAsBefore = known.has(task.id) ? !before.has(task.id) : isBeside({ version, guarded }, task.id);
      if (!isAsBefore) past.add(task.id);
    }
  }
  return past;
}

const isSomeTool = (tools: readonly string[], others: readonly string[]): boolean =>
  others.some(
    (tool) => tools.includes(tool) || tools.includes(ANY_TOOL) || (tool === ANY_TOOL && tools.length > 0),
  );

/** A task of which the result passed, that was given up, or whose failure was put up with or answered before, is over. */
export function checkedTasks({ tasks, openFailures, replan }: RunState): CheckedTasks {
  const idsOf = (found: readonly TaskState[]) => new Set(found.map(({ id }) => id));
  const ended = Object.values(tasks).filter(
    ({ status }) => isTerminalTask(status) && status !== "superseded",
  );
  const failed = ended.filter(({ id }) => getOwn(openFailures, id) !== undefined);
  const open = idsOf(failed);
  return {
    over: idsOf(ended.filter(({ id }) => !open.has(id))),
    answered: idsOf(failed.filter(({ id }) => replan?.covers.includes(id))),
  };
}

/**
 * The obligations of earlier versions that a new one weakens (docs/engine.md, "Controls"): something that they hold back
 * stands behind no control that is at least as strong. One that was passed already still guards: what is new behind it
 * asks when it acts.
 */
export function weakenedControls(version: NextVersion): WeakenedControl[] {
  // About other work than that of an approved plan people are asked as about the plan (docs/engine.md, "Settled plans").
  // So they are where a fork asks again about checks.
  const obligations = version.obligations.filter((one) => !isOfPlan(one) && one.control !== CHECKS_CONTROL);
  if (obligations.length === 0) return [];
  const next = { ...version, obligations };
  const { tasks, isBeside = () => false } = next;
  const controls = controlsOf(next);
  const weakened = new Map<string, WeakenedControl>();
  for (const acts of plannedActs(next)) {
    const { taskId } = acts[0] as Act;
    const guards = controls.filter(({ behind }) => taskId === ANSWER || behind.has(taskId));
    const unmet = acts.flatMap((act) => unmetObligations(next, act).map((one) => [one, act] as const));
    for (const [obligation, act] of unmet) {
      const lacksOf = (guard: Guard) =>
        weaknessesOf(guard.terms, obligation.terms, dueResults(tasks, act, obligation, guard));
      const least = leastLacking(guards, lacksOf);
      if (least.length === 0) continue;
      const beside = isBeside(obligation, taskId) && ({ beside: true } as const);
      expose(weakened, obligation, { taskId, weaknesses: least, ...beside });
    }
  }
  return withOneOfDecided([...weakened.values()]);
}

/** Reviews that people decided without the plan's asking bind everyone alike: whatever they hold back is one question. */
function withOneOfDecided(weakened: WeakenedControl[]): WeakenedControl[] {
  const decided = weakened.filter(({ obligation }) => obligation.decided);
  const last = decided.at(-1);
  if (!last || decided.length === 1) return weakened;
  const byTask = new Map(decided.flatMap(({ exposed }) => exposed.map((one) => [one.taskId, one])));
  const also = decided.flatMap(({ obligation }) => (obligation === last.obligation ? [] : obligation));
  const merged = { obligation: last.obligation, exposed: [...byTask.values()], also };
  return [...weakened.filter(({ obligation }) => !obligation.decided), merged];
}

/** The tasks of a version that come free where this control is done without: a check that is changed sets nothing free. */
export function freedWithout(
  { obligation: { control }, exposed }: WeakenedControl,
  { tasks, reach }: Pick<Offered, "tasks" | "reach">,
): Released[] {
  const free = exposed.filter(
    ({ weaknesses }) => control !== CHECKS_CONTROL || weaknesses.includes("unchecked"),
  );
  const ids = new Set(free.map(({ taskId }) => taskId));
  return tasks.flatMap((task) => (ids.has(task.id) ? { task, tools: reachIn(reach, task) } : []));
}

/** What people release who adopt a version although it weakens these controls. */
export function waiversOf(
  weakened: readonly WeakenedControl[],
  { version, tasks, ...then }: { version: number; tasks: Standing["tasks"] } & Pick<Release, "tools" | "at">,
): Release[] {
  const leading = workUpTo(tasks);
  const work = (taskId: string) => (taskId === ANSWER ? answerWork(tasks) : (leading.get(taskId) as string));
  return weakened.flatMap(({ obligation, also = [], exposed }) =>
    [obligation, ...also].map(({ control, terms }) => ({
      control,
      from: "start" as const,
      version,
      terms,
      work: exposed.map(({ taskId }) => work(taskId)),
      ...then,
    })),
  );
}

/** One entry for a control, by the strongest of the terms that it has had. */
function expose(
  weakened: Map<string, WeakenedControl>,
  obligation: Obligation,
  exposed: WeakenedControl["exposed"][number],
): void {
  const known = weakened.get(obligation.control);
  if (!known) return void weakened.set(obligation.control, { obligation, exposed: [exposed] });
  const isStronger = weaknessesOf(known.obligation.terms, obligation.terms).length > 0;
  if (isStronger) known.obligation = obligation;
  const same = known.exposed.find(({ taskId }) => taskId === exposed.taskId);
  if (!same) known.exposed.push(exposed);
  // Of several versions of a control each one counts.
  else if (!exposed.beside) delete same.beside;
}

/** What the best of these controls lacks; those behind one that lacks nothing make no difference. */
function leastLacking(guards: readonly Guard[], lacksOf: (guard: Guard) => Weakness[]) {
  let least: Weakness[] | "no_control" = "no_control";
  for (const guard of guards) {
    const lacks = lacksOf(guard);
    if (least === "no_control" || lacks.length < least.length) least = lacks;
    if (lacks.length === 0) break;
  }
  return least;
}

type Guard = ReturnType<typeof controlsOf>[number];

/** A review that people decided has let pass what they saw: it guards what else is behind it. */
function controlsOf({ tasks, settings, obligations, ended }: NextVersion) {
  const decided = new Set(obligations.flatMap((one) => (one.decided ? [one.control] : [])));
  return tasks.flatMap((task) => {
    const termsOf = decided.has(task.id) && ended.has(task.id) ? decidedTerms : controlTerms;
    const terms = termsOf(task, settings);
    return terms ? [{ control: task.id, terms, behind: tasksBehind(tasks, task.id) }] : [];
  });
}

/** Everything that the version may still do, task by task, and its answer. */
function plannedActs({ tasks, reach, ended }: NextVersion): Act[][] {
  const planned = tasks.flatMap((task): Act[][] => {
    if (ended.has(task.id)) return [];
    const tools = reachIn(reach, task);
    return tools.length > 0 ? [tools.map((tool) => ({ taskId: task.id, tool }))] : [];
  });
  return [...planned, [{ taskId: ANSWER }]];
}
