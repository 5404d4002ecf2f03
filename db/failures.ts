import { setTimeout as delay } from "node:timers/promises";

const MAX_TRIES = 4;
const FIRST_DELAY_MS = 20;

/** True when the connection is gone, so that the fate of a commit under way is unknown. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("errno" in error || ("severity" in error && error.severity === "FATAL")) return true;
  return "code" in error && typeof error.code === "string" && error.code.startsWith("CONNECT");
}

/** True for a transaction that the server broke off because of another one: it may simply be tried again. */
export function isSerializationFailure(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "40001" || error.code === "40P01");
}

const REFUSED = /^(22|23|54)/;

/** True when the store refuses what it was given (bad data, a broken rule, too much of it): no repeat helps. */
export function isStoreRefusal(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && typeof error.code === "string" && REFUSED.test(error.code)
  );
}

/**
 * Tries again, after a moment, what the server broke off because of another transaction, and what was lost with the
 * connection, so that nobody knows whether it happened. The work must be harmless to repeat.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  beforeRetry: (error: unknown, tries: number) => void = () => {},
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isTransient = isSerializationFailure(error) || isConnectionLoss(error);
      if (!isTransient || tries >= MAX_TRIES) throw error;
      beforeRetry(error, tries);
      await delay(FIRST_DELAY_MS * 4 ** (tries - 1) * (0.5 + Math.random() / 2));
    }
  }
}
