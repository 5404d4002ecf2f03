import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { PlacedTask, RoutedEdge } from "@/lib/core/layout/plan-layout";
import { moment, workspaceId } from "./columns";
import { runs } from "./runs";

/** Where the tasks of a plan version are on the canvas: made again whenever it is missing. */
export const planLayouts = pgTable(
  "plan_layouts",
  {
    runId: text()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    /** Of the code that laid it out. */
    layoutVersion: integer().notNull(),
    workspaceId: workspaceId(),
    nodes: jsonb().$type<PlacedTask[]>().notNull(),
    /** Found after the nodes; null until then. */
    edges: jsonb().$type<RoutedEdge[]>(),
    computedAt: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.version, t.layoutVersion] })],
);
