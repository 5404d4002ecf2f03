import type { Clock, Log } from "@/lib/core/ports";

/** Repeats the work with a pause after each time, until the signal fires. A throw is logged and ends nothing. */
export async function repeatEvery(
  periodMs: number,
  work: () => Promise<void>,
  options: { clock: Clock; log: Log; signal: AbortSignal; name: string },
): Promise<void> {
  const { clock, log, signal, name } = options;
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, `${name} failed; it will be repeated`);
    }
    await clock.sleep(periodMs, signal);
  }
}
