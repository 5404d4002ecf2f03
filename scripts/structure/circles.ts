import type { Module } from "./modules";

/**
 * Groups of modules that import one another in a circle, by types or values alike, each in the order of the paths
 * (strongly connected components after Tarjan).
 */
export function circles(modules: ReadonlyMap<string, Module>): string[][] {
  const found: string[][] = [];
  const seen = new Map<string, number>();
  const open: string[] = [];

  /** The earliest module still open that can be reached from this one. */
  function visit(path: string): number {
    const index = seen.size;
    seen.set(path, index);
    open.push(path);
    let earliest = index;
    for (const next of importedFiles(modules.get(path))) {
      if (!modules.has(next)) continue;
      if (!seen.has(next)) earliest = Math.min(earliest, visit(next));
      else if (open.includes(next)) earliest = Math.min(earliest, seen.get(next) ?? index);
    }
    if (earliest === index) {
      const group = open.splice(open.indexOf(path));
      if (group.length > 1 || importedFiles(modules.get(path)).includes(path)) found.push(group.sort());
    }
    return earliest;
  }

  for (const path of modules.keys()) if (!seen.has(path)) visit(path);
  return found.sort();
}

/** The files that a module imports; what it only mocks is not its own. */
export function importedFiles(module: Module | undefined): string[] {
  return (module?.imports ?? []).flatMap(({ target, kind }) =>
    target.kind === "file" && kind !== "mock" ? [target.path] : [],
  );
}
