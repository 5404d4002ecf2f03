import { type PolicyExplanation, type PolicyView, toolPolicy } from "@/lib/core/policy";

/** A tool that acts outside and takes one version. */
export const deployTool = {
  name: "deploy",
  description: "Deploys",
  tags: ["deployment"],
  sideEffects: "external" as const,
  inputSchema: { type: "object", properties: { version: { type: "string" } }, required: ["version"] },
};

/** A policy that denies a tool that is not there, and asks before one version is deployed. */
export const policyView = (part: Partial<PolicyView> = {}): PolicyView => ({
  id: "p",
  name: "Ask first",
  version: 2,
  active: true,
  author: "Ada",
  at: Date.UTC(2026, 0, 1),
  scope: { kind: "role", role: "agent" },
  policy: toolPolicy.parse({
    denied: ["gone"],
    rules: [{ tool: "deploy", path: "version", operator: "=", value: "2", effect: "ask" }],
  }),
  ...part,
});

/** The verdict on a call about which a rule of the workspace asks. */
export const policyExplanation = (part: Partial<PolicyExplanation> = {}): PolicyExplanation => ({
  tool: "deploy",
  known: true,
  role: "agent",
  decision: "ask",
  reason: "Argument rule: x.",
  policies: [
    { decision: "allow", reason: "Fine.", source: { level: "run" } },
    {
      decision: "ask",
      reason: "Rule.",
      part: "rules",
      rule: 1,
      source: { level: "workspace", name: "W", id: "w" },
    },
    { decision: "allow", reason: "Bare." },
  ],
  summary: "Deploy 2",
  ...part,
});
