import { simulatedTool, text, version } from "./shared";

export const exportModel = simulatedTool({
  name: "export_model",
  description: "Exports a trained model's checkpoint to an ONNX file and validates the exported graph.",
  tags: ["ml"],
  sideEffects: "write",
  idempotent: true,
  input: { model: text, version },
  output: {
    file: { type: "string" },
    format: { type: "string" },
    opset: { type: "integer" },
    sizeMb: { type: "number" },
    validated: { type: "boolean" },
    version: { type: "string" },
  },
  examples: [{ model: "fraud-model", version: "v1" }],
  summarize: ({ model, version }) => `Export ${model} ${version} to ONNX`,
  run: ({ model, version }) => ({
    file: `${String(model).replaceAll("-", "_")}.onnx`,
    format: "onnx",
    opset: 14,
    sizeMb: 127,
    validated: true,
    version: String(version),
  }),
});
