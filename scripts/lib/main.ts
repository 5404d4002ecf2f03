import { EnvFailure } from "@/lib/env";
import { errorCode, Failure } from "./failure";

/** Signals by which a person, a terminal or a service manager asks a process to stop. */
const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Aborted by the first stop signal; the ones after it change nothing. */
export function abortOnStopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of stopSignals) process.on(signal, () => controller.abort());
  return controller.signal;
}

/** How a process ends that cannot work on its database (docs/cli.md); the numbers are those of sysexits.h. */
const EXIT_CODES: Readonly<Record<string, number>> = {
  database_unreachable: 69,
  database_wrong_password: 77,
  database_missing: 66,
  database_schema_newer: 78,
  database_schema_other: 78,
  database_schema_older: 65,
  database_full: 75,
};

/**
 * Runs a script's work and ends the process with the code it returns (0 if none). A fault that a person can
 * fix is shown as its message alone; any other with its stack.
 */
export async function runMain(work: () => Promise<number | undefined>): Promise<never> {
  try {
    process.exit((await work()) ?? 0);
  } catch (error) {
    const exitCode = EXIT_CODES[errorCode(error) ?? ""];
    const known = error instanceof Failure || error instanceof EnvFailure || exitCode !== undefined;
    console.error(known ? (error as Error).message : error);
    process.exit(exitCode ?? 1);
  }
}
