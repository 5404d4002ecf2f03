import type { Json } from "../../../json";
import { programTexts } from "../../../lisp";
import { getOwn } from "../../../own";
import type { CheckSettings } from "../../../plan/criteria";
import { ANY_TOOL, type PlanReach, reachIn } from "../../../plan/reach";
import type { LongText, StoredAgent, StoredTask } from "../../../plan/stored";
import { isTargetOpen } from "../../../plan/targets";
import type { RunState } from "../../state";
import { tasksInForce } from "../../state/in-force";
import { type Standing, tasksBehind } from "../obligations";
import { endedAmong } from "../release/release";
import { CHECKS_CONTROL } from "../terms/names";
import type { ControlTerms } from "../terms/terms";
import { CHECK_WEAKNESSES } from "../terms/weaknesses";
import { workUpTo } from "../work";
import { actingTasks, besideBefore } from "./beside";
import { carryChecks, partOfCheck } from "./checks";
import { checkedTasks, everyones } from "./checks-over";
import { type CheckedTasks, type CheckPart, type HeldCheck, holdsBackActs } from "./held-checks";

/** A version as it changes the checks of people. */
export type Offered = {
  tasks: readonly StoredTask[];
  reach?: PlanReach | undefined;
  agents: Readonly<Record<string, StoredAgent>>;
};

/**
 * A check of people that a version changes: at which task it was and is or would be, what of it is another or gone, by which digests
 * its parts were held, and what acts behind it.
 */
export type CheckOtherwise = {
  was: string;
  at: string;
  lost: CheckPart[];
  held: HeldCheck["parts"];
  acts: string[];
};

/** A part of a check as it was, and as it would be; `now` is absent of one that would be gone. */
export type PartOtherwise = { part: CheckPart; was: Json | LongText; now?: Json | LongText };

/** What of a check is another at the task where it would stand (`next`; none where that is over or gone). */
export const partsOtherwise = (
  { tasks, settings }: Pick<RunState, "tasks" | "settings">,
  { was, at, lost }: CheckOtherwise,
  next: StoredTask | undefined,
): PartOtherwise[] =>
  lost.flatMap((part): PartOtherwise[] => {
    const before = getOwn(tasks, was)?.spec;
    const text = partOfCheck(before, part, settings);
    const now = at === was && next === before ? undefined : partOfCheck(next, part, settings);
    return text === undefined ? [] : [{ part, was: text, ...(now !== undefined && { now }) }];
  });

/** A version with the checks that people wrote or approved, as a next one may change them. */
type Checked = Offered & {
  version: number;
  settings: Standing["settings"] & CheckSettings;
  heldChecks: readonly HeldCheck[];
  checked: CheckedTasks;
};

export const checkedIn = (state: RunState): Checked => ({
  version: state.planVersion,
  tasks: tasksInForce(state),
  agents: state.agents,
  reach: state.reach,
  settings: state.settings,
  heldChecks: state.heldChecks,
  checked: checkedTasks(state),
});

