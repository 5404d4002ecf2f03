import { type SQL, sql } from "drizzle-orm";

/**
 * Common table expressions behind one named `known` (`id`, `search`): `query.any_word` asks for any of these words, and
 * `fitting` are the ids of what has at least `least` of them. Words of both stop lists count for nothing, and those with
 * one English stem count once. `words` are those of `searchWords`.
 */
export const sharingWords = (words: readonly string[], least = 2): SQL => sql`
  wanted as (
    select word, coalesce((ts_lexize('english_stem', word))[1], word) as stem
    from unnest(${sql.param(words)}::text[]) as word
    where ts_lexize('english_stem', word) is distinct from '{}'
      and ts_lexize('german_stem', word) is distinct from '{}'
  ), lexemes as materialized (
    select word as lexeme, stem from wanted union select stem, stem from wanted
  ), query as (
    select coalesce(string_agg(distinct quote_literal(lexeme), ' | '), '')::tsquery as any_word from lexemes
  ), fitting as (
    select id from known, query, unnest(tsvector_to_array(search)) as own (lexeme) join lexemes using (lexeme)
    where search @@ any_word
    group by id having count(distinct stem) >= ${least}
  )`;
