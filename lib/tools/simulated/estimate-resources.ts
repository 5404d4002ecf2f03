import { simulatedTool, text, version } from "./shared";

export const estimateResources = simulatedTool({
  name: "estimate_resources",
  description: "Estimates how many servers and CPUs a version of a service needs at its expected load.",
  tags: ["cloud"],
  sideEffects: "read",
  idempotent: true,
  input: { service: text, version },
  output: { servers: { type: "integer" }, cpus: { type: "integer" } },
  examples: [{ service: "web-app", version: "1.4.0" }],
  summarize: ({ service, version }) => `Estimate what ${service} ${version} needs`,
  run: () => ({ servers: 6, cpus: 24 }),
});
