import type { Sql } from "postgres";

/** An open gate about a model that could not be reached. */
export type ModelGate = {
  approvalId: string;
  runId: string;
  workspaceId: string;
  digest: string;
  modelId: string;
  /** How often the model was found to answer before, and then failed this run again. */
  revived: number;
  /** For how long it has been open, on the database's clock. */
  openMs: number;
};

/** The open gates that close when their model answers, the oldest first. Refusals of single requests are none. */
export async function readModelGates(sql: Sql, limit: number): Promise<ModelGate[]> {
  return sql<ModelGate[]>`
    select id as "approvalId", run_id as "runId", workspace_id as "workspaceId", digest, subject->>'model' as "modelId",
      (subject->>'revived')::int as revived,
      (extract(epoch from clock_timestamp() - opened_at) * 1000)::float8 as "openMs"
    from approvals
    where status = 'open' and kind = 'model_unavailable' and subject->>'model' is not null
      and subject->>'code' not in ('bad_request', 'context_overflow')
    order by opened_at limit ${limit}`;
}
