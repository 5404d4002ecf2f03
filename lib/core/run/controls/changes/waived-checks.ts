import { ANY_TOOL, reachIn } from "../../../plan/reach";
import type { StoredTask } from "../../../plan/stored";
import type { OfferedPlan } from "../../commands";
import type { RunState } from "../../state";
import { tasksInForce } from "../../state/in-force";
import { type Obligation, tasksBehind } from "../obligations";
import { planInForce, versionOffered } from "../release/release";
import { CHECKS_CONTROL } from "../terms/names";
import { workUpTo } from "../work";
import { carryChecks } from "./checks";
import { checkedTasks, everyones } from "./checks-over";
import { holdsBackActs } from "./held-checks";
import { weakenedBy } from "./weakened";

type Plan = Pick<ReturnType<typeof planInForce>, "tasks" | "reach">;

/**
 * What checks of people held back that people let a version do without (docs/engine.md, "Controls"): everything that may act there
 * and did not stand beside these checks as it is. `state` is as it was before.
 */
export function obligationOfWaived(
  state: Readonly<RunState>,
  offered: Pick<OfferedPlan, "patch" | "reach" | "tools"> & { version: number },
): Obligation | undefined {
  const { version, reach, patch } = offered;
  const next = versionOffered(state, offered);
  const waived = weakenedBy(state as RunState, { tasks: next.tasks, reach, agents: patch.agents }).find(
    ({ obligation }) => obligation.control === CHECKS_CONTROL,
  );
  if (!waived) return;
  const { changed } = carryChecks(
    state.heldChecks,
    next.tasks,
    checkedTasks(state as RunState),
    state.settings,
  );
  const lost = changed.map(({ was }) => was).filter(holdsBackActs);
  const tools = new Set(lost.flatMap((one) => one.tools));
  const before = tasksInForce(state);
  const behind = lost.map(({ taskId }) => tasksBehind(before, taskId));
  const was = workUpTo(before);
  const beside = new Set(
    before.flatMap(({ id }) => (behind.some((one) => one.has(id)) ? [] : (was.get(id) as string))),
  );
  const unchecked = new Set(
    waived.exposed.flatMap(({ taskId, weaknesses }) => (weaknesses.includes("unchecked") ? taskId : [])),
  );
  const isAny = (names: readonly string[]) =>
    names.some((name) => tools.has(name) || name === ANY_TOOL) || (tools.has(ANY_TOOL) && names.length > 0);
  return held(next, { version, terms: waived.obligation.terms }, (task, work) =>
    unchecked.has(task.id) ? true : isAny(reachIn(next.reach, task)) && !beside.has(work),
  );
}

/** Acts behind the check of a task that somebody did without by their own hand: they let its result pass, gave it or skipped it. */
export function obligationOfForgone(state: Readonly<RunState>, taskId: string): Obligation | undefined {
  if (!state.heldChecks.some((one) => one.taskId === taskId && holdsBackActs(one))) return;
  const plan = planInForce(state);
  const behind = tasksBehind(plan.tasks, taskId);
  const ofEveryone = everyones(CHECKS_CONTROL, state.planVersion, state.settings);
  return held(plan, ofEveryone, ({ id }) => behind.has(id));
}

/** The acts of a plan, those that are held back and the others. */
function held(
  { tasks, reach }: Plan,
  { version, terms }: Pick<Obligation, "version" | "terms">,
  isHeld: (task: StoredTask, work: string) => boolean,
): Obligation | undefined {
  const leading = workUpTo(tasks);
  const acts = tasks.flatMap((task) => {
    const tools = reachIn(reach, task);
    const work = leading.get(task.id) as string;
    return tools.length > 0 ? [{ task, work, tools, isHeld: isHeld(task, work) }] : [];
  });
  const guarded = acts.filter((one) => one.isHeld);
  if (guarded.length === 0) return;
  return {
    version,
    control: CHECKS_CONTROL,
    terms,
    guarded: guarded.map(({ task, work, tools }) => ({ taskId: task.id, work, reach: tools })),
    unguarded: [...new Set(acts.flatMap((one) => (one.isHeld ? [] : one.work)))].sort(),
  };
}
