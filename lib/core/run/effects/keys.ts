import { effectKey } from "../../ids";
import { tasksFedBy } from "../../plan/flows";
import { reachIn } from "../../plan/reach";
import { WORKING_TYPES } from "../../plan/words";
import { measuredOver } from "../controls/release/release";
import { EFFECT_KINDS, type EffectKind, type RunState, type TaskState } from "../state";
import { tasksInForce } from "../state/in-force";

/** Stands where an effect of the whole run has no task. */
const NO_TASK = "-";

const EFFECT_OF_TYPE = {
  task: "run_attempt",
  direct: "run_direct",
  synthesis_gate: "synthesize",
  planning_review: "review",
  human_review: "show_gate",
} as const satisfies Record<TaskState["spec"]["type"], EffectKind>;

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
  if (measuredOver(state, id).length > 0) return false;
  const asked = obligations.filter(({ control }) => !fed.has(control));
  return !acts.some((act) => asked.some(({ guarded }) => guarded.some(({ taskId }) => taskId === act.id)));
}

/** True for an agent's task that begins its first attempt and of which nothing was expected yet. */
export function wantsReasoning({ settings }: RunState, { spec, attempts, reasoned }: TaskState): boolean {
  return settings.reasoning && spec.type === "task" && attempts.length === 0 && !reasoned;
}

/** What is expected of a task is said once, beside its first attempt and whatever becomes of that. */
export function reasoningEffect({ runId }: RunState, taskId: string) {
  const kind: EffectKind = "reason_task";
  return { kind, key: effectKey(runId, taskId, 1, kind, 1), taskId, attempt: 1 };
}

/** Judged once, before the task's work; a review or a human gate judges for itself what lies before it. */
function wantsQualityGate({ spec, qualityGate }: TaskState): boolean {
  return spec.qualityGate && WORKING_TYPES.has(spec.type) && !qualityGate;
}

/** An effect of the whole run: planning, the judgement of a plan version, the n-th try of a replan, the answer and what becomes of it. */
export function runEffect(
  state: RunState,
  kind: Exclude<
    EffectKind,
    (typeof EFFECT_OF_TYPE)[keyof typeof EFFECT_OF_TYPE] | "quality_gate" | "detail" | "reason_task"
  >,
  attempt: number,
  n: number,
) {
  return { kind, key: effectKey(state.runId, NO_TASK, attempt, kind, n) };
}

/** Reads a key back. Task ids may hold slashes, so it is read from both ends. */
export function readEffectKey(
  runId: string,
  key: string,
): { kind: EffectKind; taskId?: string; attempt: number } {
  const parts = key.slice(runId.length + 1).split("/");
  const kind = EFFECT_KINDS.find((one) => one === parts.at(-2)) ?? "run_attempt";
  const attempt = Number(parts.at(-3));
  const taskId = parts.slice(0, -3).join("/");
  return taskId === NO_TASK && kind !== "run_attempt" ? { kind, attempt } : { kind, taskId, attempt };
}
