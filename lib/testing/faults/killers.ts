import type { Reply, WireRequest } from "../wire/reply";
import { createKillBook, type PlannedKill, planKills } from "./kill-book";
import type { WorkerFleet } from "./worker-fleet";
import type { Window } from "./world-tools";

export type KillPlan = {
  count: number;
  /** One worker after the other, so often; else workers that come to random places of the course. */
  everyMs?: number;
};

/** Who kills workers, and what is left to do. */
export type Killer = {
  diesAt(window: Window, tool: string): boolean;
  /** Gives an answer only in place of a killed worker's. */
  intercept(request: WireRequest): Reply | undefined;
  /** Begins with the kills of this fleet. */
  begin(fleet: WorkerFleet): void;
  unfired(): PlannedKill[];
  stop(): void;
};

/** Kills at places of the course: around the effect of a writing call, and while the model thinks. */
export function killAtPlaces(
  seed: number,
  course: { effects: number; modelCalls: number },
  { count }: KillPlan,
): Killer {
  const book = createKillBook(planKills(seed, course, count));
  let fleet: WorkerFleet | undefined;
  return {
    diesAt: (window, tool) => tool !== "world_read" && book.meet(`${window} effect`),
    intercept({ headers }) {
      const key = fleet?.keys.find((one) => headers.authorization === `Bearer ${one}`);
      if (!fleet || key === undefined || !fleet.isUp(key) || !book.meet("model call")) return;
      fleet.kill(key);
      return { kind: "silence" };
    },
    begin(given) {
      fleet = given;
    },
    unfired: book.unfired,
    stop() {},
  };
}

/** Kills one worker after the other, every so often, wherever it is; only while the others are there to take over. */
export function killByTheClock({ count, everyMs = 4_000 }: KillPlan): Killer {
  let timer: NodeJS.Timeout | undefined;
  let kills = 0;
  return {
    diesAt: () => false,
    intercept: () => undefined,
    begin(fleet) {
      timer = setInterval(() => {
        const key = fleet.keys[kills % fleet.keys.length];
        if (key !== undefined && fleet.keys.every(fleet.isUp) && fleet.kill(key)) kills += 1;
        if (kills === count) clearInterval(timer);
      }, everyMs);
    },
    unfired: () => Array.from({ length: count - kills }, () => ({ at: "moment" as const, nth: 0 })),
    stop: () => clearInterval(timer),
  };
}
