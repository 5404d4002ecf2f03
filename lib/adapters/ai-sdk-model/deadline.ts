import type { CancelSignal } from "@/lib/core/ports";

export type Deadline = {
  /** Fires on the caller's signal, on the time limit, or on `stop`. */
  signal: AbortSignal;
  timedOut(): boolean;
  /** Ends the request, if it still runs, and lets go of the caller's signal. */
  stop(): void;
};

/** One AbortSignal for a request, from the caller's signal and a time limit in milliseconds. */
export function startDeadline(caller: CancelSignal, timeoutMs: number): Deadline {
  const controller = new AbortController();
  let isTimedOut = false;
  const cancel = () => controller.abort();
  const timer = setTimeout(() => {
    isTimedOut = true;
    cancel();
  }, timeoutMs);
  if (caller.aborted) cancel();
  caller.addEventListener("abort", cancel, { once: true });
  return {
    signal: controller.signal,
    timedOut: () => isTimedOut,
    stop() {
      clearTimeout(timer);
      caller.removeEventListener("abort", cancel);
      cancel();
    },
  };
}
