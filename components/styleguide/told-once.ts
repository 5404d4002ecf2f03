/** Stories by name, each told once: what is drawn of a run changes nothing in it. */
export function toldOnce<K extends string, T>(stories: Record<K, () => T>): Record<K, () => T> {
  const told = new Map<string, T>();
  const once = ([name, tell]: [string, () => T]) => [
    name,
    () => {
      const known = told.get(name) ?? tell();
      told.set(name, known);
      return known;
    },
  ];
  return Object.fromEntries(Object.entries<() => T>(stories).map(once));
}
