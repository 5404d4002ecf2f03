import type { CancelSignal, Clock, ModelFailure } from "@/lib/core/ports";
import { createAlarm } from "../alarm";
import { createFairQueue } from "./fair-queue";
import { createTokenWindow } from "./token-window";

/** What one model takes, of all workers together; what is absent is not limited. */
export type ModelLimits = { maxConcurrent?: number; tokensPerMinute?: number };

export type Asker = {
  /** Whose call it is: keys take turns. */
  key: string;
  tokens: number;
  signal: CancelSignal;
  /** Called when it has to wait. */
  onQueued?: (() => void) | undefined;
};

/** Leaves the lane, once; with the tokens that the call turned out to be, if that is known. */
export type Leave = (tokens: number | undefined) => void;

export type Lane = {
  /** Resolves when it is the caller's turn. Throws a ModelFailure: `aborted`, or `rate_limited` while long closed. */
  enter(asker: Asker): Promise<Leave>;
  /** Lets nobody in for so long. */
  closeFor(delayMs: number): void;
};

type Waiting = { asker: Asker; admit(leave: Leave): void; refuse(failure: ModelFailure): void };

/** Who would wait longer for a closed lane does not hold a slot meanwhile. */
export const LONGEST_CLOSED_MS = 10_000;

/** The way to one model for this process, which has a share of its limits (docs/models.md, "Limits"). */
export function createLane(clock: Clock, share: () => ModelLimits): Lane {
  const queue = createFairQueue<Waiting>();
  const tokens = createTokenWindow();
  const alarm = createAlarm(clock, advance);
  let inside = 0;
  let closedUntilMs = 0;

  /** Lets in whoever may go now, and looks again when the next one may. */
  function advance(): void {
    for (;;) {
      const next = queue.first();
      if (!next) return alarm.set(undefined);
      const { maxConcurrent = Number.POSITIVE_INFINITY, tokensPerMinute } = share();
      // Who leaves looks again.
      if (inside >= maxConcurrent) return alarm.set(undefined);
      const nowMs = clock.nowMs();
      const closedMs = closedUntilMs - nowMs;
      if (closedMs > LONGEST_CLOSED_MS) {
        refuseAll(closedMs);
        continue;
      }
      const fullMs = tokensPerMinute ? tokens.waitMs(next.asker.tokens, tokensPerMinute, nowMs) : 0;
      const waitMs = Math.max(closedMs, fullMs);
      if (waitMs > 0) return alarm.set(waitMs);
      queue.shift();
      letIn(next, nowMs);
    }
  }

  function letIn({ asker, admit }: Waiting, nowMs: number): void {
    inside += 1;
    const correct = tokens.charge(asker.tokens, nowMs);
    admit((real) => {
      inside -= 1;
      if (real !== undefined) correct(real, clock.nowMs());
      advance();
    });
  }

  function refuseAll(closedMs: number): void {
    for (let one = queue.shift(); one; one = queue.shift()) one.refuse(closed(closedMs));
  }

  return {
    enter: (asker) =>
      new Promise((resolve, reject) => {
        if (asker.signal.aborted) return reject(aborted());
        let admitted = false;
        const forget = () => asker.signal.removeEventListener("abort", leaveQueue);
        const waiting: Waiting = {
          asker,
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
        function leaveQueue(): void {
          queue.remove(asker.key, waiting);
          reject(aborted());
          advance();
        }
        asker.signal.addEventListener("abort", leaveQueue, { once: true });
        queue.add(asker.key, waiting);
        advance();
        if (!admitted) asker.onQueued?.();
      }),
    closeFor(delayMs) {
      closedUntilMs = Math.max(closedUntilMs, clock.nowMs() + delayMs);
      advance();
    },
  };
}

const failure = (code: ModelFailure["code"], message: string, extras: { retryAfterMs?: number } = {}) =>
  Object.assign(new Error(message), { code, ...extras }) as ModelFailure;

const aborted = () => failure("aborted", "The call was stopped while it waited for its turn");

const closed = (closedMs: number) => {
  const seconds = Math.ceil(closedMs / 1_000);
  const message = `The provider has asked for a pause; ${seconds} s of it are left`;
  return failure("rate_limited", message, { retryAfterMs: closedMs });
};
