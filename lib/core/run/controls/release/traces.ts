import { getOwn } from "../../../own";
import { tasksFedBy } from "../../../plan/flows";
import type { StoredValue } from "../../../stored-value";
import { sentBackAt } from "../../gates/said";
import type { RunState } from "../../state";
import { tasksInForce } from "../../state/in-force";
import { measuringControls } from "../conditional";
import { isOfPlan } from "../obligations";
import { openObligations } from "../open";
import { readsOwnAlone, toldOfOthers } from "./approved";
import { questionsOver } from "./asked";
import { releasesOver } from "./release";

/**
 * Says of attempts whether the one who does a task may read how they went: calls, checks, what was refused. Of work that had ended
 * when people let the task act, or were asked, they were shown what it came to and no more; what had not is itself what they let happen.
 */
export function toldHow(
  state: Readonly<RunState>,
  taskId: string,
): (other: string, attempt: number) => boolean {
  if (!readsOwnAlone(state, taskId)) return () => true;
  const isTold = toldOfOthers(state, taskId);
  const since = lastAsked(state, taskId);
  const isAwaited = isToBeAsked(state, taskId);
  return (other, attempt) => {
    const { attempts = [] } = getOwn(state.tasks, other) ?? {};
    const startedAt = attempts.find((one) => one.attempt === attempt)?.startedAt;
    if (startedAt === undefined || !isTold(other)) return false;
    if (isAwaited && other !== taskId) return false;
    const wasAtWork = attempts.some((one) => one.startedAt <= since && (one.endedAt ?? since) >= since);
    return startedAt >= since || wasAtWork;
  };
}

/**
 * What a task's work came to before, where people last asked for changes of it, and the task does not have it by its plan; none
 * that people were not shown as they let the task act.
 */
export function workSentBack(state: Readonly<RunState>, taskId: string): StoredValue | undefined {
  const sent = Object.values(state.approvals).flatMap((gate) => sentBackAt(state, gate, taskId) ?? []);
  const last = sent.at(-1);
  const { dependsOn = [], uses = [] } = getOwn(state.tasks, taskId)?.spec ?? {};
  if (!last || [...dependsOn, ...uses].includes(last.id)) return;
  return toldHow(state, taskId)(last.id, last.attempt) ? last.result : undefined;
}

/** When people were last shown what a task rests on: as they let that act, or as the question opened that waits for them. */
function lastAsked(state: Readonly<RunState>, taskId: string): number {
  const releases = [...releasesOver(state, taskId), ...state.releases.filter(isOfPlan)];
  const passed = releases.map(
    ({ at, approvalId = "" }) => at ?? getOwn(state.approvals, approvalId)?.decided?.at,
  );
  const asked = questionsOver(state, taskId).map(({ openedAt }) => openedAt);
  return Math.max(0, ...[...passed, ...asked].map((at = Number.POSITIVE_INFINITY) => at));
}

/** A control beside the task has not let pass what rests on it, or measures it: its people see what the task came to, and not why. */
function isToBeAsked(state: Readonly<RunState>, taskId: string): boolean {
  if (measuringControls(state, taskId).length > 0) return true;
  const fed = tasksFedBy(tasksInForce(state), taskId);
  return openObligations(state).some(
    ({ obligation: { control }, holdsBack }) =>
      !fed.has(control) && holdsBack.some((id) => id === taskId || fed.has(id)),
  );
}
