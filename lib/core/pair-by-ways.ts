/** A way to find again what is known: both meet under a key. */
export type Way<K, T, By> = {
  by: By;
  keysOf(known: K): readonly string[];
  keyOf(one: T): string | undefined;
};

/**
 * Each of `all` with the one of `known` that it is by the first way, surest first, under which both are still free; in
 * their order, and none twice. Linear in both.
 */
export function pairByWays<K, T, By>(
  known: readonly K[],
  all: readonly T[],
  ways: readonly Way<K, T, By>[],
): Map<T, { known: K; by: By }> {
  const pairs = new Map<T, { known: K; by: By }>();
  const [free, left] = [new Set(known), new Set(all)];
  for (const { by, keysOf, keyOf } of ways) {
    if (free.size === 0 || left.size === 0) break;
    const byKey = new Map<string, K[]>();
    for (const one of [...free].reverse())
      for (const key of new Set(keysOf(one))) {
        const same = byKey.get(key);
        if (same) same.push(one);
        else byKey.set(key, [one]);
      }
    for (const one of left) {
      const key = keyOf(one);
      const candidates = key === undefined ? undefined : byKey.get(key);
      let found = candidates?.pop();
      while (found !== undefined && !free.has(found)) found = candidates?.pop();
      if (found === undefined) continue;
      pairs.set(one, { known: found, by });
      free.delete(found);
      left.delete(one);
    }
  }
  return pairs;
}
