import type { Json } from "@/lib/core/json";
import { simulatedTool, text, version } from "./shared";

export const rampTraffic = simulatedTool({
  name: "ramp_traffic",
  description:
    "Shifts production traffic to a version in stages, watching its metrics before each next stage.",
  tags: ["deployment"],
  sideEffects: "external",
  idempotent: false,
  input: {
    service: text,
    version,
    stages: {
      type: "array",
      items: { type: "integer", minimum: 1, maximum: 100 },
      minItems: 1,
      maxItems: 10,
      description: "Shares of the traffic in percent, rising. Left out: 5, 25, 50, 100.",
    },
  },
  optional: ["stages"],
  output: {
    stages: { type: "array", items: { type: "integer" } },
    trafficPercent: { type: "integer" },
    metrics: { type: "string" },
    version: { type: "string" },
  },
  examples: [{ service: "fraud-model", version: "v2", stages: [5, 25, 50, 100] }],
  summarize: ({ service, version, stages }) =>
    `Shift production traffic to ${service} ${version} in stages (${stagesOf(stages).join(", ")} %)`,
  run({ version, stages }) {
    const shares = stagesOf(stages);
    return {
      stages: shares,
      trafficPercent: shares.at(-1) ?? 0,
      metrics: "stable at every stage",
      version: String(version),
    };
  },
});

function stagesOf(stages: Json | undefined): number[] {
  return Array.isArray(stages) ? stages.map(Number) : [5, 25, 50, 100];
}
