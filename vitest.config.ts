import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL(".", import.meta.url));
const ignored = ["**/node_modules/**", ".next/**", ".waymark/**", "e2e/**"];

/**
 * What `--mode` chooses of property tests: all their runs, or a part, for a check of seconds and where lines are counted.
 * `npm test` plays the core in two: `long` has what is longer in the whole, `counted` everything but what is `uncounted`.
 */
const longTestShare = (mode: string) => (mode === "check" || mode === "counted" ? 0.05 : 1);

const coreTests = "lib/core/**/*.test.ts";
/** What these do often or with much takes many times as long when lines are counted, and others come upon each line. */
const uncounted = [
  "lib/core/lisp/cases/limits-strings.long.test.ts",
  "lib/core/plan/read/corpus/garbage.test.ts",
  "lib/core/refinement/refine.props.test.ts",
  "lib/core/run/controls/changes/ways-around.test.ts",
  "lib/core/run/invariants.test.ts",
];

/** Files named `*.long.test.ts` take seconds, and are no part of a check of seconds. */
const leftOut = (mode: string) =>
  mode === "counted" ? uncounted : mode === "check" ? ["**/*.long.test.ts"] : [];

/** The tests of the core that mode `counted` cuts short or leaves out. */
function longCoreTests(): string[] {
  const isLong = (file: string) =>
    /"(?:fast-check|@\/lib\/testing\/scaled)"/.test(readFileSync(`${root}${file}`, "utf8"));
  return [...globSync(coreTests, { cwd: root }).filter(isLong), ...uncounted];
}

/** Integration tests that replace modules, which others must not find replaced. */
const mocking = [
  "lib/engine/faults/refused-commits.itest.ts",
  "lib/engine/run-store/faults.itest.ts",
  "lib/testing/attacks/actions.itest.ts",
  "lib/testing/runs/control-clauses.itest.ts",
];
/** Tests that wait for processes to start and to die: begun last, they would leave the machine idle. */
const waiting = /lib\/engine\/(chaos|kill|faults\/.*)\.itest|scripts\/(mission|database)\//;

/** Begins with the longest, which a new checkout knows nothing of. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId, project }: TestSpecification) =>
      waiting.test(moduleId) || project.name === "integration-mocking";
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}

export default defineConfig(({ mode }) => ({
  resolve: { alias: { "@": root.replace(/\/$/, "") } },
  test: {
    provide: { longTestShare: longTestShare(mode) },
    maxWorkers: 2,
    // Generous, because the machines that run this are busy: no test measures time by it.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: LongestFirst },
    // Tests share their modules, which makes unit tests four times as fast: they mock no module and leave no global
    // behind.
    projects: [
      {
        extends: true,
        test: {
          name: "core",
          setupFiles: ["./lib/testing/property-seed.ts"],
          include: mode === "long" ? longCoreTests() : [coreTests],
          exclude: [...ignored, ...leftOut(mode)],
          isolate: false,
        },
      },
      {
        extends: true,
        // React as builds have it, which draws twice as fast.
        oxc: { jsx: { development: false } },
        test: {
          name: "unit",
          env: { NODE_ENV: "production" },
          setupFiles: ["./lib/testing/property-seed.ts"],
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...ignored, ...leftOut(mode), "lib/core/**"],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          setupFiles: ["./lib/testing/property-seed.ts"],
          include: ["**/*.itest.ts"],
          exclude: [...ignored, ...mocking],
          globalSetup: ["lib/testing/database/postgres-setup.ts"],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "integration-mocking",
          setupFiles: ["./lib/testing/property-seed.ts"],
          include: mocking,
          globalSetup: ["lib/testing/database/postgres-setup.ts"],
        },
      },
    ],
    coverage: {
      provider: "v8",
      include: ["lib/core/**/*.ts"],
      exclude: ["**/*.test.ts"],
      reporter: ["text-summary", ["text", { skipFull: true }], "json-summary"],
      thresholds: { "lib/core/**/*.ts": { lines: 99.6, branches: 96.7 } },
    },
  },
}));
