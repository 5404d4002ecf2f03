import { effectKey } from "../../ids";
import { EFFECT_KINDS, type EffectKind, type RunState, type TaskState } from "../state";

/** Stands where an effect of the whole run has no task. */
const NO_TASK = "-";

/** The effect that does the work of a task, by its type. */
export const EFFECT_OF_TYPE = {
  task: "run_attempt",
  direct: "run_direct",
  synthesis_gate: "synthesize",
  planning_review: "review",
  human_review: "show_gate",
} as const satisfies Record<TaskState["spec"]["type"], EffectKind>;

/** Effects for a task beside that; all others are of the whole run. */
const BESIDE_WORK = ["quality_gate", "detail", "reason_task"] as const satisfies EffectKind[];

type TaskEffectKind = (typeof EFFECT_OF_TYPE)[keyof typeof EFFECT_OF_TYPE] | (typeof BESIDE_WORK)[number];
const OF_TASK: ReadonlySet<EffectKind> = new Set<TaskEffectKind>([
  ...Object.values(EFFECT_OF_TYPE),
  ...BESIDE_WORK,
]);

/** True for an agent's task that begins its first attempt and of which nothing was expected yet. */
export function wantsReasoning({ settings }: RunState, { spec, attempts, reasoned }: TaskState): boolean {
  return settings.reasoning && spec.type === "task" && attempts.length === 0 && !reasoned;
}

/** What is expected of a task is said once, beside its first attempt and whatever becomes of that. */
export function reasoningEffect({ runId }: RunState, taskId: string) {
  const kind: EffectKind = "reason_task";
  return { kind, key: effectKey(runId, taskId, 1, kind, 1), taskId, attempt: 1 };
}

/** An effect of the whole run: planning, the judgement of a plan version, the n-th try of a replan, the answer and what becomes of it. */
export function runEffect(
  state: RunState,
  kind: Exclude<EffectKind, TaskEffectKind>,
  attempt: number,
  n: number,
) {
  return { kind, key: effectKey(state.runId, NO_TASK, attempt, kind, n) };
}

/**
 * Reads a key back. Task ids may hold slashes, so it is read from both ends; whether it has a task its kind says, whatever the
 * task is called.
 */
export function readEffectKey(
  runId: string,
  key: string,
): { kind: EffectKind; taskId?: string; attempt: number } {
  const parts = key.slice(runId.length + 1).split("/");
  const kind = EFFECT_KINDS.find((one) => one === parts.at(-2)) ?? "run_attempt";
  const attempt = Number(parts.at(-3));
  return OF_TASK.has(kind) ? { kind, taskId: parts.slice(0, -3).join("/"), attempt } : { kind, attempt };
}
