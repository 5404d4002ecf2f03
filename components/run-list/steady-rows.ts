type Row = { id: string; createdAt: number };

/**
 * The rows to show when the list on the server changed: those that are shown keep their places with what is known of
 * them now, older ones that moved up are added at the end, and newer ones only counted: nothing jumps under a finger.
 */
export function stableRows<R extends Row>(
  shown: readonly R[],
  fresh: readonly R[],
): { rows: R[]; newCount: number } {
  const [first] = shown;
  if (!first) return { rows: [...fresh], newCount: 0 };
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const known = new Set(shown.map((row) => row.id));
  const others = fresh.filter((row) => !known.has(row.id));
  const newer = others.filter((row) => row.createdAt >= first.createdAt);
  const older = others.filter((row) => row.createdAt < first.createdAt);
  return { rows: [...shown.map((row) => byId.get(row.id) ?? row), ...older], newCount: newer.length };
}
