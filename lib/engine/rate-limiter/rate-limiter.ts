import type { CancelSignal, Clock, ModelFailure } from "@/lib/core/ports";
import { createTimer } from "../timer";

const WINDOW_MS = 60_000;
type TokenCharge = { atMs: number; tokens: number };

type TokenWindow = {
  /** Milliseconds until these tokens fit under the limit; 0 when they do now. */
  waitMs(tokens: number, limit: number, nowMs: number): number;
  /** Counts tokens from now on for a minute. Call the result with what they turned out to be. */
  charge(tokens: number, nowMs: number): (actualTokens: number, nowMs: number) => void;
};

type FairQueue<T> = {
  add(key: string, item: T): void;
  remove(key: string, item: T): void;
  /** Whose turn it is, without taking it. */
  peek(): T | undefined;
  /** Takes who is first; its key goes behind the others. */
  shift(): T | undefined;
};

/** What one model takes, of all workers together; what is absent is not limited. */
export type ModelLimits = { maxConcurrent?: number; tokensPerMinute?: number };

type AcquireRequest = {
  /** Whose call it is: keys take turns. */
  key: string;
  tokens: number;
  signal: CancelSignal;
  /** Called when it has to wait. */
  onQueued?: (() => void) | undefined;
};

/** Releases the slot, once; with the tokens that the call turned out to be, if that is known. */
export type Release = (tokens: number | undefined) => void;

export type RateLimiter = {
  /** Resolves when it is the caller's turn. Throws a ModelFailure: `aborted`, or `rate_limited` while long closed. */
  acquire(asker: AcquireRequest): Promise<Release>;
  /** Lets nobody in for so long. */
  pauseFor(delayMs: number): void;
};

type PendingRequest = {
  request: AcquireRequest;
  admit(leave: Release): void;
  refuse(failure: ModelFailure): void;
};

/** A caller that would wait longer for a paused limiter holds no slot in the meantime. */
export const MAX_PAUSE_WAIT_MS = 10_000;

/** The way to one model for this process, which has a share of its limits (docs/models.md, "Limits"). */
export function createRateLimiter(clock: Clock, share: () => ModelLimits): RateLimiter {
  const queue = createFairQueue<PendingRequest>();
  const tokens = createTokenWindow();
  const timer = createTimer(clock, advance);
  let inFlight = 0;
  let pausedUntilMs = 0;

  /** Lets in the one who may go now, and looks again when the next one may. */
  function advance(): void {
    for (;;) {
      const next = queue.peek();
      if (!next) return timer.set(undefined);
      const { maxConcurrent = Number.POSITIVE_INFINITY, tokensPerMinute } = share();
      // Who leaves looks again.
      if (inFlight >= maxConcurrent) return timer.set(undefined);
      const nowMs = clock.nowMs();
      const pauseMs = pausedUntilMs - nowMs;
      if (pauseMs > MAX_PAUSE_WAIT_MS) {
        refuseAll(pauseMs);
        continue;
      }
      const windowMs = tokensPerMinute ? tokens.waitMs(next.request.tokens, tokensPerMinute, nowMs) : 0;
      const waitMs = Math.max(pauseMs, windowMs);
      if (waitMs > 0) return timer.set(waitMs);
      queue.shift();
      admitNext(next, nowMs);
    }
  }

  function admitNext({ request, admit }: PendingRequest, nowMs: number): void {
    inFlight += 1;
    const correct = tokens.charge(request.tokens, nowMs);
    admit((real) => {
      inFlight -= 1;
      if (real !== undefined) correct(real, clock.nowMs());
      advance();
    });
  }

  function refuseAll(pauseMs: number): void {
    for (let one = queue.shift(); one; one = queue.shift()) one.refuse(pausedFailure(pauseMs));
  }

  return {
    acquire: (request) =>
      new Promise((resolve, reject) => {
        if (request.signal.aborted) return reject(abortedFailure());
        let admitted = false;
        const forget = () => request.signal.removeEventListener("abort", cancelWait);
        const waiting: PendingRequest = {
          request,
          admit(leave) {
            admitted = true;
            forget();
            resolve(leave);
          },
          refuse(failure) {
            forget();
            reject(failure);
          },
        };
        function cancelWait(): void {
          queue.remove(request.key, waiting);
          reject(abortedFailure());
          advance();
        }
        request.signal.addEventListener("abort", cancelWait, { once: true });
        queue.add(request.key, waiting);
        advance();
        if (!admitted) request.onQueued?.();
      }),
    pauseFor(delayMs) {
      pausedUntilMs = Math.max(pausedUntilMs, clock.nowMs() + delayMs);
      advance();
    },
  };
}

const failure = (code: ModelFailure["code"], message: string, extras: { retryAfterMs?: number } = {}) =>
  Object.assign(new Error(message), { code, ...extras }) as ModelFailure;

const abortedFailure = () => failure("aborted", "The call was stopped while it waited for its turn");

const pausedFailure = (closedMs: number) => {
  const seconds = Math.ceil(closedMs / 1_000);
  const message = `The provider has asked for a pause; ${seconds} s of it are left`;
  return failure("rate_limited", message, { retryAfterMs: closedMs });
};

/** A queue in which keys take turns, however many items each has: with n keys waiting, each is served within n turns. */
function createFairQueue<T>(): FairQueue<T> {
  const waiting = new Map<string, T[]>();

  const head = (): [string, T[]] | undefined => waiting.entries().next().value;

  return {
    add(key, item) {
      const items = waiting.get(key);
      if (items) items.push(item);
      else waiting.set(key, [item]);
    },
    remove(key, item) {
      const left = (waiting.get(key) ?? []).filter((one) => one !== item);
      if (left.length > 0) waiting.set(key, left);
      else waiting.delete(key);
    },
    peek: () => head()?.[1][0],
    shift() {
      const found = head();
      if (!found) return;
      const [key, [item, ...left]] = found;
      waiting.delete(key);
      if (left.length > 0) waiting.set(key, left);
      return item;
    },
  };
}

/**
 * What was let through in the last minute, so that no minute holds more than the limit, wherever it begins. A charge
 * above the whole limit waits for an empty minute: it would never fit.
 */
function createTokenWindow(): TokenWindow {
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
