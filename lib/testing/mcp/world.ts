import { createMcpServers, mcpDescriptors } from "@/lib/adapters/mcp-tools";
import { createSafeFetch } from "@/lib/adapters/safe-http";
import type { McpProbeResult, McpServerConfig, McpServers, McpTool } from "@/lib/core/mcp";
import type { Tools } from "@/lib/core/ports";
import { createToolbox } from "@/lib/tools";
import { silentLog } from "../silent-log";

export type McpWorld = {
  mcp: McpServers;
  tools: Tools;
  /** What servers showed, in order. */
  seen: { name: string; seen: McpProbeResult }[];
  close(): Promise<void>;
};

/** A toolbox with the tools of the servers, which are looked at once, before. HTTP servers may be on this machine. */
export async function openMcpWorld(
  configs: McpServerConfig[],
  { nowMs = Date.now, backoffMs = 0, allowsPrograms = true } = {},
): Promise<McpWorld> {
  const seen: McpWorld["seen"] = [];
  const mcp = createMcpServers({
    allowsPrograms,
    fetchFor: ({ url, allowPrivate }) =>
      createSafeFetch({ privateHosts: allowPrivate ? [new URL(url).host] : [] }),
    clock: { nowMs },
    log: silentLog,
    persistSeen: async ({ name }, what) => void seen.push({ name, seen: what }),
    backoffMs,
  });
  const known = await Promise.all(
    configs.map(async (config) => ({
      config,
      target: config.name,
      tools: toolsOf(await mcp.probe(config)),
      waiting: [],
      overrides: {},
    })),
  );
  return { mcp, seen, tools: createToolbox(mcpDescriptors(known, mcp)), close: () => mcp.close() };
}

/** The tools that a server showed. Throws for one that is away. */
export function toolsOf(seen: McpProbeResult): McpTool[] {
  if (!seen.ok) throw new Error(seen.problem);
  return seen.tools;
}
