import { simulatedTool, text, version } from "./shared";

export const packageDependencies = simulatedTool({
  name: "package_dependencies",
  description:
    "Packs a model's pinned requirements, preprocessing pipeline and configuration for deployment.",
  tags: ["ml"],
  sideEffects: "write",
  idempotent: true,
  input: { model: text, version },
  output: {
    archive: { type: "string" },
    pinned: { type: "boolean" },
    sizeMb: { type: "number" },
    limitMb: { type: "number" },
    version: { type: "string" },
  },
  examples: [{ model: "fraud-model", version: "v1" }],
  summarize: ({ model, version }) => `Package the dependencies of ${model} ${version}`,
  run: ({ model, version }) => ({
    archive: `${model}-${version}.tar.gz`,
    contents: ["requirements.txt", "preprocessing", "config"],
    pinned: true,
    sizeMb: 145,
    limitMb: 200,
    version: String(version),
  }),
});
