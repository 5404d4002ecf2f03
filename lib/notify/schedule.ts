import type { Digest } from "@/lib/core/notifications";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long one try may take. */
export const SEND_TIMEOUT_MS = 10 * SECOND_MS;

/** Between one failed try and the next; the last one has none (docs/notifications.md, "Retries"). */
const RETRY_DELAYS_MS = [10 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS] as const;
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** How long to wait after so many failed tries; undefined where that was the last. */
export const retryDelayMs = (attempts: number): number | undefined => RETRY_DELAYS_MS[attempts - 1];

/** For how long messages are listed. */
export const KEEP_DELIVERIES_MS = 30 * DAY_MS;

/** Of daily digests, in UTC. */
const DIGEST_HOUR = 8;

/** When the digest is due whose oldest notice is of this moment: at the next full hour, or at eight in the morning, UTC. */
export function digestDueMs(digest: Exclude<Digest, "off">, oldestMs: number): number {
  const [period, offset] = digest === "hourly" ? [HOUR_MS, 0] : [DAY_MS, DIGEST_HOUR * HOUR_MS];
  return Math.floor((oldestMs - offset) / period) * period + period + offset;
}
