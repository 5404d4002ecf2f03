/** A throw of the pure core: a fault of the engine, told apart from faults of the store. Match it by code. */
class DecideFault extends Error {
  readonly code = "decide_fault";
}

/** Runs the pure core; what it throws becomes a DecideFault. */
export function guardDecide<T>(decide: () => T): T {
  try {
    return decide();
  } catch (cause) {
    throw new DecideFault(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

export function isDecideFault(error: unknown): error is DecideFault {
  return error instanceof Error && "code" in error && error.code === "decide_fault";
}
