import { sql } from "drizzle-orm";
import type { FoundLesson } from "@/lib/core/lessons/view";
import type { OrmOrTx } from "../../client";
import { sharingWords } from "../sharing-words";

type WantedLessons = { workspaceId: string; words: string[]; tags: string[]; demo: boolean; limit: number };

/** Accepted lessons with at least two of these words, or one of these tags, the best fitting first. */
export async function findLessons(
  db: OrmOrTx,
  { workspaceId, words, tags, demo, limit }: WantedLessons,
): Promise<FoundLesson[]> {
  if (words.length === 0 && tags.length === 0) return [];
  const rows = await db.execute(sql`
    with known as not materialized (
      select id, version, text, tags, search, updated_at from lessons
      where workspace_id = ${workspaceId} and status = 'accepted' and (${demo} or not demo)
    ), ${sharingWords(words)}
    select id, version, text from known, query
    where tags && ${sql.param(tags)}::text[] or id in (select id from fitting)
    order by ts_rank(search, any_word) desc, updated_at desc, id limit ${limit}`);
  return [...rows] as unknown as FoundLesson[];
}
