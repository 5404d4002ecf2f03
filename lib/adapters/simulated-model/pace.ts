export type Pace = {
  /** Time before the first token, in milliseconds. Default 0. */
  delayMs?: number;
  /** Default: as fast as they are read. */
  tokensPerSecond?: number;
};

/** Fast enough for a story of minutes to be told in less than one, slow enough to be read along. */
export const NATURAL_PACE: Pace = { delayMs: 250, tokensPerSecond: 250 };

/** Resolves after the time, or rejects with the signal's reason as soon as it fires. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** A text in the pieces in which it is streamed: a few characters each, every one of them kept. */
export function piecesOf(text: string): string[] {
  return text.match(/\s*\S{1,6}|\s+$/gu) ?? [];
}
