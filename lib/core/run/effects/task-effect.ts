import { effectKey } from "../../ids";
import { getOwn } from "../../own";
import { WORKING_TYPES } from "../../plan/words";
import { isPeoplesWork } from "../controls/peoples-work";
import type { EffectKind, RunState, TaskState } from "../state";
import { EFFECT_OF_TYPE } from "./keys";

/** The effect that a task's current (or first) attempt needs. */
export function taskEffect(state: RunState, task: TaskState) {
  const kind = wantsDetails(state, task) ? "detail" : kindOf(task);
  return { kind, key: keyOf(state, task, kind), taskId: task.id, attempt: attemptOf(task) };
}

const attemptOf = ({ attempt }: TaskState): number => Math.max(1, attempt);

const keyOf = ({ runId }: RunState, task: TaskState, kind: EffectKind): string =>
  effectKey(runId, task.id, attemptOf(task), kind, 1 + (task.askedAgain ?? 0));

const kindOf = (task: TaskState): EffectKind =>
  wantsQualityGate(task) ? "quality_gate" : EFFECT_OF_TYPE[task.spec.type];

/** Asked for once, before anything else of the task: an agent's task of which the plan says no more than what to do. */
function wantsDetails(state: RunState, task: TaskState): boolean {
  const { id, spec, detailed } = task;
  if (!state.settings.detailOnDemand || spec.type !== "task" || spec.details.length > 0 || detailed)
    return false;
  if (getOwn(state.inFlight, keyOf(state, task, "detail"))) return true;
  return !isAtWork(state, task) && !isPeoplesWork(state, id);
}

/** Its agent has begun without them. */
const isAtWork = (state: RunState, task: TaskState): boolean =>
  getOwn(state.inFlight, keyOf(state, task, "run_attempt")) !== undefined ||
  Number(task.attempts.at(-1)?.steps) > 0;

/** Judged once, before the task's work; a review or a human gate judges for itself what lies before it. */
function wantsQualityGate({ spec, qualityGate }: TaskState): boolean {
  return spec.qualityGate && WORKING_TYPES.has(spec.type) && !qualityGate;
}
