import { randomFrom } from "../seeds";
import type { Reply, WireRequest } from "../wire/reply";
import type { Fate, WorkerPool } from "./worker-pool";
import type { EffectWindow } from "./world-tools";

/** A place at which a worker is killed: around a writing call's effect, or while the model thinks. */
type KillPoint = `${EffectWindow} effect` | "model call";

/** The worker that comes to such a place as the nth is killed there; or one is killed at a moment of the clock. */
export type PlannedKill = { at: KillPoint | "moment"; nth: number };

type KillSchedule = {
  /** Counts a place; true when the worker that came to it is to die. */
  isDue(point: KillPoint): boolean;
  fired(): number;
  unfired(): PlannedKill[];
};

/** How far into the calm course kills are placed: which effects there are after one may depend on it. */
const REACH = 0.6;

export type KillPlan = {
  count: number;
  /** Workers are stopped for so long instead, in front of an effect, and woken up. */
  stopForMs?: number;
  /** One worker after the other, so often; else workers that come to random places of the course. */
  everyMs?: number;
};

/** Who kills workers, and what is left to do. */
export type Killer = {
  fateAt(window: EffectWindow, tool: string): Fate;
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
    fateAt: (window, tool) => (tool !== "world_read" && schedule.isDue(`${window} effect`) ? "kill" : "pass"),
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

/** Stops workers right before effects of writing calls, one at a time, for long enough that others take over. */
export function stopBeforeEffects(
  seed: number,
  { effects }: { effects: number },
  { count, stopForMs = STOP_MS }: KillPlan,
): Killer {
  const random = randomFrom(seed);
  const places = new Set<number>();
  while (places.size < Math.min(count, effects * REACH))
    places.add(1 + Math.floor(random() * effects * REACH));
  const schedule = createKillSchedule([...places].map((nth) => ({ at: "before effect", nth })));
  return {
    fateAt: (window, tool) =>
      tool !== "world_read" && window === "before" && schedule.isDue("before effect")
        ? { stopForMs }
        : "pass",
    intercept: () => undefined,
    start() {},
    unfired: schedule.unfired,
    stop() {},
  };
}

/** Longer than a lease and the time until another worker has found the run. */
const STOP_MS = 20_000;

/** Kills one worker after the other, every so often, wherever it is; only while the others are there to take over. */
export function killPeriodically({ count, everyMs = 4_000 }: KillPlan): Killer {
  let timer: NodeJS.Timeout | undefined;
  let kills = 0;
  return {
    fateAt: () => "pass",
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

/** Kills at random places of a course that has at least so many of them without faults. */
export function planKills(
  seed: number,
  { effects, modelCalls }: { effects: number; modelCalls: number },
  wanted: number,
): PlannedKill[] {
  const random = randomFrom(seed);
  const points: KillPoint[] = ["before effect", "after effect", "model call"];
  const kills = new Map<string, PlannedKill>();
  for (let n = 0; n < wanted; n += 2) {
    const at = points[Math.floor(random() * points.length)] as KillPoint;
    const reachable = Math.floor((at === "model call" ? modelCalls : effects) * REACH);
    const nth = 1 + Math.floor(random() * Math.max(1, reachable));
    // In pairs: both of two workers die soon after each other, and their runs wait for others at the same time.
    for (const position of [nth, nth + 1].slice(0, wanted - n))
      kills.set(`${at} ${position}`, { at, nth: position });
  }
  return [...kills.values()];
}

export function createKillSchedule(kills: PlannedKill[]): KillSchedule {
  const seen = new Map<KillPoint, number>();
  const open = new Set(kills);
  return {
    isDue(point) {
      const nth = (seen.get(point) ?? 0) + 1;
      seen.set(point, nth);
      const kill = [...open].find((one) => one.at === point && one.nth === nth);
      return kill !== undefined && open.delete(kill);
    },
    fired: () => kills.length - open.size,
    unfired: () => [...open],
  };
}
