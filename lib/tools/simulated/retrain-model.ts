import { majorOf, simulatedTool, text, version } from "./shared";

export const retrainModel = simulatedTool({
  name: "retrain_model",
  description:
    "Retrains a model from one version with recent data added and saves the next version's checkpoint.",
  tags: ["ml"],
  sideEffects: "write",
  idempotent: false,
  input: {
    model: text,
    fromVersion: version,
    windowDays: { type: "integer", minimum: 1, maximum: 365, description: "How many recent days to add." },
  },
  output: {
    checkpoint: { type: "string" },
    version: { type: "string" },
    windowDays: { type: "integer" },
    holdoutImproved: { type: "boolean" },
  },
  examples: [{ model: "fraud-model", fromVersion: "v1", windowDays: 30 }],
  summarize: ({ model, fromVersion, windowDays }) =>
    `Retrain ${model} from ${fromVersion} with the last ${windowDays} days`,
  run({ model, fromVersion, windowDays }) {
    const next = `v${majorOf(String(fromVersion)) + 1}`;
    return {
      checkpoint: `${model}-${next}`,
      version: next,
      windowDays: Number(windowDays),
      holdoutImproved: true,
    };
  },
});
