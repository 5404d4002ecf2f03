import { randomFrom } from "@/lib/testing/seeds";
import type { Tree } from "../structure/tree";

export const SCOPE_NAMES = ["decide", "review", "policy", "elsewhere"] as const;
export type ScopeName = (typeof SCOPE_NAMES)[number];

/** Code that is mutated, as Stryker's patterns, and the folder whose tests must notice: they stand beside the code. */
export type Part = {
  mutate: string[];
  testsIn: string;
};

/** What `npm run mutate` holds to its score; `elsewhere` is a sample, told by name alone. */
export const GATED = ["decide", "review", "policy"] as const satisfies ScopeName[];

/** The share of mutants, in percent, that the tests of a gated scope must notice. */
export const MIN_SCORE = 85;

const GATED_PARTS: Record<(typeof GATED)[number], Part> = {
  decide: { mutate: ["lib/core/run/decide/**/*.ts"], testsIn: "lib/core/run" },
  review: { mutate: ["lib/core/review/*.ts"], testsIn: "lib/core/review" },
  policy: { mutate: ["lib/core/policy/*.ts"], testsIn: "lib/core/policy" },
};

/** Seeded lines that have about 200 mutants. */
const SAMPLE_LINES = 170;
const SAMPLED = /^lib\/(core|engine|http|services)\//;
const GATED_FOLDERS = /^lib\/core\/(run\/decide|review|policy)\//;
/** A room: a folder of the core, or the core itself, or what stands beside it. */
const ROOM = /^lib\/(?:core\/[^/.]+(?=\/)|[^/]+)/;
const NO_STATEMENT =
  /^\s*(?:$|\/\/|\/?\*|import\b|export (?:type|interface|\*|\{)|type\b|interface\b|[\])};,]+$)/;

/**
 * What a scope mutates, each part against the tests of its own room. `paths` narrow a gated scope to files that begin with
 * one of them; `seed` chooses the sample.
 */
export function partsOf(name: ScopeName, tree: Tree, seed: number, paths: string[] = []): Part[] {
  if (name === "elsewhere") {
    const byRoom = Map.groupBy(
      sampleLines(tree, seed, SAMPLE_LINES),
      (line) => ROOM.exec(line)?.[0] ?? "lib",
    );
    return [...byRoom]
      .map(([testsIn, mutate]) => ({ mutate, testsIn }))
      .sort((a, b) => (a.testsIn < b.testsIn ? -1 : 1));
  }
  const { mutate, testsIn } = GATED_PARTS[name];
  const narrowed = paths.map((path) => (path.endsWith(".ts") ? path : `${path}/**/*.ts`));
  return [{ mutate: [...(paths.length > 0 ? narrowed : mutate), "!**/*.test.ts"], testsIn }];
}

/** Lines of code outside the gated scopes, as Stryker's ranges: the same ones for the same seed and code. */
export function sampleLines(tree: Tree, seed: number, count: number): string[] {
  const files = [...tree.paths].filter(
    (path) =>
      SAMPLED.test(path) && /\.ts$/.test(path) && !/test\.ts$/.test(path) && !GATED_FOLDERS.test(path),
  );
  const lines = files.sort().flatMap((path) =>
    tree
      .read(path)
      .split("\n")
      .flatMap((line, index) => (NO_STATEMENT.test(line) ? [] : `${path}:${index + 1}-${index + 1}`)),
  );
  const random = randomFrom(seed);
  const sample: string[] = [];
  while (sample.length < count && lines.length > 0) {
    sample.push(...lines.splice(Math.floor(random() * lines.length), 1));
  }
  return sample;
}
