import { boolean, index, pgTable, text } from "drizzle-orm/pg-core";
import { moment, searchVector, workspaceId } from "../columns";

/** The words of a mission whose run has ended: by them planners of similar missions find it. */
export const finishedMissions = pgTable(
  "finished_missions",
  {
    runId: text().primaryKey(),
    workspaceId: workspaceId(),
    /** In small letters, as they are searched. */
    words: text().notNull(),
    /** Carried out by the simulated model. */
    demo: boolean().notNull().default(false),
    finishedAt: moment().notNull(),
    search: searchVector(),
  },
  (t) => [index("finished_missions_by_words").using("gin", t.search)],
);
