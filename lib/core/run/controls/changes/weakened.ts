import { getOwn } from "../../../own";
import { type PlanReach, reachIn } from "../../../plan/reach";
import type { RunState } from "../../state";
import { obligationsOfHalts } from "../halt";
import {
  type Act,
  dueResults,
  isOfPlan,
  type Obligation,
  type Release,
  type Standing,
  tasksBehind,
  unmetObligations,
} from "../obligations";
import { endedAmong, type Released } from "../release/release";
import { ANSWER, CHECKS_CONTROL, policyControl } from "../terms/names";
import { controlTerms, decidedTerms, weaknessesOf } from "../terms/terms";
import type { Weakness } from "../terms/weaknesses";
import { answerWork, workUpTo } from "../work";
import { besideBefore } from "./beside";
import { everyones } from "./checks-over";
import { exposedByPolicy } from "./policies";
import { type CheckOtherwise, checkedIn, type Offered, weakenedChecks } from "./weakened-checks";

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
  /** Checks of people that are changed or gone. */
  checks?: CheckOtherwise[];
};

/** Tasks of `ended` are over: nothing of theirs is still to happen. */
type NextVersion = Standing & {
  reach?: PlanReach | undefined;
  ended: ReadonlySet<string>;
  isBeside?: ReturnType<typeof besideBefore>;
};

/** What a run that takes up these tasks and agents as its next version would weaken. */
export function weakenedBy(state: RunState, offered: Offered): WeakenedControl[] {
  const { releases, settings } = state;
  const { tasks, reach } = offered;
  const ended = endedAmong(state, tasks);
  const obligations = [...state.obligations, ...obligationsOfHalts(state, tasks, ended)];
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

/**
 * The tasks of a version that come free where this control is done without. Of changed checks, all that acts behind them: nothing
 * else holds that back.
 */
export function freedWithout(
  { obligation: { control }, exposed, checks = [] }: WeakenedControl,
  { tasks, reach }: Pick<Offered, "tasks" | "reach">,
): Released[] {
  const free = exposed.filter(
    ({ weaknesses }) => control !== CHECKS_CONTROL || weaknesses.includes("unchecked"),
  );
  const ids = new Set([...free.map(({ taskId }) => taskId), ...checks.flatMap(({ acts }) => acts)]);
  return tasks.flatMap((task) => (ids.has(task.id) ? { task, tools: reachIn(reach, task) } : []));
}

/** What people release who adopt a version although it weakens these controls. */
export function waiversOf(
  weakened: readonly WeakenedControl[],
  {
    version,
    tasks,
    ...then
  }: { version: number; tasks: Standing["tasks"] } & Pick<Release, "tools" | "models" | "at">,
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

/** A review that people were asked about guards what is behind it: made again, it asks them again. */
function controlsOf({ tasks, settings, obligations }: NextVersion) {
  const decided = new Set(obligations.flatMap((one) => (one.decided ? [one.control] : [])));
  return tasks.flatMap((task) => {
    const termsOf = decided.has(task.id) ? decidedTerms : controlTerms;
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
