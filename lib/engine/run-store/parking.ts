import { needsWorker, type RunState, wakeAt } from "@/lib/core/run";
import type { TransitionOptions } from "../types";

/** True when the lease may end: nothing is in flight, and nothing is or will by itself be wanted. */
export type ShouldPark = (state: Readonly<RunState>, nowMs: number) => boolean;

export const isIdle: ShouldPark = (state) =>
  Object.keys(state.inFlight).length === 0 && !needsWorker(state as RunState);

/** How a commit leaves the marks of the run's row, and what happens to its job in the same transaction. */
export type Parking = {
  parked: boolean;
  wakeAtMs: number | null;
  /** `complete`: the claim of the one who commits, if it still holds; `end`: the run's job, no matter who holds it. */
  job: "complete" | "end" | "enqueue" | "leave";
};

/** Whether the one who commits under a lease holds nothing after it. */
export const endsLease = ({ job }: Parking): boolean => job === "complete" || job === "end";

export function parkingAfter(
  state: RunState,
  wasParked: boolean,
  nowMs: number,
  options: TransitionOptions,
  shouldPark: ShouldPark,
): Parking {
  const mayEnd = options.park === true && options.fence !== undefined;
  if (state.phase === "ended")
    return { parked: true, wakeAtMs: null, job: mayEnd || !wasParked ? "end" : "leave" };
  if (mayEnd && shouldPark(state, nowMs)) return { ...parkedUntilWake(state), job: "complete" };
  if (!wasParked) return { parked: false, wakeAtMs: null, job: "leave" };
  if (needsWorker(state)) return { parked: false, wakeAtMs: null, job: "enqueue" };
  return { ...parkedUntilWake(state), job: "leave" };
}

function parkedUntilWake(state: RunState): { parked: true; wakeAtMs: number | null } {
  return { parked: true, wakeAtMs: wakeAt(state) ?? null };
}
