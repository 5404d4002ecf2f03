import { boolean, date, doublePrecision, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { COST_LINES } from "@/lib/core/cost/purpose";
import { amount, bytea, oneOf, wordChecks, workspaceId } from "./columns";

/** By what the sums of a day are kept; `all` is the whole line. */
export const COST_DAY_SIDES = ["all", "role", "model", "agent", "version", "retry", "run"] as const;

/** Of which calls of a day they are: of all, or of those of one role, or of one model. */
export const COST_DAY_FILTERS = ["none", "role", "model"] as const;

/**
 * Days (UTC) whose sums are kept. Triggers of `model_calls` take the mark away when calls of a day are removed, changed or
 * come late, and wait for a process that adds it up: what is marked is always what the calls add up to.
 */
export const costDays = pgTable(
  "cost_days",
  { workspaceId: workspaceId(), day: date({ mode: "string" }).notNull(), kept: boolean().notNull() },
  (t) => [primaryKey({ columns: [t.workspaceId, t.day] })],
);

const count = () => integer().notNull();
const sum = () => doublePrecision().notNull();

/**
 * The model calls of a day, and those of each role and model apart, added up by each side: reports of many days read these
 * in the place of calls.
 */
export const costDaySums = pgTable(
  "cost_day_sums",
  {
    workspaceId: workspaceId(),
    filter: oneOf(COST_DAY_FILTERS).notNull(),
    /** The role or the model; empty without a filter. */
    filterKey: text().notNull(),
    side: oneOf(COST_DAY_SIDES).notNull(),
    day: date({ mode: "string" }).notNull(),
    line: oneOf(COST_LINES).notNull(),
    /** Empty where the calls have none. */
    key: text().notNull(),
    calls: count(),
    failedCalls: count(),
    uncostedCalls: count(),
    uncountedCalls: count(),
    inputTokens: sum(),
    cachedInputTokens: sum(),
    outputTokens: sum(),
    reasoningTokens: sum(),
    costMicroUsd: amount().notNull(),
    latencyMs: amount().notNull(),
    /** Of a model of runs: the known cost, and the latency, of each call, four bytes a figure. */
    costs: bytea(),
    latencies: bytea(),
  },
  (t) => [
    ...wordChecks(t),
    primaryKey({
      name: "cost_day_sums_pk",
      columns: [t.workspaceId, t.filter, t.filterKey, t.side, t.day, t.line, t.key],
    }),
  ],
);
