import { createContext, Script } from "node:vm";

const room = createContext({ work: (): void => {} });
const script = new Script("work()");

/**
 * Does work that nobody can wait for, and breaks it off after a time, wherever it stands and without its `finally`: it
 * then throws. A process has one thread, so
 * without this a schema that a model or a server wrote could hold up everybody in it.
 */
export function withinTime<T>(work: () => T, timeoutMs: number): T {
  const made: T[] = [];
  room.work = () => void made.push(work());
  try {
    script.runInContext(room, { timeout: timeoutMs });
  } finally {
    room.work = () => {};
  }
  return made[0] as T;
}

/** Whether an error says that the work was broken off. */
export const isOutOfTime = (thrown: unknown): boolean =>
  (thrown as { code?: unknown } | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
