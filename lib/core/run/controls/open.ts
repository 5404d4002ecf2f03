import type { RunState } from "../state";
import { tasksInForce } from "../state/in-force";
import { taskOf } from "../state/ready";
import { isTerminalTask } from "../status";
import { type Act, type GuardedTask, isOfPlan, type Obligation, unmetObligations } from "./obligations";
import { ANSWER } from "./terms/names";

/** What a control still holds back: tasks that have not ended, by their ids, or the run's answer. */
type OpenObligation = { obligation: Obligation; holdsBack: string[] };

/** The obligations that people have not met yet and that still hold something back; of each control the latest. */
export function openObligations(state: Readonly<RunState>): OpenObligation[] {
  const { releases, order } = state;
  const obligations = state.obligations.filter((one) => !isOfPlan(one));
  if (obligations.length === 0) return [];
  const open = order.filter((id) => !isTerminalTask(taskOf(state, id).status));
  const awaited = new Set([...open, ANSWER]);
  const tasks = tasksInForce(state);
  const latest = new Map<string, OpenObligation>();
  for (const obligation of obligations) {
    const isUnmet = (one: GuardedTask): boolean =>
      awaited.has(one.taskId) &&
      actsOf(one).some((act) =>
        unmetObligations({ tasks, obligations: [obligation], releases }, act).includes(obligation),
      );
    const holdsBack = obligation.guarded.filter(isUnmet).map(({ taskId }) => taskId);
    if (holdsBack.length > 0) latest.set(obligation.control, { obligation, holdsBack });
  }
  return [...latest.values()];
}

const actsOf = ({ taskId, reach }: GuardedTask): Act[] =>
  taskId === ANSWER ? [{ taskId }] : reach.map((tool) => ({ taskId, tool }));
