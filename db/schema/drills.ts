import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { DRILL_OUTCOMES, DRILL_STATUSES } from "@/lib/core/drills/judge";
import type { Json } from "@/lib/core/json";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import type { ItemVerdict } from "@/lib/core/run/gates/items";
import { APPROVAL_KINDS, GATE_VERBS } from "@/lib/core/run/gates/table";
import { moment, oneOf, wordChecks, workspaceId } from "./columns";
import { workspaceRef } from "./workspaces";

/** People who take part in drills. */
export const drillReviewers = pgTable(
  "drill_reviewers",
  {
    workspaceId: workspaceRef(),
    personId: text().notNull(),
    name: text().notNull(),
    joinedAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.personId] })],
);

/** Gates that belong to no run, each for one person. Its id and the id of its run are of the form of true ones. */
export const drills = pgTable(
  "drills",
  {
    id: text().primaryKey(),
    runId: text().notNull(),
    workspaceId: workspaceId(),
    personId: text().notNull(),
    personName: text().notNull(),
    /** Which of `lib/core/drills/samples`. */
    sample: text().notNull(),
    kind: oneOf(APPROVAL_KINDS).notNull(),
    /** What lists search. */
    mission: text().notNull(),
    prompt: text().notNull(),
    status: oneOf(DRILL_STATUSES).notNull().default("open"),
    /** Who sent it; null of one that came by itself. */
    sentBy: jsonb().$type<ActorRef>(),
    openedAt: moment().notNull(),
    expiresAt: moment().notNull(),
    closedAt: moment(),
    verb: oneOf(GATE_VERBS),
    comment: text(),
    /** What an answer put in place of what was shown. */
    value: jsonb().$type<Json>(),
    /** Verdicts on the items of the list that it showed. */
    items: jsonb().$type<ItemVerdict[]>(),
    outcome: oneOf(DRILL_OUTCOMES),
    /** The request that answered it: a repeat gets the same reply. */
    commandId: text(),
    /** Of what that request asked; null where it had no key. */
    inputDigest: text(),
  },
  (t) => [
    ...wordChecks(t),
    uniqueIndex("drills_open").on(t.workspaceId, t.personId).where(sql`${t.status} = 'open'`),
    index("drills_by_run").on(t.runId),
    index("drills_of_person").on(t.workspaceId, t.personId, t.openedAt),
    index("drills_closed").on(t.workspaceId, t.closedAt),
  ],
);
