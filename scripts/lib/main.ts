import { EnvFailure } from "@/lib/env";
import { Failure } from "./failure";

/** Signals by which a person, a terminal or a service manager asks a process to stop. */
export const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Aborted by the first stop signal; the ones after it change nothing. */
export function abortOnStopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of stopSignals) process.on(signal, () => controller.abort());
  return controller.signal;
}

/**
 * Runs a script's work and ends the process with the code it returns (0 if none). A fault that a person can
 * fix is shown as its message alone; any other with its stack.
 */
export async function runMain(work: () => Promise<number | undefined>): Promise<never> {
  try {
    process.exit((await work()) ?? 0);
  } catch (error) {
    const known = error instanceof Failure || error instanceof EnvFailure;
    console.error(known ? error.message : error);
    process.exit(1);
  }
}
