import { simulatedTool, text, version } from "./shared";

export const compareVersions = simulatedTool({
  name: "compare_versions",
  description: "Lists what changed in a service's sources between two of its versions.",
  tags: ["analysis"],
  sideEffects: "read",
  idempotent: true,
  input: { service: text, from: version, to: version },
  output: {
    changes: { type: "array", items: { type: "string" } },
    before: { type: "string" },
  },
  examples: [{ service: "auth-service", from: "2.3.0", to: "2.3.1" }],
  summarize: ({ service, from, to }) => `Compare ${service} ${from} with ${to}`,
  run: ({ from, to }) => ({
    before: "every session token was checked with the newest signing key alone",
    changes: from === to ? [] : ["Session tokens are checked with the signing key that they name"],
  }),
});
