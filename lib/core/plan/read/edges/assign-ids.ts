import type { Report } from "../report";

/** `id` is one that was given; without it `base` is wanted, or something like it if that is taken. */
export type WantedId = { id: string | undefined; base: string; path: string };

/** An id for each: given ones stay, even twice; made-up ones step aside, which is reported. */
export function assignIds(wanted: readonly WantedId[], report: Report): string[] {
  const taken = new Set(wanted.flatMap(({ id }) => id ?? []));
  const nextOf = new Map<string, number>();
  return wanted.map(({ id: given, base, path }) => {
    if (given !== undefined) return given;
    let id = base;
    for (let n = nextOf.get(base) ?? 2; taken.has(id); n += 1) {
      id = `${base}_${n}`;
      nextOf.set(base, n + 1);
    }
    taken.add(id);
    if (id !== base)
      report.warn("renumbered_step", path, `"${base}" exists already; this one is "${id}".`, id);
    return id;
  });
}

/** The ids of each step number; several where a number was used twice. */
export function idsByNumber(
  steps: readonly { id: string; number: number | undefined }[],
): Map<number, string[]> {
  const ids = new Map<number, string[]>();
  for (const { id, number } of steps) {
    if (number === undefined) continue;
    const same = ids.get(number);
    if (same) same.push(id);
    else ids.set(number, [id]);
  }
  return ids;
}
