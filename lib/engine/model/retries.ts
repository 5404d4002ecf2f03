import { jitterOf, retryDelayMs } from "@/lib/core/backoff";
import type { Json } from "@/lib/core/json";

const MAX_TRIES = 3;
const BASE_DELAY_MS = 500;
/** A provider that asks for more patience than this does not hold a slot in the meantime: the caller backs off instead. */
const MAX_DELAY_MS = 10_000;
const RETRYABLE: ReadonlySet<string> = new Set(["rate_limited", "unavailable", "timeout", "cut_stream"]);

/**
 * How long to wait before a call that has failed this many times is made again; undefined where it is not, because the
 * failure does not pass by itself or was the last one that is borne (docs/engine.md, "Model calls").
 */
export function retryWaitMs(
  { code, retryAfterMs = 0 }: { code: string; retryAfterMs?: number },
  failures: number,
  seed: Json,
): number | undefined {
  if (!RETRYABLE.has(code) || failures >= MAX_TRIES) return undefined;
  const delayMs = retryDelayMs(failures, {
    baseMs: BASE_DELAY_MS,
    capMs: MAX_DELAY_MS,
    retryAfterMs,
    jitter01: jitterOf(seed),
  });
  return delayMs > MAX_DELAY_MS ? undefined : delayMs;
}
