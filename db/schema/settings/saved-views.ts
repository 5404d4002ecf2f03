import { pgTable, text, unique } from "drizzle-orm/pg-core";
import { VIEW_PAGES } from "@/lib/core/inputs/saved-views";
import { moment, oneOf, wordChecks, workspaceId } from "../columns";

/** What a person keeps of the address of a list, by a name: theirs alone. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: text().primaryKey(),
    workspaceId: workspaceId(),
    personId: text().notNull(),
    page: oneOf(VIEW_PAGES).notNull(),
    name: text().notNull(),
    query: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => [...wordChecks(t), unique("saved_views_by_name").on(t.workspaceId, t.personId, t.page, t.name)],
);
