import { integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import type { Plan } from "@/lib/core/plan/schema";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { TEMPLATE_KINDS } from "@/lib/core/templates/limits";
import type { TemplateParam } from "@/lib/core/templates/params";
import { moment, oneOf, wordChecks, workspaceId } from "./columns";

/** Every version of each template: a row is never changed, but that all of a template are archived together. */
export const templates = pgTable(
  "templates",
  {
    workspaceId: workspaceId(),
    id: text().notNull(),
    version: integer().notNull(),
    kind: oneOf(TEMPLATE_KINDS).notNull(),
    /** The same in all versions. */
    name: text().notNull(),
    body: jsonb().$type<Plan>().notNull(),
    params: jsonb().$type<TemplateParam[]>().notNull(),
    createdBy: jsonb().$type<ActorRef>().notNull(),
    /** Who wrote what stands in it: the one who saved it, and those whose work it took from an earlier version or a run. */
    authors: jsonb().$type<ActorRef[]>().notNull().default([]),
    createdAt: moment().notNull().defaultNow(),
    archivedAt: moment(),
  },
  (t) => [
    ...wordChecks(t),
    primaryKey({ columns: [t.workspaceId, t.id, t.version] }),
    unique("templates_by_name").on(t.workspaceId, t.kind, t.name, t.version),
  ],
);
