import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const ignored = ["**/node_modules/**", ".next/**", ".waymark/**", "e2e/**"];

/** What `--mode` chooses of property tests: all their runs, or a part for a check of seconds. */
const longTestShare = (mode: string) => (mode === "check" ? 0.05 : 1);

export default defineConfig(({ mode }) => ({
  resolve: { alias: { "@": root.replace(/\/$/, "") } },
  test: {
    provide: { longTestShare: longTestShare(mode) },
    maxWorkers: 2,
    // Generous, because the machines that run this are busy: no test measures time by it.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Unit tests share their modules, which makes them four times as fast: they mock no module and
    // leave no global behind. Integration tests are isolated.
    projects: [
      {
        extends: true,
        test: {
          name: "core",
          setupFiles: ["./lib/testing/property-seed.ts"],
          include: ["lib/core/**/*.test.ts"],
          exclude: ignored,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "unit",
          setupFiles: ["./lib/testing/property-seed.ts"],
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...ignored, "lib/core/**"],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["**/*.itest.ts"],
          exclude: ignored,
          globalSetup: ["lib/testing/database/postgres-setup.ts"],
        },
      },
    ],
    coverage: {
      provider: "v8",
      include: ["lib/core/**/*.ts"],
      exclude: ["**/*.test.ts"],
      reporter: ["text-summary", ["text", { skipFull: true }], "json-summary"],
      thresholds: { "lib/core/**/*.ts": { lines: 100, branches: 97 } },
    },
  },
}));
