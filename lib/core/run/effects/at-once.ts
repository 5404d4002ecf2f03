import type { Limits } from "../../lisp";
import { criteriaOf } from "../../plan/criteria";
import type { Effect, RunState } from "../state";
import { taskOf } from "../state/ready";

/**
 * How much of what ends at once one commit may take: so long it holds its run, and so long nobody who stops the run, and
 * no other run of the process, is heard.
 */
export const AT_ONCE = { programs: 100, bytes: 262_144, ms: 10 } as const;

/** What one program may use there. One that needs more is an effect like any other, with limits of its own. */
export const AT_ONCE_LIMITS = {
  fuel: 5_000,
  memoryBytes: 262_144,
  sourceBytes: 4_096,
  deadlineMs: 2,
} as const satisfies Partial<Limits>;

/**
 * Whether an effect may end in the commit that starts it: a program that has called nothing yet, whose result neither a
 * schema nor a model is to look at. Nothing of it reaches the world before that commit, so one that is lost is done
 * again without a trace (docs/engine.md, "Direct tasks").
 */
export function mayEndAtOnce(state: RunState, effect: Exclude<Effect, { kind: "wake" }>): boolean {
  if (effect.kind !== "run_direct" || effect.taskId === undefined) return false;
  const { spec, attempts } = taskOf(state, effect.taskId);
  const asksModel = criteriaOf(spec, state.settings) !== undefined;
  return !asksModel && spec.outputSchema === undefined && (attempts.at(-1)?.steps ?? 0) === 0;
}
