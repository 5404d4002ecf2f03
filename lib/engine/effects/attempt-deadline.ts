import type { Attempt } from "./attempt-start";
import type { EffectContext } from "./effect";

export type AttemptDeadline = {
  timeoutMs: number;
  /** Fires when the attempt is no longer wanted, or its time is up. */
  signal: AbortSignal;
  isOver(): boolean;
  stop(): void;
};

/**
 * Bounds the attempt by the task's time limit. What its recorded steps took counts; the time in which it lay paused
 * or without a worker does not.
 */
export function startDeadline(context: EffectContext, attempt: Attempt): AttemptDeadline {
  const timeoutMs = attempt.work.task.timeoutMs ?? context.state().settings.taskTimeoutMs;
  const spentMs = attempt.trajectory.steps.reduce((sum, step) => sum + step.latencyMs, 0);
  const over = new AbortController();
  const stopped = new AbortController();
  void context.clock.sleep(Math.max(0, timeoutMs - spentMs), stopped.signal).then(() => {
    if (!stopped.signal.aborted) over.abort();
  });
  return {
    timeoutMs,
    signal: AbortSignal.any([context.signal, over.signal]),
    isOver: () => over.signal.aborted,
    stop: () => stopped.abort(),
  };
}
