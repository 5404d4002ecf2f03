import type { McpServerConfig } from "@/lib/core/mcp";
import type { UnknownOutcome } from "@/lib/core/ports";
import { plainText } from "./read-tools";
import { secretsOf } from "./secrets";

const MAX_FAULT_CHARS = 1_000;

export const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Whether the server itself refused the call: such an error has a number (JSON-RPC 2.0, 5.1). */
export const isAnswer = (error: Error & { code?: unknown }): boolean => typeof error.code === "number";

/** What became of a call without a result; after anything but an answer nobody knows whether it was carried out. */
export function faultOf(error: Error, config: McpServerConfig, { mayChange }: { mayChange: boolean }): Error {
  const words = plainText(secretsOf(config).inWords(error.message), MAX_FAULT_CHARS);
  if (isAnswer(error)) return new Error(words);
  const lost = `the MCP server ${config.name} was lost before it answered: ${sentence(words)}`;
  const code: UnknownOutcome["code"] = "unknown_outcome";
  return mayChange
    ? Object.assign(new Error(`${lost} It may have carried the call out.`), { code })
    : new Error(lost);
}
