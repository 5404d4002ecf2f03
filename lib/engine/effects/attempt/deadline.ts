import type { AttemptClock, EffectContext } from "../effect";
import type { Attempt } from "./attempt";

export type AttemptDeadline = AttemptClock & {
  timeoutMs: number;
  /** How much of it is used. */
  workedMs(): number;
  /** Fires when the attempt is no longer wanted, or its time is up. */
  signal: AbortSignal;
  isExpired(): boolean;
  stop(): void;
};

type DeadlineContext = Pick<EffectContext, "clock" | "signal">;

/**
 * Bounds the attempt by the time limit of its task or by its agent's, whichever is shorter; what its recorded steps took
 * is spent of it.
 */
export function startAttemptDeadline(context: EffectContext, attempt: Attempt): AttemptDeadline {
  const { steps, constraints } = attempt.trajectory;
  const timeoutMs = attempt.work.task.timeoutMs ?? context.state().settings.taskTimeoutMs;
  const spentMs = steps.reduce((sum, step) => sum + step.latencyMs, 0);
  return startDeadline(context, Math.min(timeoutMs, constraints.deadlineMs ?? timeoutMs), spentMs);
}

/**
 * A time limit that runs from now on. The time in which the attempt lay paused or without a worker, waited for its
 * turn at a model, or was kept by failed requests, does not count (docs/engine.md, "Attempts").
 */
export function startDeadline(
  { clock, signal }: DeadlineContext,
  timeoutMs: number,
  spentMs = 0,
): AttemptDeadline {
  const expired = new AbortController();
  let leftMs = timeoutMs - spentMs;
  let running: { sinceMs: number; stopped: AbortController } | undefined;

  function resume(): void {
    if (running) return;
    const stopped = new AbortController();
    running = { sinceMs: clock.nowMs(), stopped };
    void clock.sleep(Math.max(0, leftMs), stopped.signal).then(() => {
      if (!stopped.signal.aborted) expired.abort();
    });
  }

  function pause(): void {
    if (!running) return;
    running.stopped.abort();
    leftMs -= clock.nowMs() - running.sinceMs;
    running = undefined;
  }

  resume();
  return {
    timeoutMs,
    signal: AbortSignal.any([signal, expired.signal]),
    isExpired: () => expired.signal.aborted,
    workedMs: () => timeoutMs - leftMs + (running ? clock.nowMs() - running.sinceMs : 0),
    pause,
    resume,
    exclude(passedMs) {
      const ran = running !== undefined;
      pause();
      leftMs += passedMs;
      if (ran) resume();
    },
    stop: pause,
  };
}
