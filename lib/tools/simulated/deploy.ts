import { addressOf, environment, simulatedTool, text, version } from "./shared";

const output = {
  address: { type: "string" },
  environment: { type: "string" },
  healthy: { type: "boolean" },
  replicas: { type: "integer" },
  version: { type: "string" },
};

const deployed = (service: unknown, to: string, version: unknown) => ({
  address: addressOf(String(service), to),
  environment: to,
  healthy: true,
  replicas: to === "production" ? 2 : 1,
  version: String(version),
});

export const deploy = simulatedTool({
  name: "deploy",
  description: "Deploys one version of a service to an environment and waits for its health check.",
  tags: ["deployment"],
  sideEffects: "write",
  idempotent: true,
  input: { environment, service: text, version },
  output,
  examples: [{ environment: "staging", service: "fraud-model", version: "v1" }],
  summarize: ({ environment, service, version }) => `Deploy ${service} ${version} to ${environment}`,
  run: ({ environment, service, version }) => deployed(service, String(environment), version),
});

/** Apart from the other: a gate before production then holds back nothing that goes to staging. */
export const deployStaging = simulatedTool({
  name: "deploy_staging",
  description:
    "Deploys one version of a service to staging, and nowhere else, and waits for its health check.",
  tags: ["deployment"],
  sideEffects: "write",
  idempotent: true,
  input: { service: text, version },
  output,
  examples: [{ service: "fraud-model", version: "v1" }],
  summarize: ({ service, version }) => `Deploy ${service} ${version} to staging`,
  run: ({ service, version }) => deployed(service, "staging", version),
});
