import { tasksFedBy } from "../../plan/flows";
import { reachIn } from "../../plan/reach";
import type { RunState } from "../state";
import { tasksInForce } from "../state/in-force";
import { measuringControls } from "./conditional";

/**
 * Of what people let act, or are to, and of what flows into it once they were asked, no model says more than they were shown; nor
 * of what a condition measures before they are asked. What they are asked about at the moment `askedOver` says.
 */
export function isPeoplesWork(state: Readonly<RunState>, taskId: string): boolean {
  const { obligations, planSettled, reach } = state;
  if (planSettled !== "approved" && obligations.length === 0) return false;
  const tasks = tasksInForce(state);
  const fed = tasksFedBy(tasks, taskId);
  const acts = tasks.filter(
    (one) => (one.id === taskId || fed.has(one.id)) && reachIn(reach, one).length > 0,
  );
  if (planSettled === "approved") return acts.length > 0;
  if (measuringControls(state, taskId).length > 0) return true;
  const asked = obligations.filter(({ control }) => !fed.has(control));
  return acts.some((act) => asked.some(({ guarded }) => guarded.some((one) => one.taskId === act.id)));
}
