import { simulatedTool, text, version } from "./shared";

export const readLogs = simulatedTool({
  name: "read_logs",
  description: "Counts the logins and the failed ones in the logs of one version, with the commonest error.",
  tags: ["analysis"],
  sideEffects: "read",
  idempotent: true,
  input: { service: text, version },
  output: {
    version: { type: "string" },
    logins: { type: "integer" },
    failed: { type: "integer" },
    error: { type: "string" },
  },
  examples: [{ service: "auth-service", version: "2.3.0" }],
  summarize: ({ service, version }) => `Read the logs of ${service} ${version}`,
  run: ({ version }) =>
    version === "2.3.0"
      ? { version, logins: 9_120, failed: 412, error: "session token not valid" }
      : { version: String(version), logins: 8_744, failed: 0, error: "none" },
});
