import { sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { StoredLeftOut } from "@/lib/core/mcp/servers";
import { MCP_STATES, MCP_TRANSPORTS, type McpOverride, type McpTool } from "@/lib/core/mcp/types";
import { moment, oneOf, wordChecks } from "../columns";
import { workspaceRef } from "../workspaces";

/** Servers whose tools a workspace uses, with what each showed when it was last looked at. */
export const mcpServers = pgTable(
  "mcp_servers",
  {
    workspaceId: workspaceRef(),
    name: text().notNull(),
    transport: oneOf(MCP_TRANSPORTS).notNull(),
    command: text(),
    args: text().array().notNull().default(sql`'{}'`),
    url: text(),
    /** Sealed JSON of the variables or headers; null for none. Their names stand beside it. */
    secrets: text(),
    secretNames: text().array().notNull().default(sql`'{}'`),
    allowPrivate: boolean().notNull().default(false),
    enabled: boolean().notNull().default(true),
    timeoutMs: integer().notNull(),
    /** An administrator's word on tools, by the server's own names for them. */
    overrides: jsonb().$type<Record<string, McpOverride>>().notNull().default({}),
    /** Rises with every change of how it is reached: what an older connection saw is not kept. */
    revision: integer().notNull().default(1),
    tools: jsonb().$type<McpTool[]>().notNull().default([]),
    /** Definitions that the server shows and no administrator has accepted. */
    waiting: jsonb().$type<McpTool[]>().notNull().default([]),
    leftOut: jsonb().$type<StoredLeftOut[]>().notNull().default([]),
    server: text(),
    state: oneOf(MCP_STATES).notNull().default("untried"),
    problem: text(),
    stateAt: moment(),
  },
  (t) => [...wordChecks(t), primaryKey({ columns: [t.workspaceId, t.name] })],
);
