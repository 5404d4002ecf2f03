import { boolean, date, doublePrecision, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { COST_LINES } from "@/lib/core/cost/purpose";
import { amount, bytea, oneOf, wordChecks, workspaceId } from "./columns";

/** By what the sums of a day are kept; `all` is the whole line. */
export const COST_DAY_SIDES = ["all", "role", "model", "agent", "version", "retry", "run"] as const;

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

/** The model calls of a day, added up by each side: reports of many days read these in the place of calls. */
export const costDaySums = pgTable(
  "cost_day_sums",
  {
    workspaceId: workspaceId(),
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
  (t) => [...wordChecks(t), primaryKey({ columns: [t.workspaceId, t.side, t.day, t.line, t.key] })],
);
