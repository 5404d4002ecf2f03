import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const root = resolve(import.meta.dirname, "../..");

/**
 * The unit tests as mutants meet them. Suites of properties are left out and other properties make a single run: they find
 * a mutant by chance, and cost each of them seconds.
 */
export default defineConfig({
  root,
  resolve: { alias: { "@": root } },
  test: {
    provide: { longTestShare: 0 },
    setupFiles: ["./lib/testing/property-seed.ts"],
    include: ["lib/**/*.test.ts"],
    exclude: [
      "lib/architecture.test.ts",
      "lib/documents.test.ts",
      "lib/core/run/invariants.test.ts",
      "lib/core/plan/read/corpus/garbage.test.ts",
      "lib/core/plan/compare/diff.props.test.ts",
      "lib/core/lisp/cases/fuzz.test.ts",
    ],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
