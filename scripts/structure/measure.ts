import { posix } from "node:path";
import { circles, importedFiles } from "./circles";
import { isSource, type Module, readModules } from "./modules";
import { isTestFile } from "./rooms";
import type { Tree } from "./tree";

/** What a reader meets in the house. Files are counted without tests unless it says so; lines are all lines. */
export type Structure = {
  files: number;
  lines: number;
  testFiles: number;
  testLines: number;
  /** Of lib, components and db. */
  house: {
    files: number;
    lines: number;
    /** Files that exactly one other file imports, tests not counted. */
    singleImporters: number;
    /** Those of them whose importer stands in the same folder. */
    singleImportersInFolder: number;
    /** Files that tests import and nobody else. */
    testOnlyImporters: number;
    longFiles: number;
    shortFiles: number;
  };
  circles: string[][];
  barrels: string[];
  /** Folders by the files that stand directly in them, most first. */
  rooms: { folder: string; files: number }[];
};

/** Lines above which a file is long, and below which it is short: most stand between (ARCHITECTURE.md, "Rooms"). */
export const LONG_LINES = 250;
export const SHORT_LINES = 50;
const HOUSE = /^(?:lib|components|db)\//;

/** Measures a tree. */
export function measure(tree: Tree): Structure {
  const all = new Map([...readModules(tree)].filter(([path]) => isSource(path) && !path.endsWith(".d.ts")));
  const product = new Map([...all].filter(([path]) => !isTestFile(path)));
  const tests = [...all.values()].filter(({ path }) => isTestFile(path));
  const house = [...product.values()].filter(({ path }) => HOUSE.test(path));
  const importers = importersOf(product.values());
  const testImporters = importersOf(tests);
  const single = house.filter(({ path }) => importers.get(path)?.size === 1);
  const folders = Map.groupBy(product.keys(), posix.dirname);
  return {
    files: product.size,
    lines: linesOf(product.values()),
    testFiles: tests.length,
    testLines: linesOf(tests),
    house: {
      files: house.length,
      lines: linesOf(house),
      singleImporters: single.length,
      singleImportersInFolder: single.filter(({ path }) => {
        const [importer = ""] = importers.get(path) ?? [];
        return posix.dirname(importer) === posix.dirname(path);
      }).length,
      testOnlyImporters: house.filter(({ path }) => !importers.has(path) && testImporters.has(path)).length,
      longFiles: house.filter(({ lines }) => lines > LONG_LINES).length,
      shortFiles: house.filter(({ lines }) => lines < SHORT_LINES).length,
    },
    circles: circles(all),
    barrels: house
      .filter(({ barrel }) => barrel)
      .map(({ path }) => path)
      .sort(),
    rooms: [...folders]
      .map(([folder, paths]) => ({ folder, files: paths.length }))
      .sort((a, b) => b.files - a.files || (a.folder < b.folder ? -1 : 1)),
  };
}

const linesOf = (modules: Iterable<Module>): number =>
  [...modules].reduce((sum, { lines }) => sum + lines, 0);

function importersOf(modules: Iterable<Module>): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  for (const module of modules) {
    for (const path of importedFiles(module)) {
      if (path === module.path) continue;
      const known = importers.get(path);
      if (known) known.add(module.path);
      else importers.set(path, new Set([module.path]));
    }
  }
  return importers;
}
