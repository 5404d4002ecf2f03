import type { AttachmentNote } from "@/lib/core/attachments";
import type { ToolFacts } from "@/lib/core/ports";
import type { RolePrompt } from "./role";

/** For the tests beside the roles: a prompt as one readable text, and facts to fill it with. */

export function rendered({ system, messages }: RolePrompt): string {
  const texts = messages.map((message) => (message.role === "user" ? message.text : JSON.stringify(message)));
  return `${[`# system\n${system}`, ...texts.map((text) => `# user\n${text}`)].join("\n\n")}\n`;
}

export const salesFile: AttachmentNote = {
  name: "sales.csv",
  kind: "csv",
  bytes: 2_048,
  table: "sales",
  begins: "region,amount\nnorth,10",
};

export const deployTool: ToolFacts = {
  name: "deploy",
  description: "Deploys one version of a service.",
  inputSchema: { type: "object", properties: { version: { type: "string" } }, required: ["version"] },
  tags: ["deployment"],
  sideEffects: "write",
  idempotent: true,
  repeatable: false,
  timeoutMs: 10_000,
};

/** A plan of one task, with what was expected of it, as those who judge an approach are shown it. */
export const MEASURED_WAY = {
  plan: [
    { id: "measure", title: "Measure", agent: "tester", input: "Measure the p95.", status: "succeeded" },
  ],
  agents: { tester: { prompt: "You measure.", tools: ["load_test"] } },
  expected: [
    {
      taskId: "measure",
      expected: "80 ms (70 % sure)",
      reasoning: "Like the last release.",
      alternatives: ["Ask the vendor."],
    },
  ],
};
