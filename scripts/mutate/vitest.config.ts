import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const root = resolve(import.meta.dirname, "../..");

/**
 * The unit tests as mutants meet them. Suites of properties are left out and other properties make a single run: they find
 * a mutant by chance, and cost each of them seconds. So are tests that read the source, which is not as it was, and those
 * whose programs have seconds to answer.
 */
export default defineConfig({
  root,
  resolve: { alias: { "@": root } },
  test: {
    provide: { longTestShare: 0 },
    setupFiles: ["./lib/testing/property-seed.ts"],
    // Patterns hold within the folder that scripts/mutate.ts names.
    include: ["**/*.test.ts"],
    exclude: [
      "**/architecture.test.ts",
      "**/documents.test.ts",
      "**/tools/sql/*.test.ts",
      "**/tools/builtin.test.ts",
      "**/golden.test.ts",
      "**/invariants.test.ts",
      "**/garbage.test.ts",
      "**/diff.props.test.ts",
      "**/fuzz.test.ts",
    ],
    // Each mutant begins with a new worker, which all its test files share.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
