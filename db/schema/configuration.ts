import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Json } from "@/lib/core/json";
import { amount, moment, workspaceId } from "./columns";

/** Models a workspace added or changed; the others are built in. Prices in micro-dollars per million tokens. */
export const models = pgTable(
  "models",
  {
    workspaceId: workspaceId(),
    id: text().notNull(),
    provider: text().notNull(),
    enabled: boolean().notNull().default(true),
    inputMicroUsd: amount(),
    cachedInputMicroUsd: amount(),
    outputMicroUsd: amount(),
    contextTokens: integer(),
    maxConcurrent: integer(),
    tokensPerMinute: integer(),
    settings: jsonb().$type<Json>().notNull().default({}),
    updatedAt: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] })],
);

export const toolPolicies = pgTable(
  "tool_policies",
  {
    workspaceId: workspaceId(),
    id: text().notNull(),
    version: integer().notNull(),
    name: text().notNull(),
    active: boolean().notNull().default(true),
    body: jsonb().$type<Json>().notNull(),
    author: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id, t.version] })],
);
