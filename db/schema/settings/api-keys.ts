import { sql } from "drizzle-orm";
import { type AnyPgColumn, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { CAPABILITIES } from "@/lib/core/capabilities";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { moment, oneOf, wordChecks } from "../columns";
import { workspaceRef } from "../workspaces";

/** Keys of callers of the API. Of a secret there is its digest alone, and its first characters to recognise it by. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: text().primaryKey(),
    workspaceId: workspaceRef(),
    name: text().notNull(),
    /** SHA-256 of the whole secret, in hexadecimal digits. */
    digest: text().notNull(),
    prefix: text().notNull(),
    capabilities: oneOf(CAPABILITIES).array().notNull(),
    roles: text().array().notNull().default(sql`'{}'`),
    createdAt: moment().notNull(),
    createdBy: jsonb().$type<ActorRef>().notNull(),
    /** The key that made it, with which it is revoked; null of one that a person made. */
    madeByKey: text().references((): AnyPgColumn => apiKeys.id),
    /** Null: it does not end by itself. */
    endsAt: moment(),
    /** To the minute. */
    lastUsedAt: moment(),
    revokedAt: moment(),
    revokedBy: jsonb().$type<ActorRef>(),
  },
  (t) => [
    ...wordChecks(t),
    uniqueIndex("api_keys_by_digest").on(t.digest),
    index("api_keys_by_workspace").on(t.workspaceId, t.createdAt),
  ],
);
