import { callsOfTurn, type ReplayedTurn } from "@/lib/core/replay/model/report";
import { MAX_MODEL_CALLS } from "@/lib/core/replay/model/settings";

/** What a model replay may spend and call, over all workers that have it. */
export type Limits = ReturnType<typeof createLimits>;

/**
 * Keeps what calls take, and may take at worst, within the cost limit, and what is tried again within the calls that are
 * left beside the `planned` ones.
 */
export function createLimits(
  { maxCostUsd }: { maxCostUsd?: number | undefined },
  planned: number,
  done: readonly ReplayedTurn[],
) {
  const limit = maxCostUsd === undefined ? Number.POSITIVE_INFINITY : maxCostUsd * 1_000_000;
  let taken = done.reduce((sum, { countedMicroUsd }) => sum + countedMicroUsd, 0);
  let spare = MAX_MODEL_CALLS - planned - done.reduce((sum, turn) => sum + againOf(turn), 0);
  let reached = false;
  return {
    /** Whether something was left out for the cost limit. */
    reached: () => reached,
    reserve(microUsd: number): boolean {
      const fits = taken + microUsd <= limit;
      if (fits) taken += microUsd;
      else reached = true;
      return fits;
    },
    settle(reserved: number, microUsd: number): void {
      taken += microUsd - reserved;
    },
    /** Whether one more call than planned may be made. */
    takeSpare(): boolean {
      spare -= 1;
      return spare >= 0;
    },
  };
}

/** How many calls of a turn were made again. */
const againOf = (turn: ReplayedTurn): number =>
  callsOfTurn(turn) - 1 - (turn.critique && turn.critique.calls > 0 ? 1 : 0);
