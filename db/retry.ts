import { setTimeout as delay } from "node:timers/promises";
import { isConnectionLoss, isSerializationFailure } from "./failures";

const MAX_TRIES = 4;
const FIRST_DELAY_MS = 20;

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
