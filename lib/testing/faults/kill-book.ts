import { randomFrom } from "../seeds";
import type { EffectWindow } from "./world-tools";

/** A place at which a worker is killed: around a writing call's effect, or while the model thinks. */
export type KillPoint = `${EffectWindow} effect` | "model call";

/** The worker that comes to such a place as the nth is killed there; or one is killed at a moment of the clock. */
export type PlannedKill = { at: KillPoint | "moment"; nth: number };

export type KillSchedule = {
  /** Counts a place; true when the worker that came to it is to die. */
  isDue(point: KillPoint): boolean;
  fired(): number;
  unfired(): PlannedKill[];
};

/** How far into the calm course kills are placed: which effects there are after one may depend on it. */
const REACH = 0.6;

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
