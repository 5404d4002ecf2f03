import type { StoredMcpServer } from "./config";
import { mcpToolName } from "./names";
import { mcpTraits } from "./traits";
import type { McpServerView } from "./types";

/** A stored server without its secrets, each tool with what it counts as. */
export function mcpServerView(row: StoredMcpServer & { stateAt: Date | null }): McpServerView {
  const { name, transport, command, args, url, secretNames, allowPrivate, enabled, timeoutMs } = row;
  const { state, problem, stateAt, server, leftOut, overrides } = row;
  return {
    ...{ name, transport, command, args, url, secretNames, allowPrivate, enabled, timeoutMs },
    ...{ state, problem, server, leftOut, stateAtMs: stateAt?.getTime() ?? null },
    tools: row.tools.map((tool) => {
      const override = Object.hasOwn(overrides, tool.name) ? overrides[tool.name] : undefined;
      return {
        name: mcpToolName(name, tool.name),
        ownName: tool.name,
        description: tool.description,
        ...mcpTraits({ name, transport }, tool, override),
        overridden: override !== undefined,
      };
    }),
  };
}
