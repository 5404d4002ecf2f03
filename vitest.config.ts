import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const ignored = ["**/node_modules/**", ".next/**", ".waymark/**", "e2e/**"];

export default defineConfig({
  resolve: { alias: { "@": root.replace(/\/$/, "") } },
  test: {
    maxWorkers: 2,
    // Generous, because the machines that run this are busy: no test measures time by it.
    testTimeout: 30_000,
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
          testTimeout: 30_000,
          hookTimeout: 60_000,
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
});
