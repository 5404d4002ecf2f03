import { setTimeout as delay } from "node:timers/promises";
import { isConnectionLoss, isSerializationFailure } from "@/db/pipeline";

const MAX_TRIES = 4;
const FIRST_DELAY_MS = 20;

/**
 * Waits a little and says true when a failed commit is worth another try: the server broke it off because of
 * another transaction, or the connection went and nobody knows whether it was committed.
 */
export async function pauseBeforeRetry(error: unknown, tries: number): Promise<boolean> {
  const passing = isSerializationFailure(error) || isConnectionLoss(error);
  if (!passing || tries >= MAX_TRIES) return false;
  await delay(FIRST_DELAY_MS * 4 ** (tries - 1) * (0.5 + Math.random() / 2));
  return true;
}
