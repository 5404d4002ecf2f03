/** The names under which programs, checks and conditions find results (docs/predicates.md, "Data"). */

/** The id of a task without the numbers of the versions that wrote it once more. */
export const stemOf = (id: string): string => id.replace(/(?:_v\d{1,3}(?:_\d{1,2})?)+$/, "");

/**
 * The name of each of these ids: its stem where that tells them apart, else the id itself. Writing a task once more gives it
 * another number and the same name.
 */
export function resultNames(ids: readonly string[]): (id: string) => string {
  const times = new Map<string, number>();
  for (const id of new Set(ids)) times.set(stemOf(id), (times.get(stemOf(id)) ?? 0) + 1);
  return (id) => (times.get(stemOf(id)) === 1 ? stemOf(id) : id);
}

/** The ids, each once, in the order in which results are given: by name, whatever order a plan waits for them in. */
export function inNameOrder(ids: readonly string[]): string[] {
  const nameOf = resultNames(ids);
  return [...new Set(ids)].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
