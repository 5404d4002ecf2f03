import { argumentWords } from "@/lib/core/describe/arguments";
import type { Json, JsonObject } from "@/lib/core/json";
import {
  type CalledMcpTool,
  changedParts,
  definitionAt,
  type McpOverride,
  type McpServerConfig,
  type McpServers,
  type McpTool,
  mcpConfig,
  mcpDescription,
  mcpTarget,
  mcpToolNames,
  mcpTraits,
  type StoredMcpServer,
  withRequiredNames,
} from "@/lib/core/mcp";
import { getOwn } from "@/lib/core/own";
import { changesOutside } from "@/lib/core/policy";
import type { SecretBox, ToolCallContext, ToolFacts } from "@/lib/core/ports";
import { structuredPart } from "./read-result";

/** A server with what it showed when it was last looked at. */
type KnownServer = {
  config: McpServerConfig;
  /** Names what its calls reach. */
  target: string;
  tools: McpTool[];
  waiting: McpTool[];
  overrides: Record<string, McpOverride>;
};

/** What a toolbox takes, of which an adapter must not name the type. */
type Descriptor = Omit<ToolFacts, "repeatable"> & {
  outputSchema?: JsonObject;
  sendsJson: true;
  schemaPart(output: Json): Json;
  summarize(args: JsonObject): string;
  run(args: JsonObject, context: ToolCallContext & { effectBegins(): Promise<void> }): Promise<Json>;
};

/** The tools of servers for a toolbox, by their names with us; each connects when it is called. */
export function mcpDescriptors(servers: readonly KnownServer[], mcp: Pick<McpServers, "call">): Descriptor[] {
  return servers.flatMap((server) => {
    const names = mcpToolNames(server.config.name, [...server.tools, ...server.waiting]);
    return server.tools.flatMap((tool) => {
      const name = names.get(tool.name);
      return name === undefined ? [] : [{ name, ...descriptorOf(server, tool, mcp) }];
    });
  });
}

function descriptorOf(
  { config, target, overrides, waiting }: KnownServer,
  tool: McpTool,
  mcp: Pick<McpServers, "call">,
): Omit<Descriptor, "name"> {
  const override = getOwn(overrides, tool.name);
  const server = { name: config.name, transport: config.transport.kind };
  const traits = mcpTraits(server, tool, override);
  const shown = waiting.find(({ name }) => name === tool.name);
  const mayChange = changesOutside(traits);
  const asShown = definitionAt(target, shown ?? tool);
  const called: CalledMcpTool = {
    name: tool.name,
    mayChange,
    // Other words of a tool that only reads, and still says so, do no harm that its call could do.
    accepts: (now) =>
      now === undefined
        ? !mayChange
        : definitionAt(target, now) === asShown ||
          !(mayChange || changesOutside(mcpTraits(server, now, override))),
  };
  return {
    description: mcpDescription(config.name, tool.description),
    ...traits,
    inputSchema: withRequiredNames(tool.inputSchema),
    ...(tool.outputSchema && { outputSchema: withRequiredNames(tool.outputSchema) }),
    sendsJson: true,
    schemaPart: structuredPart,
    timeoutMs: config.timeoutMs,
    definition: definitionAt(target, tool),
    ...(shown && {
      callDefinition: definitionAt(target, tool, shown),
      changedParts: changedParts(tool, shown),
    }),
    summarize: (args) => argumentWords(args),
    run: (args, context) => mcp.call(config, called, args, context),
  };
}

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
    const { tools, waiting, overrides } = row;
    return config ? [{ config, target: mcpTarget(row), tools, waiting, overrides }] : [];
  });
  mcp.retainOnly(
    workspaceId,
    known.map(({ config }) => config),
  );
  return mcpDescriptors(known, mcp);
}
