/** Keeping of values in the console's cache: what a stream keeps up to date is not fetched again by itself. */
export const CACHED = {
  staleTime: 30_000,
  refetchOnWindowFocus: false,
  retry: 1,
  structuralSharing: sharedWith,
};

/**
 * The new value with all parts of the one before that are the same, so that nothing is drawn again for them. The library's own
 * way to do so loses what is named `__proto__`, as tasks and fields may be.
 */
function sharedWith(before: unknown, now: unknown): unknown {
  if (before === now || !isPlain(before) || !isPlain(now)) return now;
  if (Array.isArray(before) !== Array.isArray(now)) return now;
  const known = new Map(Object.entries(before));
  const parts = Object.entries(now).map(([key, value]) => [key, sharedWith(known.get(key), value)] as const);
  const isSame = ([key, value]: readonly [string, unknown]) => known.has(key) && known.get(key) === value;
  if (parts.length === known.size && parts.every(isSame)) return before;
  return Array.isArray(now) ? parts.map(([, value]) => value) : Object.fromEntries(parts);
}

/** A list or a record, and no instance of a class. */
const isPlain = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  (Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value)));
