import type { SideEffects } from "../ports";
import type { McpOverride, McpTool } from "./types";

export type McpTraits = { sideEffects: SideEffects; idempotent: boolean; tags: string[] };

/**
 * What a server's tool counts as. A hint that is missing counts against the tool: it changes something others see, may
 * not run twice, and reaches over a network (docs/tools.md, "MCP"; the protocol's `ToolAnnotations`).
 */
export function mcpTraits(
  server: { name: string; transport: "stdio" | "http" },
  { annotations }: Pick<McpTool, "annotations">,
  override?: McpOverride,
): McpTraits {
  const isNetwork = server.transport === "http" || annotations.openWorld !== false;
  const tags = ["mcp", `mcp:${server.name}`, ...(isNetwork ? ["network"] : [])];
  if (override) return { ...override, tags };
  if (annotations.readOnly === true) return { sideEffects: "read", idempotent: true, tags };
  return { sideEffects: "external", idempotent: annotations.idempotent === true, tags };
}
