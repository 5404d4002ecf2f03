import { defineConfig } from "@playwright/test";

const onCi = Boolean(process.env.CI);

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // These find processes in /proc.
  testIgnore: process.platform === "linux" ? [] : ["processes.spec.ts"],
  globalSetup: "./e2e/global-setup.ts",
  fullyParallel: true,
  forbidOnly: onCi,
  // They wait more than they work: three at a time keep two cores busy.
  workers: 3,
  // Tried again, to tell a test that always fails from one that sometimes does: the summary names both.
  retries: 1,
  // Generous, because the machines that run this are busy: no test measures time by it.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["./e2e/failure-reporter.ts"]],
  use: {
    locale: "en-GB",
    timezoneId: "UTC",
    viewport: { width: 1440, height: 900 },
    // Recording every test would cost a third of the time; a failure is recorded when it is tried again.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
  },
});
