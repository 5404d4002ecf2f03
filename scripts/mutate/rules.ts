import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Tree } from "../structure/tree";

/** Integration tests that come to rules through a door, by what they are about; those first that are most likely to notice. */
const DOORS = {
  gates: ["lib/services/approvals/"],
  controls: ["lib/services/approvals/", "lib/engine/faults/control-waivers", "lib/services/plans/"],
  tools: ["lib/engine/effects/tools/", "lib/services/policies/", "lib/engine/worker/"],
  plans: ["lib/services/plans/", "lib/http/plan-routes", "lib/services/templates/", "lib/services/runs/"],
  runs: ["lib/engine/engine", "lib/engine/scenarios", "lib/engine/effects/", "lib/services/runs/"],
  store: ["lib/engine/run-store/", "lib/engine/actor/", "lib/engine/faults/"],
  ledger: ["lib/services/runs/budgets", "lib/engine/model/reservations"],
  comments: ["lib/services/comments/"],
  forks: ["lib/services/runs/forks/"],
  keys: ["lib/services/keys/"],
} as const;

const rule = z.strictObject({
  /** The sentence of docs/ that is broken, behind its heading. */
  clause: z.string(),
  file: z.string(),
  find: z.string().min(1),
  replace: z.string(),
  door: z.array(z.enum(Object.keys(DOORS) as [keyof typeof DOORS])).min(1),
});
export type Rule = z.infer<typeof rule>;

const FILE = fileURLToPath(new URL("rules.jsonl", import.meta.url));

/** The rules that are broken one at a time, one a line. */
export const loadRules = (): Rule[] =>
  readFileSync(FILE, "utf8")
    .trim()
    .split("\n")
    .map((line) => rule.parse(JSON.parse(line)));

/** The file with the rule broken. Throws where what is to be replaced does not stand there, once. */
export function broken(code: string, { file, find, replace }: Omit<Rule, "clause" | "door">): string {
  const parts = code.split(find);
  if (parts.length === 2) return parts.join(replace);
  throw new Error(`${file} has ${parts.length - 1} times: ${find}`);
}

/** The rules whose text is not in its file any more, or more than once. */
export const lostRules = (rules: readonly Rule[], tree: Tree): Rule[] =>
  rules.filter(({ file, find }) => !tree.paths.has(file) || tree.read(file).split(find).length !== 2);

/**
 * Where tests are asked, in this order until one fails: beside the file, then in each folder around it up to its room; through a
 * door those that the rule names.
 */
export function testsOf({ file, door }: Rule, through: "core" | "door"): string[][] {
  if (through === "door") return [[...new Set(door.flatMap((one) => DOORS[one]))]];
  const folders: string[][] = [];
  for (let folder = dirname(file); folder !== "lib/core"; folder = dirname(folder))
    folders.push([`${folder}/`]);
  return folders;
}
