import { randomBytes } from "node:crypto";
import type { Ids } from "@/lib/core/ports";

/** Crockford's base 32 in lower case: no letters that look like digits. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_CHARS = 10;
const RANDOM_CHARS = 16;

/**
 * ULID-like ids: 10 characters of milliseconds, 16 of chance. Ids of one process ascend strictly: within a
 * millisecond, and while the clock stands or goes back, the chance part counts up by one.
 */
export function createIds(nowMs: () => number = Date.now): Ids {
  let lastMs = -1;
  let chance: number[] = [];
  return {
    next() {
      const now = nowMs();
      if (now > lastMs) {
        lastMs = now;
        chance = [...randomBytes(RANDOM_CHARS)].map((byte) => byte % 32);
      } else if (!increment(chance)) {
        lastMs += 1;
      }
      return encodeTime(lastMs) + chance.map((digit) => DIGITS[digit]).join("");
    },
  };
}

/** Counts up in place; false when it wrapped around. */
function increment(digits: number[]): boolean {
  for (let place = digits.length - 1; place >= 0; place -= 1) {
    const digit = (digits[place] as number) + 1;
    digits[place] = digit % 32;
    if (digit < 32) return true;
  }
  return false;
}

function encodeTime(ms: number): string {
  let text = "";
  for (let rest = ms; text.length < TIME_CHARS; rest = Math.floor(rest / 32)) text = DIGITS[rest % 32] + text;
  return text;
}
