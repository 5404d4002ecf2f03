import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { CAPABILITIES } from "@/lib/core/capabilities";
import type { RunBudgets } from "@/lib/core/run/state/ledger";
import { amount, moment, oneOf, wordChecks } from "./columns";

/** How often what a workspace has set up (models, tools, policies) has changed: who keeps it in memory looks here. */
export const workspaceSetups = pgTable("workspace_setups", {
  workspaceId: text()
    .primaryKey()
    .references(() => workspaces.workspaceId),
  version: integer().notNull(),
  /** Whether real models are offered simulated tools too. */
  simulatedTools: boolean().notNull().default(false),
  /** What real models may cost on one day; null without a cap. */
  dailyCapMicroUsd: amount(),
  /** Limits of new runs that bring none of their own. */
  runBudgets: jsonb().$type<RunBudgets>().notNull().default({}),
  /** Whether people who take part get drills, and about how many a week come to each by themselves. */
  drillsEnabled: boolean().notNull().default(false),
  drillsPerWeek: integer().notNull().default(1),
});

export const workspaces = pgTable("workspaces", {
  workspaceId: text().primaryKey(),
  name: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
});

/** The workspace that what it has set up belongs to. */
export const workspaceRef = () =>
  text()
    .notNull()
    .references(() => workspaces.workspaceId);

export const people = pgTable(
  "people",
  {
    workspaceId: workspaceRef(),
    id: text().notNull(),
    name: text().notNull(),
    email: text(),
    capabilities: oneOf(CAPABILITIES).array().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] }), ...wordChecks(t)],
);

/** Written by who asks whether the store takes writes; nothing reads it. One row. */
export const readinessProbes = pgTable("readiness_probes", {
  id: integer().primaryKey(),
  at: moment().notNull(),
});
