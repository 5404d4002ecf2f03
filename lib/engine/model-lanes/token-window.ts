const WINDOW_MS = 60_000;

type TokenCharge = { atMs: number; tokens: number };

export type TokenWindow = {
  /** Milliseconds until these tokens fit under the limit; 0 when they do now. */
  waitMs(tokens: number, limit: number, nowMs: number): number;
  /** Counts tokens from now on for a minute. Call the result with what they turned out to be. */
  charge(tokens: number, nowMs: number): (actualTokens: number, nowMs: number) => void;
};

/**
 * What was let through in the last minute, so that no minute holds more than the limit, wherever it begins. A charge
 * above the whole limit waits for an empty minute: it would never fit.
 */
export function createTokenWindow(): TokenWindow {
  let entries: TokenCharge[] = [];

  function forget(nowMs: number): void {
    entries = entries.filter(({ atMs, tokens }) => tokens > 0 && atMs + WINDOW_MS > nowMs);
  }

  return {
    waitMs(tokens, limit, nowMs) {
      forget(nowMs);
      let used = entries.reduce((sum, entry) => sum + entry.tokens, 0);
      let freeAtMs = nowMs;
      for (const entry of entries) {
        if (used + tokens <= limit) break;
        used -= entry.tokens;
        freeAtMs = entry.atMs + WINDOW_MS;
      }
      return freeAtMs - nowMs;
    },
    charge(tokens, nowMs) {
      const entry = { atMs: nowMs, tokens };
      entries.push(entry);
      return (actualTokens, laterMs) => {
        // What was not foreseen is counted when it is known: until then nobody could wait for it.
        if (actualTokens > tokens) entries.push({ atMs: laterMs, tokens: actualTokens - tokens });
        else entry.tokens = actualTokens;
      };
    },
  };
}
