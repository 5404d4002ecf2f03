import { sql } from "drizzle-orm";
import type { FoundLesson } from "@/lib/core/lessons/choose";
import type { OrmOrTx } from "../client";

type WantedLessons = { workspaceId: string; words: string[]; tags: string[]; demo: boolean; limit: number };

/** Words that a lesson and a mission share before one finds the other. */
const MIN_SHARED_WORDS = 2;

/**
 * Accepted lessons with at least two of these words, or one of these tags, the best fitting first. Words of both stop
 * lists count for nothing, and those with one English stem count once. `words` are those of `lessonWords`.
 */
export async function findLessons(
  db: OrmOrTx,
  { workspaceId, words, tags, demo, limit }: WantedLessons,
): Promise<FoundLesson[]> {
  if (words.length === 0 && tags.length === 0) return [];
  const rows = await db.execute(sql`
    with wanted as (
      select word, coalesce((ts_lexize('english_stem', word))[1], word) as stem
      from unnest(${sql.param(words)}::text[]) as word
      where ts_lexize('english_stem', word) is distinct from '{}'
        and ts_lexize('german_stem', word) is distinct from '{}'
    ), query as (
      select coalesce(string_agg(quote_literal(lexeme), ' | '), '')::tsquery as any_word
      from (select word as lexeme from wanted union select stem from wanted) as lexemes
    )
    select id, version, text from lessons, query
    where workspace_id = ${workspaceId} and status = 'accepted' and (${demo} or not demo)
      and (tags && ${sql.param(tags)}::text[] or (search @@ any_word and ${MIN_SHARED_WORDS} <= (
        select count(distinct stem) from wanted
        where array[word, stem] && tsvector_to_array(search))))
    order by ts_rank(search, any_word) desc, updated_at desc, id limit ${limit}`);
  return [...rows] as unknown as FoundLesson[];
}
