import type { ChildProcess } from "node:child_process";
import { isRunning, signalGroup, stopChild } from "./child";

interface SuperviseTiming {
  firstDelayMs: number;
  longestDelayMs: number;
  /** A child that ran this long is healthy: its next restart waits the first delay again. */
  healthyAfterMs: number;
  /** Time a child gets to stop before it is killed. */
  graceMs: number;
}

const usualTiming: SuperviseTiming = {
  firstDelayMs: 250,
  longestDelayMs: 5_000,
  healthyAfterMs: 30_000,
  // A worker drains for ten seconds.
  graceMs: 12_000,
};

export interface SuperviseOptions {
  spawn: () => ChildProcess;
  /** Told of every end nobody asked for, with the time until the next start. */
  onExit: (exit: {
    code: number | null;
    signal: NodeJS.Signals | null;
    delayMs: number;
    failures: number;
  }) => void;
  timing?: SuperviseTiming;
}

export interface Supervised {
  /** Ends the child for good. May be called more than once. */
  stop(): Promise<void>;
  /** Ends the child; it starts again as after a fault. */
  restart(): void;
}

/** Keeps a child process alive: a dead one is started again after a delay that doubles with each failure. */
export function supervise({ spawn, onExit, timing = usualTiming }: SuperviseOptions): Supervised {
  let child: ChildProcess;
  let failures = 0;
  let stopped: Promise<void> | undefined;
  let waiting: NodeJS.Timeout | undefined;

  const start = () => {
    const startedAt = performance.now();
    child = spawn();
    let ended = false;
    const onEnd = (code: number | null, signal: NodeJS.Signals | null) => {
      if (stopped || ended) return;
      ended = true;
      if (performance.now() - startedAt >= timing.healthyAfterMs) failures = 0;
      const delayMs = Math.min(timing.firstDelayMs * 2 ** failures, timing.longestDelayMs);
      failures += 1;
      waiting = setTimeout(start, delayMs);
      onExit({ code, signal, delayMs, failures });
    };
    child.on("exit", onEnd);
    child.on("error", () => onEnd(null, null));
  };
  start();

  return {
    restart: () => {
      if (isRunning(child)) signalGroup(child, "SIGTERM");
    },
    stop: () => {
      clearTimeout(waiting);
      stopped ??= stopChild(child, timing.graceMs);
      return stopped;
    },
  };
}
