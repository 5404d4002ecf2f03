import type { CancelSignal, Clock, ModelFailure } from "@/lib/core/ports";
import { createTimer } from "../alarm";
import { createFairQueue } from "./fair-queue";
import { createTokenWindow } from "./token-window";

/** What one model takes, of all workers together; what is absent is not limited. */
export type ModelLimits = { maxConcurrent?: number; tokensPerMinute?: number };

export type AcquireRequest = {
  /** Whose call it is: keys take turns. */
  key: string;
  tokens: number;
  signal: CancelSignal;
  /** Called when it has to wait. */
  onQueued?: (() => void) | undefined;
};

/** Leaves the lane, once; with the tokens that the call turned out to be, if that is known. */
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

/** Who would wait longer for a closed lane does not hold a slot meanwhile. */
export const MAX_PAUSE_WAIT_MS = 10_000;

/** The way to one model for this process, which has a share of its limits (docs/models.md, "Limits"). */
export function createRateLimiter(clock: Clock, share: () => ModelLimits): RateLimiter {
  const queue = createFairQueue<PendingRequest>();
  const tokens = createTokenWindow();
  const timer = createTimer(clock, advance);
  let inFlight = 0;
  let pausedUntilMs = 0;

  /** Lets in whoever may go now, and looks again when the next one may. */
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
