import { simulatedTool, text, version } from "./shared";

export const buildArtifacts = simulatedTool({
  name: "build_artifacts",
  description: "Builds a service's container image from its sources.",
  tags: ["deployment"],
  sideEffects: "write",
  idempotent: true,
  input: { service: text, version },
  output: { image: { type: "string" }, sizeMb: { type: "number" }, unitTests: { type: "string" } },
  examples: [{ service: "web-app", version: "1.4.0" }],
  summarize: ({ service, version }) => `Build ${service} ${version}`,
  progress: ({ service, version }) => [
    `fetching the sources of ${service} ${version}`,
    "installing dependencies",
    "compiling",
    "running unit tests: 212 of 212 passed",
    `writing the image ${service}:${version} (86 MB)`,
  ],
  run: ({ service, version }) => ({
    image: `${service}:${version}`,
    sizeMb: 86,
    unitTests: "212/212 passed",
  }),
});
