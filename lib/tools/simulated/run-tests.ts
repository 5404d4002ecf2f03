import type { JsonObject } from "@/lib/core/json";
import { environment, majorOf, simulatedTool, version } from "./shared";

export const runTests = simulatedTool({
  name: "run_tests",
  description:
    "Runs a test suite against a deployed version: validation (functional cases and accuracy on held-out data), load (1000 requests a minute) or smoke.",
  tags: ["testing"],
  sideEffects: "read",
  idempotent: true,
  input: { suite: { type: "string", enum: ["validation", "load", "smoke"] }, environment, version },
  output: {
    suite: { type: "string" },
    passed: { type: "integer" },
    total: { type: "integer" },
    errorRatePercent: { type: "number" },
    p95LatencyMs: { type: "number" },
  },
  examples: [{ suite: "validation", environment: "staging", version: "v1" }],
  summarize: ({ suite, environment, version }) =>
    `Run the ${suite} tests on ${environment} against ${version}`,
  progress: ({ suite, environment, version }) =>
    testLines(String(suite), metrics(String(suite), String(environment), majorOf(String(version)))),
  run: ({ suite, environment, version }) => ({
    suite: String(suite),
    environment: String(environment),
    version: String(version),
    ...metrics(String(suite), String(environment), majorOf(String(version))),
  }),
});

/** As a test runner prints it: a line for each fifth of the cases, then the sum. */
function testLines(suite: string, { passed, total, accuracyPercent }: JsonObject): string[] {
  const [ran, failed] = [Number(total), Number(total) - Number(passed)];
  const lines = [1, 2, 3, 4, 5].map(
    (fifth) => `${suite}: ${Math.round((ran * fifth) / 5)} of ${ran} cases run`,
  );
  const accuracy = accuracyPercent === undefined ? [] : [`accuracy on held-out data: ${accuracyPercent} %`];
  return [...lines, ...accuracy, `${passed} passed, ${failed} failed`];
}

/** Version 1 of the fraud model has drifted; every later version is retrained and passes. */
function metrics(suite: string, environmentName: string, major: number): JsonObject {
  const p95LatencyMs = environmentName === "production" ? 78 : major === 1 ? 85 : 82;
  if (suite === "smoke") return { passed: 10, total: 10, errorRatePercent: 0, p95LatencyMs };
  if (suite === "load") {
    return { passed: 5, total: 5, errorRatePercent: 0, p95LatencyMs, requestsPerMinute: 1_000 };
  }
  if (major === 1)
    return { passed: 98, total: 100, accuracyPercent: 94.3, errorRatePercent: 2, p95LatencyMs };
  return { passed: 100, total: 100, accuracyPercent: 98.1, errorRatePercent: 0, p95LatencyMs };
}
