import type { ChildProcess } from "node:child_process";
import { scriptPreloads, signalGroup, spawnNode } from "@/scripts/lib/child";
import { type Supervised, supervise } from "@/scripts/lib/supervise";
import type { FromWorker, ToWorker, WorkerProcessOptions } from "./worker-messages";
import type { EffectWindow } from "./world-tools";

const SCRIPT = "lib/testing/faults/worker-process.ts";
/** A killed worker is started again at once, however often it is killed. */
const TIMING = { firstDelayMs: 50, longestDelayMs: 50, healthyAfterMs: 1, graceMs: 12_000 };

export type Kill = { workerId: string; atMs: number };
/** A job that a worker took from the queue, before it had the lease of its run. */
export type Claim = { workerId: string; runId: string; atMs: number };

export type WorkerPool = {
  /** Resolves when every worker has taken runs once. */
  ready: Promise<unknown>;
  /** Ends a worker with SIGKILL, the one with this key; another takes its place. False when it is not up yet. */
  kill(apiKey: string): boolean;
  /** True while this worker takes runs. */
  isUp(apiKey: string): boolean;
  /** Keys of the workers, which they send with their model calls. */
  keys: string[];
  /** Those that hit a worker which took runs. */
  kills: Kill[];
  /** How often a worker was stopped and woken up. */
  stops(): number;
  claims: Claim[];
  stop(): Promise<void>;
};

/** It continues, is killed, or is stopped for so long and woken up in front of its effect. */
export type Fate = "pass" | "kill" | { stopForMs: number };

export type WorkerPoolOptions = Omit<WorkerProcessOptions, "apiKey"> & {
  size: number;
  /** What becomes of a worker that stands at an effect. */
  fateAt(window: EffectWindow, tool: string): Fate;
};

type WorkerSlot = {
  supervised: Supervised;
  child: () => ChildProcess;
  workerId: () => string | undefined;
  forget(): void;
};

/** Worker processes that are started again when they die. */
export function startWorkerPool({ size, fateAt, ...options }: WorkerPoolOptions): WorkerPool {
  const kills: Kill[] = [];
  const claims: Claim[] = [];
  const keys = Array.from({ length: size }, (_, n) => `worker-${n + 1}`);
  let stops = 0;
  const slots = new Map<string, WorkerSlot>();

  const isUp = (key: string): boolean => slots.get(key)?.workerId() !== undefined;

  function kill(key: string): boolean {
    const slot = slots.get(key);
    const workerId = slot?.workerId();
    if (!slot || workerId === undefined) return false;
    kills.push({ workerId, atMs: Date.now() });
    slot.forget();
    signalGroup(slot.child(), "SIGKILL");
    return true;
  }

  function stopFor(child: ChildProcess, stopForMs: number): void {
    stops += 1;
    signalGroup(child, "SIGSTOP");
    setTimeout(() => signalGroup(child, "SIGCONT"), stopForMs);
  }

  const ready = keys.map(
    (apiKey) =>
      new Promise<void>((resolve) => {
        let child: ChildProcess;
        let workerId: string | undefined;
        const supervised = supervise({
          timing: TIMING,
          onExit: () => {},
          spawn() {
            workerId = undefined;
            child = spawnNode([...scriptPreloads, SCRIPT, JSON.stringify({ ...options, apiKey })], {});
            child.stdout?.resume();
            child.stderr?.pipe(process.stderr);
            const own = child;
            own.on("message", (message: FromWorker) => {
              if (message.kind === "ready") {
                workerId = message.workerId;
                return resolve();
              }
              if (message.kind === "claimed") {
                const claimed = { workerId: workerId ?? "", atMs: Date.now() };
                return void claims.push(...message.runIds.map((runId) => ({ ...claimed, runId })));
              }
              // What a killed worker still had to say counts no more.
              if (own !== child || !isUp(apiKey)) return;
              const fate = fateAt(message.window, message.tool);
              if (fate === "kill" && kill(apiKey)) return;
              const pass: ToWorker = { pass: message.number };
              if (typeof fate === "object") stopFor(own, fate.stopForMs);
              if (own.connected) own.send(pass, () => {});
            });
            return own;
          },
        });
        const forget = (): void => {
          workerId = undefined;
        };
        slots.set(apiKey, { supervised, child: () => child, workerId: () => workerId, forget });
      }),
  );

  return {
    ready: Promise.all(ready),
    kill,
    isUp,
    keys,
    kills,
    stops: () => stops,
    claims,
    async stop() {
      await Promise.all([...slots.values()].map(({ supervised }) => supervised.stop()));
    },
  };
}
