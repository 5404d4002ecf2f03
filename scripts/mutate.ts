import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { holds } from "./bench/results";
import { Failure } from "./lib/failure";
import { runMain } from "./lib/main";
import { breakRules } from "./mutate/break-rules";
import { rowOf, rowOfRules, writeRow } from "./mutate/report";
import { loadRules } from "./mutate/rules";
import { GATED, MIN_SCORE, type Part, partsOf, SCOPE_NAMES } from "./mutate/scopes";
import { workingTree } from "./structure/tree";

const FOLDER = ".waymark/mutate";

/**
 * `npm run mutate`: changes decide, review and policy in small ways and asks the tests to notice (CONTRIBUTING.md).
 * `-- --only <scope>` plays one; `elsewhere` is a sample of the rest, by `--seed`. Paths narrow a scope and leave no report.
 * `-- --rules core` breaks the rules of docs/ one at a time, `-- --rules door` asks the integration tests; words narrow them.
 */
runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: "string" },
      seed: { type: "string", default: "1" },
      concurrency: { type: "string", default: "2" },
      rules: { type: "string" },
    },
  });
  if (values.rules !== undefined)
    return (await playRules(values.rules, positionals, Number(values.concurrency))) ? 0 : 1;
  const names = values.only === undefined ? GATED : SCOPE_NAMES.filter((name) => name === values.only);
  if (names.length === 0) {
    throw new Failure("stage_failed", `No scope ${values.only}. There are: ${SCOPE_NAMES.join(", ")}.`);
  }
  const seed = Number(values.seed);
  const tree = workingTree();
  let allHold = true;
  for (const name of names) {
    const startedAt = performance.now();
    const parts = partsOf(name, tree, seed, positionals);
    const statuses: string[] = [];
    for (const part of parts) {
      const series = [name, ...positionals, ...(parts.length > 1 ? [part.testsIn] : [])];
      statuses.push(...(await play(part, series.join("-"), Number(values.concurrency))));
    }
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const row = rowOf(name, statuses, { seed, seconds });
    if (positionals.length === 0) writeRow(row);
    const { value, figures } = row;
    console.log(
      `${name}: ${value} % of ${statuses.length} mutants, ${figures?.ofCovered} % of covered, ${seconds} s`,
    );
    allHold &&= holds(row);
  }
  return allHold ? 0 : 1;
});

/** Breaks the rules whose clause or file has one of the words, all without any, and lists those that no test noticed. */
async function playRules(through: string, words: readonly string[], maxWorkers: number): Promise<boolean> {
  if (through !== "core" && through !== "door")
    throw new Failure(
      "stage_failed",
      "Rules are broken for the tests of the core or of a door: --rules core|door.",
    );
  const rules = loadRules().filter(
    ({ clause, file }) => words.length === 0 || words.some((word) => `${clause} ${file}`.includes(word)),
  );
  const startedAt = performance.now();
  const results = await breakRules(rules, { through, maxWorkers }, ({ rule, test, seconds }) =>
    console.log(
      `${test ? "noticed" : "NOT NOTICED"}  ${rule.clause} (${seconds} s)\n  ${test ?? "by no test"}`,
    ),
  );
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const row = rowOfRules(through, results, seconds);
  if (words.length === 0) writeRow(row);
  console.log(`${row.row}: ${row.value} of ${row.target}, ${seconds} s`);
  for (const { rule } of results.filter(({ test }) => test === undefined)) console.log(`  ${rule.clause}`);
  return holds(row);
}

/** What each mutant of a part came to. A series that was stopped continues. */
async function play({ mutate, testsIn }: Part, series: string, concurrency: number): Promise<string[]> {
  const results = await new Stryker({
    mutate,
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    // Not by testFiles: those keep mutants of what runs at the load of a module from being switched on.
    vitest: { configFile: "scripts/mutate/vitest.config.ts", dir: testsIn, related: false },
    // Stryker rewrites a tsconfig with a TypeScript that it imports; a name of no file keeps it from that.
    tsconfigFile: `${FOLDER}/no-tsconfig.json`,
    tempDirName: `${FOLDER}/sandbox`,
    ignorePatterns: [".next", ".waymark", "coverage", "e2e", "test-results"],
    incremental: true,
    incrementalFile: `${FOLDER}/${series.replaceAll("/", "-")}.json`,
    reporters: ["clear-text", "progress-append-only"],
    clearTextReporter: { allowColor: false, reportTests: false },
    concurrency,
    // A runner that has started hundreds of workers may end by itself, and the whole series with it.
    maxTestRunnerReuse: 100,
    // A mutant that runs long on a busy machine has not been noticed by a test.
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 15,
    thresholds: { high: 95, low: MIN_SCORE, break: null },
  }).runMutationTest();
  return results.map(({ status }) => status);
}
