import { setTimeout as delay } from "node:timers/promises";

/** How often in all what may help is tried. */
export const MAX_TRIES = 4;
const FIRST_DELAY_MS = 20;

/** True when the connection is gone, so that the fate of a commit under way is unknown. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("errno" in error || ("severity" in error && error.severity === "FATAL")) return true;
  return "code" in error && typeof error.code === "string" && error.code.startsWith("CONNECT");
}

/** True for a transaction that the server broke off because of another one: it may simply be tried again. */
function isSerializationFailure(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "40001" || error.code === "40P01");
}

/** The server says nothing, or takes no connection, for as long as it is waited for: the same would only wait again. */
const SILENT: ReadonlySet<unknown> = new Set(["CONNECTION_SILENT", "CONNECT_TIMEOUT"]);

const isSilence = (error: unknown): boolean =>
  error instanceof Error && "code" in error && SILENT.has(error.code);

/**
 * Waits for the server at most this long; then `onLate` is called, and it rejects with the code `CONNECTION_SILENT`. What
 * has arrived while this process itself was busy is read first.
 */
export async function withinLimit<T>(answer: Promise<T>, limitMs: number, onLate: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let lastLook: NodeJS.Immediate | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      lastLook = setImmediate(() => {
        onLate();
        const message = `The database did not answer within ${limitMs / 1_000} s.`;
        reject(Object.assign(new Error(message), { code: "CONNECTION_SILENT" }));
      });
    }, limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    clearImmediate(lastLook);
  }
}

const REFUSED = /^(22|23|54)/;

/** True when the store refuses what it was given (bad data, a broken rule, too much of it): no repeat helps. */
export function isStoreRefusal(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && typeof error.code === "string" && REFUSED.test(error.code)
  );
}

/**
 * True when the same may succeed after a moment: broken off because of another transaction, or lost on the way. A
 * silent server has been waited for already.
 */
export const isTransientFailure = (error: unknown): boolean =>
  isSerializationFailure(error) || (isConnectionLoss(error) && !isSilence(error));

/** Waits before the next of several tries, longer each time and never as long as others do. */
export async function pauseBeforeRetry(tries: number): Promise<void> {
  await delay(FIRST_DELAY_MS * 4 ** (tries - 1) * (0.5 + Math.random() / 2));
}

/**
 * Tries again, after a moment, what the server broke off because of another transaction, and what was lost with the
 * connection, so that nobody knows whether it happened. The work must be harmless to repeat.
 */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTransientFailure(error) || tries >= MAX_TRIES) throw error;
      await pauseBeforeRetry(tries);
    }
  }
}
