import { resolve } from "node:path";
import { createVitest, type TestModule, type Vitest } from "vitest/node";
import { projectRoot } from "../lib/paths";
import { broken, type Rule, testsOf } from "./rules";

/** What became of a broken rule: the first test that noticed; nothing where none did. */
export type Noticed = { rule: Rule; test?: string; seconds: number };

/** Tests of real modules in one process share them, so what replaces modules stays out. */
const MOCKING = [
  "**/actions.itest.ts",
  "**/refused-commits.itest.ts",
  "lib/engine/run-store/faults.itest.ts",
];

/**
 * Breaks one rule after the other where its file is loaded, and asks the tests: those of the core, or integration tests. No
 * file is written. Throws where a rule is not in its file.
 */
export async function breakRules(
  rules: readonly Rule[],
  { through, maxWorkers }: { through: "core" | "door"; maxWorkers: number },
  tell: (noticed: Noticed) => void,
): Promise<Noticed[]> {
  let current: Rule | undefined;
  const breaking = {
    name: "break-rules",
    enforce: "pre" as const,
    transform: (code: string, id: string) =>
      current && id.split("?")[0] === resolve(projectRoot, current.file) ? broken(code, current) : undefined,
  };
  const door = {
    include: ["**/*.itest.ts"],
    exclude: ["**/node_modules/**", ...MOCKING],
    globalSetup: ["lib/testing/database/postgres-setup.ts"],
  };
  const options = {
    root: projectRoot,
    config: "scripts/mutate/vitest.config.ts",
    watch: false,
    bail: 1,
    maxWorkers,
    ...(through === "door" ? door : { dir: "lib/core" }),
    // A file that was read broken must not be kept for those who read it whole.
    fsModuleCache: false,
    provide: { longTestShare: 0.05 },
    reporters: [{}],
  };
  const vitest = await createVitest("test", options, { plugins: [breaking] });
  const results: Noticed[] = [];
  const sound = new Set<string>();
  const breakIt = (rule: Rule | undefined) => {
    for (const one of [current, rule]) if (one) vitest.invalidateFile(resolve(projectRoot, one.file));
    current = rule;
  };
  try {
    await vitest.standalone();
    for (const rule of rules) {
      const startedAt = performance.now();
      breakIt(rule);
      const failed = await askFor(vitest, testsOf(rule, through));
      // A test that fails by itself has noticed nothing.
      if (failed && !sound.has(failed.moduleId)) {
        breakIt(undefined);
        if (await askFor(vitest, [[failed.moduleId]])) throw new Error(`${failed.moduleId} fails by itself.`);
        sound.add(failed.moduleId);
      }
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      const test = failed && firstFailure(failed);
      const noticed = { rule, ...(test !== undefined && { test }), seconds };
      results.push(noticed);
      tell(noticed);
    }
  } finally {
    await vitest.close();
  }
  return results;
}

/** The first file with a failure, of the tests under these paths, those of one group after the other. */
async function askFor(vitest: Vitest, groups: readonly string[][]): Promise<TestModule | undefined> {
  const asked = new Set<string>();
  for (const paths of groups) {
    const all = await vitest.globTestSpecifications();
    const isWanted = (id: string) => paths.some((path) => id.startsWith(resolve(projectRoot, path)));
    const specs = all.filter(({ moduleId }) => isWanted(moduleId) && !asked.has(moduleId));
    for (const { moduleId } of specs) asked.add(moduleId);
    if (specs.length === 0) continue;
    // What failed before would end this run before it has begun.
    for (const known of [vitest.state.filesMap, vitest.state.idMap]) known.clear();
    const { testModules } = await vitest.runTestSpecifications(specs);
    const failed = testModules.find((one) => firstFailure(one));
    if (failed) return failed;
  }
  return undefined;
}

/** The first test that failed. Throws where the file could not be read, or had no database: nobody was asked. */
function firstFailure(module: TestModule): string | undefined {
  for (const test of module.children.allTests("failed"))
    return `${module.relativeModuleId}: ${test.fullName}`;
  const [error] = module.errors();
  if (error) throw new Error(`${module.relativeModuleId} could not be asked: ${error.message}`);
  return undefined;
}
