import { type McpServers, mcpConfig, type StoredMcpServer } from "@/lib/core/mcp";
import type { SecretBox } from "@/lib/core/ports";
import { mcpDescriptors } from "./descriptors";

/**
 * The tools of the workspace's servers that are switched on, by what each showed when it was last looked at: one that is
 * away keeps its tools, whose calls say so. Connections to servers that are not among these end.
 */
export function workspaceMcpTools(
  workspaceId: string,
  rows: readonly StoredMcpServer[],
  { mcp, secrets }: { mcp: McpServers; secrets: Pick<SecretBox, "open"> },
) {
  const known = rows.flatMap((row) => {
    const config = row.enabled ? mcpConfig(row, secrets.open) : undefined;
    return config ? [{ config, tools: row.tools, overrides: row.overrides }] : [];
  });
  mcp.retainOnly(
    workspaceId,
    known.map(({ config }) => config),
  );
  return mcpDescriptors(known, mcp);
}
