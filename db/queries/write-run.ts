import type { Sql } from "postgres";

/** The run's row after a commit. Moments in milliseconds; `calls` is added to the sums, the rest replaces. */
export type RunRow = {
  id: string;
  seq: number;
  epoch: number;
  status: string;
  finishReason: string | null;
  finishMessage: string | null;
  phase: string;
  planVersion: number;
  title: string;
  answer: string | null;
  replans: number;
  attempts: number;
  reviews: number;
  decisions: number;
  modelCalls: number;
  toolCalls: number;
  tasksTotal: number;
  tasksOpen: number;
  openApprovals: number;
  calls: { inputTokens: number; outputTokens: number; costMicroUsd: number; uncosted: number };
  startedAt: number | null;
  finishedAt: number | null;
  updatedAt: number;
  parked: boolean;
  wakeAt: number | null;
};

export const updateRun = (sql: Sql, row: RunRow) => sql`
  update runs set seq = ${row.seq}, epoch = ${row.epoch}, status = ${row.status},
    finish_reason = ${row.finishReason}, finish_message = ${row.finishMessage}, phase = ${row.phase},
    plan_version = ${row.planVersion}, title = ${row.title}, answer = ${row.answer}::text::jsonb,
    replans = ${row.replans}, attempts = ${row.attempts}, reviews = ${row.reviews},
    decisions = ${row.decisions}, model_calls = ${row.modelCalls}, tool_calls = ${row.toolCalls},
    tasks_total = ${row.tasksTotal}, tasks_open = ${row.tasksOpen}, open_approvals = ${row.openApprovals},
    input_tokens = input_tokens + ${row.calls.inputTokens},
    output_tokens = output_tokens + ${row.calls.outputTokens},
    cost_micro_usd = cost_micro_usd + ${row.calls.costMicroUsd}::float8,
    uncosted_calls = uncosted_calls + ${row.calls.uncosted},
    started_at = to_timestamp(${row.startedAt}::float8 / 1000),
    finished_at = to_timestamp(${row.finishedAt}::float8 / 1000),
    updated_at = to_timestamp(${row.updatedAt}::float8 / 1000),
    parked = ${row.parked}, wake_at = to_timestamp(${row.wakeAt}::float8 / 1000)
  where id = ${row.id}`;

/** What is said once, when the run is created. `settings` and `createdBy` are JSON texts. */
export const describeRun = (
  sql: Sql,
  row: {
    id: string;
    mission: string;
    settings: string;
    tags: string[];
    createdBy: string;
    createdAt: number;
  },
) => sql`
  update runs set mission = ${row.mission}, settings = ${row.settings}::text::jsonb, tags = ${row.tags}::text[],
    created_by = ${row.createdBy}::text::jsonb, created_at = to_timestamp(${row.createdAt}::float8 / 1000)
  where id = ${row.id}`;

/** Marks alone, when nothing else about the run changed. */
export const markRun = (sql: Sql, runId: string, parked: boolean, wakeAt: number | null) => sql`
  update runs set parked = ${parked}, wake_at = to_timestamp(${wakeAt}::float8 / 1000) where id = ${runId}`;

/** The last resort for a run whose events cannot even take a fault report. */
export const markRunBroken = (sql: Sql, runId: string, message: string) => sql`
  update runs set status = 'failed', finish_reason = 'engine_fault', finish_message = ${message}, parked = true,
    wake_at = null, finished_at = clock_timestamp(), updated_at = clock_timestamp()
  where id = ${runId}`;
