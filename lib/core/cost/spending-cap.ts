import { domainError } from "../errors";
import { dayOfMs, daysInMs } from "./days";

/** What real models have cost a workspace on one day (UTC), in millionths of a US dollar, and what they may; null: no cap. */
export type DaySpending = {
  day: string;
  costMicroUsd: number;
  /** Calls of that day whose cost is unknown: they count for nothing against the cap. */
  uncostedCalls: number;
  capMicroUsd: number | null;
};

/** The highest cap, in millionths of a US dollar. */
export const MAX_CAP_MICRO_USD = 1_000_000 * 1_000_000;

/** Today as moments (docs/costs.md, "Daily cap"): the day's first, and that of the next. */
export function today(nowMs: number): { day: string; fromMs: number; beforeMs: number } {
  const day = dayOfMs(nowMs);
  return { day, ...daysInMs({ from: day, to: day }) };
}

/** True from the moment on at which the day's known costs have come to the cap. */
export const isCapReached = ({ costMicroUsd, capMicroUsd }: DaySpending): boolean =>
  capMicroUsd !== null && costMicroUsd >= capMicroUsd;

/** From what part of the cap on every page says so. */
const NEAR_CAP = 0.8;

/** True once the day's known costs have come near the cap, or to it. */
export const isNearCap = ({ costMicroUsd, capMicroUsd }: DaySpending): boolean =>
  capMicroUsd !== null && costMicroUsd >= NEAR_CAP * capMicroUsd;

/** Why nothing new that costs money begins today, and when it may again. */
export function capReached({ day, capMicroUsd }: DaySpending, nowMs: number) {
  const retryAfterSeconds = Math.max(1, Math.ceil((today(nowMs).beforeMs - nowMs) / 1_000));
  const cap = `$${(Number(capMicroUsd) / 1_000_000).toFixed(2)}`;
  return domainError(
    "too_many_requests",
    `This workspace has spent its daily cap of ${cap}. Raise the cap in the settings, or wait until 00:00 UTC. Runs that have started continue within their own limits.`,
    { quota: "dailySpending", day, limit: capMicroUsd, retryAfterSeconds },
  );
}
