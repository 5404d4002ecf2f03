import { defineConfig } from "@playwright/test";

const onCi = Boolean(process.env.CI);

/** Journeys that wait long for workers and processes: begun last, they would leave the machine idle. */
const waiting = /(?:stored-runs|tabs|processes)\.spec\.ts$/;
// These find processes in /proc.
const impossible = process.platform === "linux" ? [] : ["processes.spec.ts"];

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/global-setup.ts",
  fullyParallel: true,
  forbidOnly: onCi,
  // One for each core: with more, what a browser waits for takes longer than a reader would.
  workers: 2,
  // Tried again, to tell a test that always fails from one that sometimes does: the summary names both.
  retries: 1,
  // Generous, because the machines that run this are busy: no test measures time by it.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["./e2e/failure-reporter.ts"]],
  projects: [
    { name: "waiting", testMatch: waiting, testIgnore: impossible },
    { name: "others", testIgnore: waiting },
  ],
  use: {
    locale: "en-GB",
    timezoneId: "UTC",
    viewport: { width: 1440, height: 900 },
    // Recording every test would cost a third of the time; a failure is recorded when it is tried again.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    // What never rests is painted sixty times a second, by the processor. Files about motion ask for it (WITH_MOTION).
    contextOptions: { reducedMotion: "reduce" },
  },
});
