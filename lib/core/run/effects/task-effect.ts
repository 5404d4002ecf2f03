import { effectKey } from "../../ids";
import { tasksFedBy } from "../../plan/flows";
import { reachIn } from "../../plan/reach";
import { WORKING_TYPES } from "../../plan/words";
import { measuringControls } from "../controls/conditional";
import type { EffectKind, RunState, TaskState } from "../state";
import { tasksInForce } from "../state/in-force";
import { EFFECT_OF_TYPE } from "./keys";

/** The effect that a task's current (or first) attempt needs. */
export function taskEffect(state: RunState, task: TaskState) {
  const kind = wantsDetails(state, task) ? "detail" : kindOf(task);
  const attempt = Math.max(1, task.attempt);
  const n = 1 + (task.askedAgain ?? 0);
  return { kind, key: effectKey(state.runId, task.id, attempt, kind, n), taskId: task.id, attempt };
}

const kindOf = (task: TaskState): EffectKind =>
  wantsQualityGate(task) ? "quality_gate" : EFFECT_OF_TYPE[task.spec.type];

/**
 * Asked for once, before anything else of the task: an agent's task of which the plan says no more than what to do. Of what people
 * let act, or are to, and of what flows into it once they were asked, no model says more than they were shown; nor of what a
 * condition measures before they are asked.
 */
function wantsDetails(state: RunState, { id, spec, detailed }: TaskState): boolean {
  if (!state.settings.detailOnDemand || spec.type !== "task" || spec.details.length > 0 || detailed)
    return false;
  const { obligations, planSettled, reach } = state;
  if (planSettled !== "approved" && obligations.length === 0) return true;
  const tasks = tasksInForce(state);
  const fed = tasksFedBy(tasks, id);
  const acts = tasks.filter((one) => (one.id === id || fed.has(one.id)) && reachIn(reach, one).length > 0);
  if (planSettled === "approved") return acts.length === 0;
  if (measuringControls(state, id).length > 0) return false;
  const asked = obligations.filter(({ control }) => !fed.has(control));
  return !acts.some((act) => asked.some(({ guarded }) => guarded.some(({ taskId }) => taskId === act.id)));
}

/** Judged once, before the task's work; a review or a human gate judges for itself what lies before it. */
function wantsQualityGate({ spec, qualityGate }: TaskState): boolean {
  return spec.qualityGate && WORKING_TYPES.has(spec.type) && !qualityGate;
}
