import { sql } from "drizzle-orm";
import type { SimilarMission } from "@/lib/core/similar-missions";
import type { OrmOrTx } from "../../client";
import { sharingWords } from "../sharing-words";

type WantedMissions = { workspaceId: string; words: string[]; demo: boolean; limit: number };

/** Of so many that share a word, the best fitting, it is looked whether they share enough. */
const MAX_CANDIDATES = 200;
/** Words that missions share before one is like the other: two are as soon "customers" and "write". */
const MIN_SHARED_WORDS = 3;

/**
 * Missions of ended runs that share at least three of these words, the best fitting first; a fork has that of its parent and
 * is none of its own. `recursive` lets `known` ask by the
 * words, which stand behind it.
 */
export async function findMissions(
  db: OrmOrTx,
  { workspaceId, words, demo, limit }: WantedMissions,
): Promise<SimilarMission[]> {
  if (words.length === 0) return [];
  const rows = await db.execute(sql`
    with recursive known as materialized (
      select run_id as id, search, finished_at, ts_rank(search, any_word) as rank from finished_missions, query
      where workspace_id = ${workspaceId} and search @@ any_word and (${demo} or not finished_missions.demo)
      order by rank desc, finished_at desc, id limit ${MAX_CANDIDATES}
    ), ${sharingWords(words, MIN_SHARED_WORDS)}
    select id as "runId", mission, finish_reason as "finishReason", replans, iterations,
      case when uncosted_calls = 0 then cost_micro_usd end as "costMicroUsd", 'demo' = any(tags) as demo
    from known join fitting using (id) join runs using (id)
    where parent_run_id is null
    order by rank desc, known.finished_at desc, id limit ${limit}`);
  return [...rows] as unknown as SimilarMission[];
}
