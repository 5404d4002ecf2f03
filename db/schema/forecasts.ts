import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { JsonObject } from "@/lib/core/json";
import { moment, workspaceId } from "./columns";
import { runs } from "./runs";

/** What a plan version was expected to take, by what was known when it was first looked at. */
export const planForecasts = pgTable(
  "plan_forecasts",
  {
    runId: text()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    workspaceId: workspaceId(),
    forecast: jsonb().$type<JsonObject>().notNull(),
    computedAt: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.version] })],
);
