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
  progress: ({ model, fromVersion, windowDays }) => [
    `loading ${model} ${fromVersion} and the last ${windowDays} days`,
    ...[0.412, 0.347, 0.309, 0.291, 0.284].map((loss, epoch) => `epoch ${epoch + 1} of 5: loss ${loss}`),
    "the held-out loss is better than before",
  ],
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
