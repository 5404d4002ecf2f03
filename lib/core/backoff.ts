import { digestOf } from "./bytes";
import type { Json } from "./json";

/**
 * Milliseconds to wait before trying again after failed attempt `attempt` (1 = the first). Doubles from `baseMs` to
 * `capMs`; half of it is shifted by `jitter01` (0..1, from the caller). A server's `retryAfterMs` is a lower bound
 * that the cap does not touch (docs/engine.md, "Model calls").
 */
export function retryDelayMs(
  attempt: number,
  { baseMs, capMs, retryAfterMs = 0, jitter01 }: RetryDelayOptions,
): number {
  const full = Math.min(capMs, baseMs * 2 ** Math.max(0, attempt - 1));
  return Math.max(retryAfterMs, Math.round(full / 2 + (full / 2) * jitter01));
}

type RetryDelayOptions = { baseMs: number; capMs: number; retryAfterMs?: number; jitter01: number };

/** A share (0..1) for `jitter01`, spread evenly over what it is of and the same each time: chance without a dice. */
export const jitterOf = (seed: Json): number => Number.parseInt(digestOf(seed).slice(0, 8), 16) / 2 ** 32;
