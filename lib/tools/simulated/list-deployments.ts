import { environment, simulatedTool, text } from "./shared";

export const listDeployments = simulatedTool({
  name: "list_deployments",
  description: "Tells which version of a service runs in an environment, since when, and which ran before.",
  tags: ["deployment"],
  sideEffects: "read",
  idempotent: true,
  input: { environment, service: text },
  output: {
    running: { type: "string" },
    previous: { type: "string" },
    runningForHours: { type: "integer" },
  },
  examples: [{ environment: "production", service: "auth-service" }],
  summarize: ({ environment, service }) => `List the deployments of ${service} in ${environment}`,
  run: () => ({ running: "2.3.1", previous: "2.3.0", runningForHours: 38 }),
});
