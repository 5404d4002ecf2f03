import { isTerminalRun, RUN_STATUSES } from "@/lib/core/run/status";

/** Conditions on a row of `runs`, as parts of statements of either library. */
const TERMINAL = RUN_STATUSES.filter(isTerminalRun)
  .map((status) => `'${status}'`)
  .join(", ");

export const HAS_ENDED = `(runs.finished_at is not null and runs.status in (${TERMINAL}))`;

/** A fork that has not ended, or one of such a fork, continues from what the run has. */
export const HAS_OPEN_FORK = `exists (
  with recursive down as (
    select id, status from runs as fork where fork.workspace_id = runs.workspace_id and fork.parent_run_id = runs.id
    union
    select fork.id, fork.status from runs as fork join down on fork.parent_run_id = down.id
    where fork.workspace_id = runs.workspace_id
  ) select from down where status not in (${TERMINAL}))`;

/** Whether a replay holds what a run did: it was taken from one of its attempts, or from several attempts, one of them. */
export const isReplayOf = (
  replay: string,
  run: string,
): string => `(${replay}.workspace_id = ${run}.workspace_id and (
  ${replay}.run_id = ${run}.id or (${replay}.run_id is null and ${replay}.kind = 'model'
    and ${replay}.material -> 'trajectories'
      @> jsonb_build_array(jsonb_build_object('source', jsonb_build_object('runId', ${run}.id))))))`;

export const HAS_OPEN_REPLAY = `exists (
  select from replays p where p.finished_at is null and ${isReplayOf("p", "runs")})`;
