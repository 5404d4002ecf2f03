/** True when the connection is gone, so that the fate of a commit under way is unknown. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("errno" in error || ("severity" in error && error.severity === "FATAL")) return true;
  return "code" in error && typeof error.code === "string" && error.code.startsWith("CONNECT");
}

/** True for a transaction that the server broke off because of another one: it may simply be tried again. */
export function isSerializationFailure(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "40001" || error.code === "40P01");
}

const REFUSED = /^(22|23|54)/;

/** True when the store refuses what it was given (bad data, a broken rule, too much of it): no repeat helps. */
export function isStoreRefusal(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && typeof error.code === "string" && REFUSED.test(error.code)
  );
}
