import type { Reply, WireRequest } from "../wire/reply";
import { createKillSchedule, type PlannedKill, planKills } from "./kill-book";
import type { WorkerPool } from "./worker-fleet";
import type { EffectWindow } from "./world-tools";

export type KillPlan = {
  count: number;
  /** One worker after the other, so often; else workers that come to random places of the course. */
  everyMs?: number;
};

/** Who kills workers, and what is left to do. */
export type Killer = {
  shouldDie(window: EffectWindow, tool: string): boolean;
  /** Gives an answer only in place of a killed worker's. */
  intercept(request: WireRequest): Reply | undefined;
  /** Begins with the kills of this fleet. */
  start(pool: WorkerPool): void;
  unfired(): PlannedKill[];
  stop(): void;
};

/** Kills at places of the course: around the effect of a writing call, and while the model thinks. */
export function killAtPoints(
  seed: number,
  course: { effects: number; modelCalls: number },
  { count }: KillPlan,
): Killer {
  const schedule = createKillSchedule(planKills(seed, course, count));
  let pool: WorkerPool | undefined;
  return {
    shouldDie: (window, tool) => tool !== "world_read" && schedule.isDue(`${window} effect`),
    intercept({ headers }) {
      const key = pool?.keys.find((one) => headers.authorization === `Bearer ${one}`);
      if (!pool || key === undefined || !pool.isUp(key) || !schedule.isDue("model call")) return;
      pool.kill(key);
      return { kind: "silence" };
    },
    start(workers) {
      pool = workers;
    },
    unfired: schedule.unfired,
    stop() {},
  };
}

/** Kills one worker after the other, every so often, wherever it is; only while the others are there to take over. */
export function killPeriodically({ count, everyMs = 4_000 }: KillPlan): Killer {
  let timer: NodeJS.Timeout | undefined;
  let kills = 0;
  return {
    shouldDie: () => false,
    intercept: () => undefined,
    start(pool) {
      timer = setInterval(() => {
        const key = pool.keys[kills % pool.keys.length];
        if (key !== undefined && pool.keys.every(pool.isUp) && pool.kill(key)) kills += 1;
        if (kills === count) clearInterval(timer);
      }, everyMs);
    },
    unfired: () => Array.from({ length: count - kills }, () => ({ at: "moment" as const, nth: 0 })),
    stop: () => clearInterval(timer),
  };
}
