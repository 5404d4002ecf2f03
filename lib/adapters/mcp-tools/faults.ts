import type { McpServerConfig } from "@/lib/core/mcp";
import type { UnknownOutcome } from "@/lib/core/ports";
import { plainText } from "./read-tools";
import { secretsOf } from "./secrets";

const MAX_ERROR_CHARS = 1_000;

export const withFullStop = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Whether the server itself refused the call: such an error has a number (JSON-RPC 2.0, 5.1). */
export const isServerError = (error: Error & { code?: unknown }): boolean => typeof error.code === "number";

/** What became of a call without a result; after anything but an answer nobody knows whether it was carried out. */
export function callError(
  error: Error,
  config: McpServerConfig,
  { mayChange }: { mayChange: boolean },
): Error {
  const reason = plainText(secretsOf(config).redactText(error.message), MAX_ERROR_CHARS);
  if (isServerError(error)) return new Error(reason);
  const message = `the MCP server ${config.name} was lost before it answered: ${withFullStop(reason)}`;
  const code: UnknownOutcome["code"] = "unknown_outcome";
  return mayChange
    ? Object.assign(new Error(`${message} It may have carried the call out.`), { code })
    : new Error(message);
}
