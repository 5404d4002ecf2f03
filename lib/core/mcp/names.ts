import { digestOfText } from "../json";

/** What every provider takes as the name of a tool. */
const MAX_TOOL_CHARS = 64;
const SUFFIX_CHARS = 6;

/** Without an underscore, so that the first two of them end it. */
export const SERVER_NAME = /^[a-z][a-z0-9-]{0,23}$/;

/**
 * The name under which a server's tool is known: `server__tool`. One that had to be changed ends in a piece of its
 * digest, so that two tools never become one.
 */
export function mcpToolName(server: string, tool: string): string {
  const plain = tool.replace(/[^a-zA-Z0-9_-]/g, "_");
  const whole = `${server}__${plain}`;
  if (plain === tool && tool !== "" && whole.length <= MAX_TOOL_CHARS) return whole;
  const digest = digestOfText(tool).slice(0, SUFFIX_CHARS);
  return `${whole.slice(0, MAX_TOOL_CHARS - SUFFIX_CHARS - 1)}_${digest}`;
}
