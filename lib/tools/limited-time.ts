import { createContext, Script } from "node:vm";

const sandbox = createContext({ work: (): void => {} });
const script = new Script("work()");

/**
 * Does work that nobody can wait for, and breaks it off after a time, wherever it stands and without its `finally`: it
 * then throws. A process has one thread, so
 * without this a schema that a model or a server wrote could hold up everybody in it.
 */
export function runWithTimeout<T>(work: () => T, timeoutMs: number): T {
  const results: T[] = [];
  sandbox.work = () => void results.push(work());
  try {
    script.runInContext(sandbox, { timeout: timeoutMs });
  } finally {
    sandbox.work = () => {};
  }
  return results[0] as T;
}

/** Whether an error says that the work was broken off. */
export const isTimeoutError = (thrown: unknown): boolean =>
  (thrown as { code?: unknown } | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
