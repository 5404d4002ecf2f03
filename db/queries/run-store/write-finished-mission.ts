import type { Sql } from "postgres";

type FinishedMission = { words: string; demo: boolean; finishedAt: number };

/** Lets planners of later missions find this one; once, however often a commit is repeated. */
export const insertFinishedMission = (
  sql: Sql,
  run: string,
  workspace: string,
  { words, demo, finishedAt }: FinishedMission,
) => sql`
  insert into finished_missions (run_id, workspace_id, words, demo, finished_at)
  values (${run}, ${workspace}, ${words}, ${demo}, to_timestamp(${finishedAt}::float8 / 1000))
  on conflict (run_id) do nothing`;