/** All checks of people that the version changes, drops or has work pass by: one question to everyone. */
export function weakenedChecks(was: Checked, offered: Offered, ended: ReadonlySet<string>) {
  const { version, settings, heldChecks, checked } = was;
  if (heldChecks.length === 0) return [];
  const { carried, changed } = carryChecks(heldChecks, offered.tasks, checked, settings);
  const found = new Map(changed.map(({ taskId, weaknesses }) => [taskId, weaknesses]));
  const holding = carried.filter(({ now }) => holdsBackActs(now) && !checked.over.has(now.taskId));
  for (const taskId of actsPast(was, offered, ended, holding))
    found.set(taskId, [...(found.get(taskId) ?? []), "unchecked"]);
  const exposed = [...found].map(([taskId, weaknesses]) => ({ taskId, weaknesses }));
  if (exposed.length === 0) return [];
  const checks = checksOtherwise(was, offered, ended, changed);
  return [{ obligation: everyones(CHECKS_CONTROL, version, settings), exposed, checks }];
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

/** Tasks of a version that act and are not over. */
const actsIn = ({ tasks, reach }: Offered, ended: ReadonlySet<string>) =>
  tasks.filter((task) => !ended.has(task.id) && reachIn(reach, task).length > 0);

const besideIn = (was: Checked, offered: Offered) =>
  besideBefore({ [was.version]: actingTasks(was) }, offered);

/**
 * Says of a next version's task that it stood beside the check of a task: as the same work, or rewritten so that it says itself where
 * it acts, since no call of it is held back for the check.
 */
function besideCheck(
  { version, tasks }: Checked,
  isBeside: ReturnType<typeof besideBefore>,
  checkedId: string,
): (task: StoredTask, work: string | undefined) => boolean {
  const behind = tasksBehind(tasks, checkedId);
  const beside = tasks.filter(({ id }) => !behind.has(id));
  const guarded = tasks.flatMap(({ id }) => (behind.has(id) ? { taskId: id } : []));
  const known = workUpTo(tasks);
  const works = new Set(beside.map(({ id }) => known.get(id)));
  const programs = new Set(beside.flatMap(({ type, input }) => (type === "direct" ? [input] : [])));
  return (task, work) => {
    if (works.has(work)) return true;
    const isTold = !isTargetOpen(task) || (programs.has(task.input) && isFixed(task));
    return isTold && isBeside({ version, guarded }, task.id);
  };
}

const isFixed = ({ input }: StoredTask): boolean =>
  typeof input === "string" && programTexts(input)?.isOpen === false;

/** By which tools a task would act that a check could hold back: what the checked work may do itself never waited for its own. */
function toolsHeldBack(was: Checked, { reach }: Offered, before: string, at: string) {
  const checked = was.tasks.find(({ id }) => id === before);
  const actedBefore = checked ? reachIn(was.reach, checked) : [];
  return (task: StoredTask): string[] => {
    const acted = task.id === at ? actedBefore : [];
    return reachIn(reach, task).filter((tool) => !isSomeTool(acted, [tool]));
  };
}

/** The tasks that may act without waiting for a check behind which such work stood; what stood beside it may go on as it did. */
function actsPast(
  was: Checked,
  offered: Offered,
  ended: ReadonlySet<string>,
  holding: ReturnType<typeof carryChecks>["carried"],
): Set<string> {
  const { tasks } = offered;
  const past = new Set<string>();
  const acts = actsIn(offered, ended);
  if (holding.length === 0 || acts.length === 0) return past;
  const isBeside = besideIn(was, offered);
  const isHeldTool = heldTools(was);
  const works = workUpTo(tasks);
  for (const { was: held, now } of holding) {
    const behind = tasksBehind(tasks, now.taskId);
    const isAsBefore = besideCheck(was, isBeside, held.taskId);
    const toolsOf = toolsHeldBack(was, offered, held.taskId, now.taskId);
    for (const task of acts) {
      const tools = toolsOf(task);
      if (past.has(task.id) || behind.has(task.id)) continue;
      // What a check has refused is not done in another way.
      const isRefused = was.checked.answered.has(held.taskId) && tools.length > 0;
      if (!isRefused && !isHeldTool(now.tools, tools)) continue;
      if (!isAsBefore(task, works.get(task.id))) past.add(task.id);
    }
  }
  return past;
}

/** The checks that are changed, each with what acts behind it where it stands now, and what acts by its tools and did not stand beside it. */
function checksOtherwise(
  was: Checked,
  offered: Offered,
  ended: ReadonlySet<string>,
  changed: ReturnType<typeof carryChecks>["changed"],
): CheckOtherwise[] {
  const acting = actsIn(offered, ended);
  const isBeside = besideIn(was, offered);
  const isHeldTool = heldTools(was);
  const works = workUpTo(offered.tasks);
  return changed.map(({ taskId: at, weaknesses, was: held }) => {
    const behind = tasksBehind(offered.tasks, at);
    const isAsBefore = besideCheck(was, isBeside, held.taskId);
    const toolsOf = toolsHeldBack(was, offered, held.taskId, at);
    const isFree = (task: StoredTask) =>
      holdsBackActs(held) && isHeldTool(held.tools, toolsOf(task)) && !isAsBefore(task, works.get(task.id));
    const acts = acting.filter((task) => behind.has(task.id) || isFree(task)).map(({ id }) => id);
    const lost = CHECK_WEAKNESSES.filter((part) => weaknesses.includes(part));
    return { was: held.taskId, at, lost, held: held.parts, acts };
  });
}

/** By tools that a check held back acts work that is to wait for it, and by those that no task of its version could use. */
function heldTools({ tasks, reach }: Pick<Checked, "tasks" | "reach">) {
  const known = new Set(tasks.flatMap((task) => reachIn(reach, task)));
  const isUnknown = (tool: string) => tool !== ANY_TOOL && !known.has(ANY_TOOL) && !known.has(tool);
  return (held: readonly string[], tools: readonly string[]): boolean =>
    isSomeTool(held, tools) || tools.some(isUnknown);
}

const isSomeTool = (tools: readonly string[], others: readonly string[]): boolean =>
  others.some(
    (tool) => tools.includes(tool) || tools.includes(ANY_TOOL) || (tool === ANY_TOOL && tools.length > 0),
  );
