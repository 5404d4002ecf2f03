import { environment, majorOf, simulatedTool, version } from "./shared";

export const analyzeFailures = simulatedTool({
  name: "analyze_failures",
  description: "Looks through a version's failed tests and wrong predictions for their common cause.",
  tags: ["ml", "testing"],
  sideEffects: "read",
  idempotent: true,
  input: { environment, version },
  output: {
    failedTests: { type: "integer" },
    rootCause: { type: "string" },
    evidence: { type: "string" },
    recommendation: { type: "string" },
  },
  examples: [{ environment: "staging", version: "v1" }],
  summarize: ({ environment, version }) => `Analyze the failures of ${version} on ${environment}`,
  run({ version }) {
    if (majorOf(String(version)) !== 1) {
      return {
        failedTests: 0,
        rootCause: "none",
        evidence: "All tests passed",
        recommendation: "Nothing to do",
      };
    }
    return {
      failedTests: 2,
      rootCause: "data drift",
      evidence:
        "The misclassified cases are recent transactions of a kind that the training data hardly holds",
      recommendation: "Retrain with the transactions of the last 30 days",
    };
  },
});
