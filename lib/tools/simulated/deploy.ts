import { addressOf, environment, simulatedTool, text, version } from "./shared";

export const deploy = simulatedTool({
  name: "deploy",
  description: "Deploys one version of a service to an environment and waits for its health check.",
  tags: ["deployment"],
  sideEffects: "write",
  idempotent: true,
  input: { environment, service: text, version },
  output: {
    address: { type: "string" },
    environment: { type: "string" },
    healthy: { type: "boolean" },
    replicas: { type: "integer" },
    version: { type: "string" },
  },
  examples: [{ environment: "staging", service: "fraud-model", version: "v1" }],
  summarize: ({ environment, service, version }) => `Deploy ${service} ${version} to ${environment}`,
  run: ({ environment, service, version }) => ({
    address: addressOf(String(service), String(environment)),
    environment: String(environment),
    healthy: true,
    replicas: environment === "production" ? 2 : 1,
    version: String(version),
  }),
});
