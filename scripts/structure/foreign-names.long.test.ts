import { expect, it } from "vitest";
import { foreignNames } from "./foreign-names";

const CONFIG = '{"compilerOptions": {"strict": true, "noUncheckedIndexedAccess": true}, "include": ["lib"]}';
const found = (source: string) =>
  foreignNames("/house", { "/house/tsconfig.json": CONFIG, "/house/lib/x.ts": `export {};\n${source}` });

it.each([
  ["a read", "const f = (all: Record<string, number>, id: string) => all[id];", "all[id]"],
  ["an optional one", "const f = (id: string, all?: { [id: string]: number }) => all?.[id];", "all?.[id]"],
  ["a write", "const f = (all: Record<string, number>, id: string) => { all[id] = 1; };", "all[id]"],
  [
    "a name made of others",
    "const f = (all: Record<string, 1>, id: string) => all['a.' + id];",
    "all['a.' + id]",
  ],
  ["`in`", "const f = (all: { a: 1 }, id: string) => id in all;", "id in all"],
  [
    "a record put into another",
    "const f = (a: Record<string, 1>, b: Record<string, 1>) => Object.assign(a, b);",
    "Object.assign(a, b)",
  ],
  ["a schema that loses names", "const z = { record: () => 1 }; z.record();", "z.record"],
  ["one on a line of its own", "const z = { record: () => 1 }; z\n  .record();", "z .record"],
])("finds %s", (_, source, text) => {
  expect(found(source)).toEqual([`lib/x.ts:2: ${text}`]);
});

it.each([
  ["a key of a closed set", "const f = (all: Record<'a' | 'b', 1>, id: 'a' | 'b') => all[id];"],
  ["a name written out", "const f = (all: Record<string, 1>) => [all['a'], all.b];"],
  ["a place in a list", "const f = (all: string[], at: number) => all[at];"],
  ["what deletes", "const f = (all: Record<string, 1>, id: string) => { delete all[id]; };"],
  ["a record made of entries", "const f = (all: Record<string, 1>, id: string) => ({ ...all, [id]: 1 });"],
  ["fields put into an object", "const f = (a: { x: 1 }, b: { x: 1 }) => Object.assign(a, b);"],
])("passes over %s", (_, source) => {
  expect(found(source)).toEqual([]);
});
