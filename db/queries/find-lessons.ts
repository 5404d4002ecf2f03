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
    ), lexemes as materialized (
      select word as lexeme, stem from wanted union select stem, stem from wanted
    ), query as (
      select coalesce(string_agg(distinct quote_literal(lexeme), ' | '), '')::tsquery as any_word from lexemes
    ), known as not materialized (
      select id, version, text, tags, search, updated_at from lessons
      where workspace_id = ${workspaceId} and status = 'accepted' and (${demo} or not demo)
    ), fitting as (
      select id from known, query, unnest(tsvector_to_array(search)) as own (lexeme) join lexemes using (lexeme)
      where search @@ any_word
      group by id having count(distinct stem) >= ${MIN_SHARED_WORDS}
    )
    select id, version, text from known, query
    where tags && ${sql.param(tags)}::text[] or id in (select id from fitting)
    order by ts_rank(search, any_word) desc, updated_at desc, id limit ${limit}`);
  return [...rows] as unknown as FoundLesson[];
}
