import { digestOf } from "@/lib/core/bytes";
import type { McpProbeResult, McpServerConfig, McpServers } from "@/lib/core/mcp";
import type { Clock, Log } from "@/lib/core/ports";
import { type Connection, createConnection } from "./connection";
import { type FetchFor, openClient } from "./open-client";

type McpServersDeps = {
  fetchFor: FetchFor;
  /** False: a server that is a program is never started. */
  allowsPrograms: boolean;
  clock: Pick<Clock, "nowMs">;
  log: Log;
  /** Keeps what a server showed, for all processes. */
  persistSeen(config: McpServerConfig, seen: McpProbeResult): Promise<void>;
  backoffMs?: number;
};

/** MCP servers by the protocol's own SDK (docs/tools.md, "MCP"). */
export function createMcpServers({
  fetchFor,
  allowsPrograms,
  clock,
  log,
  persistSeen,
  backoffMs,
}: McpServersDeps): McpServers {
  /** By workspace, name and everything that the connection depends on. */
  const connections = new Map<string, { workspaceId: string; connection: Connection }>();
  /** The servers that a workspace has, where that has been said. */
  const current = new Map<string, Set<string>>();
  const closing = new Set<Promise<void>>();
  const probes = new AbortController();
  let closed = false;

  const onSeen = (config: McpServerConfig, seen: McpProbeResult): void => {
    const { workspaceId, name } = config;
    if (!seen.ok)
      log.warn({ workspaceId, server: name, problem: seen.problem }, "An MCP server is unavailable");
    persistSeen(config, seen).catch((error: unknown) =>
      log.warn({ workspaceId, server: name, err: error }, "What an MCP server showed was not kept"),
    );
  };

  function connectionTo(config: McpServerConfig): Connection {
    const key = digestOf(config);
    const known = connections.get(key)?.connection;
    if (known) return known;
    if (closed || current.get(config.workspaceId)?.has(key) === false)
      throw new Error(`The MCP server ${config.name} was removed or changed, or the process ends.`);
    const connection = createConnection(config, {
      fetchFor,
      allowsPrograms,
      clock,
      onSeen,
      ...(backoffMs !== undefined && { backoffMs }),
    });
    connections.set(key, { workspaceId: config.workspaceId, connection });
    return connection;
  }

  function closeConnection(key: string, options: { now: boolean }): void {
    const ending = connections.get(key)?.connection.close(options) ?? Promise.resolve();
    connections.delete(key);
    closing.add(ending);
    void ending.finally(() => closing.delete(ending));
  }

  return {
    allowsPrograms,
    async probe(config) {
      try {
        const { tools, leftOut, server, close } = await openClient(config, {
          fetchFor,
          allowsPrograms,
          onTools: () => {},
          onEnd: () => {},
          stop: probes.signal,
        });
        await close();
        return { ok: true, tools, leftOut, server };
      } catch (error) {
        return { ok: false, problem: error instanceof Error ? error.message : String(error) };
      }
    },
    call: async (config, tool, args, context) => connectionTo(config).call(tool, args, context),
    retainOnly(workspaceId, configs) {
      const kept = new Set(configs.map((config) => digestOf(config)));
      current.set(workspaceId, kept);
      for (const [key, entry] of [...connections])
        if (entry.workspaceId === workspaceId && !kept.has(key)) closeConnection(key, { now: false });
    },
    async close() {
      closed = true;
      probes.abort();
      for (const key of [...connections.keys()]) closeConnection(key, { now: true });
      await Promise.all(closing);
    },
  };
}

export { mcpDescriptors, workspaceMcpTools } from "./descriptors";
