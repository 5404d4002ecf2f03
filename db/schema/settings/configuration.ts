import { boolean, doublePrecision, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Json } from "@/lib/core/json";
import {
  MODEL_PROVIDER_KINDS,
  OPENAI_APIS,
  REASONING_EFFORTS,
  SERVED_ROLES,
  TOOL_CALLING,
} from "@/lib/core/models/providers";
import { amount, moment, oneOf, wordChecks } from "../columns";
import { workspaceRef } from "../workspaces";

/** Providers of models that a workspace added, beside those of the environment. Keys and headers are sealed. */
export const modelProviders = pgTable(
  "model_providers",
  {
    workspaceId: workspaceRef(),
    /** What the ids of its models begin with. */
    name: text().notNull(),
    kind: oneOf(MODEL_PROVIDER_KINDS).notNull(),
    baseUrl: text(),
    /** Of `openai`: which of its protocols is spoken. */
    api: oneOf(OPENAI_APIS),
    sealedKey: text(),
    keySetAt: moment(),
    /** Who set the key, by name. */
    keySetBy: text(),
    /** Names of the headers that are sent along; their values are sealed as one JSON object. */
    headerNames: text().array().notNull().default([]),
    sealedHeaders: text(),
    enabled: boolean().notNull().default(true),
    updatedAt: moment().notNull().defaultNow(),
  },
  (t) => [...wordChecks(t), primaryKey({ columns: [t.workspaceId, t.name] })],
);

/**
 * Models that a workspace added or changed. Prices in micro-dollars per million tokens, in place of the list's; what is
 * null is taken from the list, or unknown.
 */
export const models = pgTable(
  "models",
  {
    workspaceId: workspaceRef(),
    id: text().notNull(),
    provider: text().notNull(),
    label: text(),
    enabled: boolean().notNull().default(true),
    inputMicroUsd: amount(),
    cachedInputMicroUsd: amount(),
    outputMicroUsd: amount(),
    contextTokens: integer(),
    maxOutputTokens: integer(),
    toolCalling: oneOf(TOOL_CALLING).notNull().default("native"),
    /** Whether it takes a JSON Schema for the form of its answer. */
    jsonSchema: boolean().notNull().default(true),
    maxConcurrent: integer(),
    tokensPerMinute: integer(),
    reasoningEffort: oneOf(REASONING_EFFORTS),
    temperature: doublePrecision(),
    /** Whether it takes such files; null is what is known of it. */
    images: boolean(),
    pdf: boolean(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (t) => [...wordChecks(t), primaryKey({ columns: [t.workspaceId, t.id] })],
);

/** Which model serves a role where neither run nor agent names one; the role `default` stands for all others. */
export const modelDefaults = pgTable(
  "model_defaults",
  {
    workspaceId: workspaceRef(),
    role: oneOf(SERVED_ROLES).notNull(),
    modelId: text().notNull(),
  },
  (t) => [...wordChecks(t), primaryKey({ columns: [t.workspaceId, t.role] })],
);

/** How the calls of a role are made, and which models follow, in order, when its own cannot be reached. */
export const modelRoles = pgTable(
  "model_roles",
  {
    workspaceId: workspaceRef(),
    role: oneOf(SERVED_ROLES).notNull(),
    reasoningEffort: oneOf(REASONING_EFFORTS),
    temperature: doublePrecision(),
    maxOutputTokens: integer(),
    fallbacks: text().array().notNull().default([]),
  },
  (t) => [...wordChecks(t), primaryKey({ columns: [t.workspaceId, t.role] })],
);

export const toolPolicies = pgTable(
  "tool_policies",
  {
    workspaceId: workspaceRef(),
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
