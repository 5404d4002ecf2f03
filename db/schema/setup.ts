import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { workspaces } from "./workspaces";

/** How often what a workspace has set up (models, tools, policies) has changed: who keeps it in memory looks here. */
export const workspaceSetups = pgTable("workspace_setups", {
  workspaceId: text()
    .primaryKey()
    .references(() => workspaces.workspaceId),
  version: integer().notNull(),
});
