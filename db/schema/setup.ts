import { integer, pgTable, text } from "drizzle-orm/pg-core";

/** How often what a workspace has set up (models, tools, policies) has changed: who keeps it in memory looks here. */
export const workspaceSetups = pgTable("workspace_setups", {
  workspaceId: text().primaryKey(),
  version: integer().notNull(),
});
