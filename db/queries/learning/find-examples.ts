import { sql } from "drizzle-orm";
import type { Example } from "@/lib/core/examples/form";
import type { ExampleReader, FoundExample } from "@/lib/core/examples/view";
import type { OrmOrTx } from "../../client";
import { sharingWords } from "../sharing-words";

type WantedExamples = ExampleReader & { words: readonly string[]; limit: number };

/** Examples that are on, call no other tools and share at least two of these words, the best fitting first. */
export async function findExamples(
  db: OrmOrTx,
  { workspaceId, kind, tools, demo, words, limit }: WantedExamples,
): Promise<FoundExample[]> {
  if (words.length === 0) return [];
  const rows = await db.execute(sql`
    with known as not materialized (
      select id, version, example, search, updated_at from examples
      where workspace_id = ${workspaceId} and enabled and kind = ${kind} and (${demo} or not demo)
        and tools <@ ${sql.param(tools)}::text[]
    ), ${sharingWords(words)}
    select id, version, example from known, query where id in (select id from fitting)
    order by ts_rank(search, any_word) desc, updated_at desc, id limit ${limit}`);
  return foundOf(rows);
}

type ExampleRef = Pick<FoundExample, "id" | "version">;

/** These versions in their order, without those that this reader may not be shown any more. */
export async function readShownExamples(
  db: OrmOrTx,
  { workspaceId, kind, tools, demo }: ExampleReader,
  refs: readonly ExampleRef[],
): Promise<FoundExample[]> {
  const rows = await db.execute(sql`
    select v.example_id as id, v.version, v.example
    from rows from (jsonb_to_recordset(${JSON.stringify(refs)}::text::jsonb) as (id text, version int))
      with ordinality as ref (id, version, nth)
    join example_versions v on v.workspace_id = ${workspaceId} and v.example_id = ref.id and v.version = ref.version
    join examples e on e.workspace_id = v.workspace_id and e.id = v.example_id
    where e.kind = ${kind} and (${demo} or not e.demo) and v.tools <@ ${sql.param(tools)}::text[]
    order by ref.nth`);
  return foundOf(rows);
}

/** A plain statement gives JSON back as its text. */
const foundOf = (rows: Iterable<unknown>): FoundExample[] =>
  [...(rows as Iterable<{ id: string; version: number; example: string }>)].map(({ example, ...ref }) => ({
    ...ref,
    example: JSON.parse(example) as Example,
  }));
