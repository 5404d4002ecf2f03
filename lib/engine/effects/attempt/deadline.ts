import type { Clock } from "@/lib/core/ports";
import { STOPPED } from "../../timer";
import type { AttemptClock, EffectContext } from "../effect";
import type { Attempt } from "./attempt";

type AttemptDeadline = AttemptClock & {
  /** The limit of the task, for tools and waiting. */
  timeoutMs: number;
  /** How long the attempt has worked, models included. */
  workedMs(): number;
  /** Fires when the attempt is no longer wanted, or its time is up. */
  signal: AbortSignal;
  isExpired(): boolean;
  /** Error that the clock threw, where it did: then nobody knows how much time is left. */
  fault(): { thrown: unknown } | undefined;
  /** Is it the agent's own limit that has passed? */
  isAgentExpired(): boolean;
  stop(): void;
};

type DeadlineContext = Pick<EffectContext, "clock" | "signal">;

/** `taskMs` limits tools and waiting, `agentMs` all of the work; `spent` is what earlier steps took of each. */
type Limits = { taskMs: number; agentMs?: number | undefined; spent?: { taskMs: number; agentMs: number } };

/** Bounds the attempt by the time limit of its task and by its agent's; what its recorded steps took is spent of them. */
export function startAttemptDeadline(context: EffectContext, attempt: Attempt): AttemptDeadline {
  const { steps, constraints } = attempt.trajectory;
  const taskMs = attempt.work.task.timeoutMs ?? context.state().settings.taskTimeoutMs;
  const agentMs = steps.reduce((sum, step) => sum + step.latencyMs, 0);
  const modelMs = steps.reduce((sum, step) => sum + (step.modelMs ?? 0), 0);
  const spent = { agentMs, taskMs: agentMs - modelMs };
  return startDeadline(context, { taskMs, agentMs: constraints.deadlineMs, spent });
}

/**
 * Time limits that run from now on. While a model is at work only the agent's does. The time in which the attempt lay
 * paused or without a worker, waited for its turn at a model, or was kept by failed requests, counts for neither
 * (docs/engine.md, "Attempts").
 */
export function startDeadline(
  { clock, signal }: DeadlineContext,
  { taskMs, agentMs = Number.POSITIVE_INFINITY, spent = { taskMs: 0, agentMs: 0 } }: Limits,
): AttemptDeadline {
  const expired = new AbortController();
  const broken = new AbortController();
  let fault: { thrown: unknown } | undefined;
  const onFault = (thrown: unknown) => {
    fault ??= { thrown };
    broken.abort(thrown);
  };
  const task = new Countdown(clock, taskMs - spent.taskMs, { onFault, onEnd: () => expired.abort() });
  let isAgentExpired = false;
  const onAgentEnd = () => {
    isAgentExpired = !expired.signal.aborted;
    expired.abort();
  };
  const agent = new Countdown(clock, agentMs - spent.agentMs, { onFault, onEnd: onAgentEnd });
  let workedMs = spent.agentMs;
  const worked = new Countdown(clock, 0);
  const all = [task, agent, worked];
  for (const one of all) one.release("start");
  return {
    timeoutMs: taskMs,
    signal: AbortSignal.any([signal, expired.signal, broken.signal]),
    fault: () => fault,
    isExpired: () => expired.signal.aborted,
    isAgentExpired: () => isAgentExpired,
    workedMs: () => workedMs - worked.leftMs(),
    pause: () => {
      for (const one of all) one.hold("wait");
    },
    resume: () => {
      for (const one of all) one.release("wait");
    },
    modelBegins: () => task.hold("model"),
    modelEnds: () => task.release("model"),
    exclude(passedMs) {
      agent.add(passedMs);
      workedMs -= passedMs;
    },
    stop: () => {
      for (const one of all) one.hold("end");
    },
  };
}

/** Milliseconds that run down while nothing holds them. */
class Countdown {
  private readonly holds = new Set(["start"]);
  private running: { sinceMs: number; stopped: AbortController } | undefined;

  private readonly clock: Clock;
  private left: number;
  private readonly watch?: { onEnd(): void; onFault(thrown: unknown): void };

  constructor(clock: Clock, left: number, watch?: Countdown["watch"]) {
    this.clock = clock;
    this.left = left;
    this.watch = watch;
  }

  hold(why: string): void {
    this.settle();
    this.holds.add(why);
  }

  release(why: string): void {
    this.holds.delete(why);
    if (this.running || this.holds.size > 0) return;
    const stopped = new AbortController();
    this.running = { sinceMs: this.clock.nowMs(), stopped };
    const { watch } = this;
    if (!watch || this.left === Number.POSITIVE_INFINITY) return;
    this.clock
      .sleep(Math.max(0, this.left), stopped.signal)
      .then(() => stopped.signal.aborted || watch.onEnd())
      .catch(watch.onFault);
  }

  add(ms: number): void {
    this.settle();
    this.left += ms;
    this.release("");
  }

  leftMs(): number {
    return this.left - (this.running ? this.clock.nowMs() - this.running.sinceMs : 0);
  }

  private settle(): void {
    this.left = this.leftMs();
    this.running?.stopped.abort(STOPPED);
    this.running = undefined;
  }
}
