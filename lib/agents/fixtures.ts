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
