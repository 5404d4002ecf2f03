import { and, asc, desc, eq, gt, lt, or, sql } from "drizzle-orm";
import { kindOfExample, questionOf, toolsOfExample } from "@/lib/core/examples/facts";
import type { Example } from "@/lib/core/examples/form";
import type { ExampleUse, ExampleVersion, ExampleView } from "@/lib/core/examples/view";
import type { ExampleKind } from "@/lib/core/examples/words";
import { searchWords } from "@/lib/core/search-words";
import { entryTokens } from "@/lib/core/take-within";
import type { Orm, OrmOrTx } from "../../client";
import { examples, exampleUses, exampleVersions, runs } from "../../schema";

type ExampleKey = { workspaceId: string; exampleId: string };
/** An example in full, as it is now. */
export type StoredExample = ExampleView & { example: Example };

const MAX_LISTED_USES = 200;
const MISSION_CHARS = 120;

const mission = sql<string | null>`left(${runs.mission}, ${sql.raw(String(MISSION_CHARS))})`;
const columns = {
  row: examples,
  mission,
  uses: sql<number>`(select count(*)::int from ${exampleUses} u
    where u.workspace_id = examples.workspace_id and u.example_id = examples.id)`,
};

type ListedRow = { row: typeof examples.$inferSelect; mission: string | null; uses: number };

function storedOf({ row, mission, uses }: ListedRow): StoredExample {
  const { id, version, kind, example, tools, enabled, source, demo, author, runId, taskId, attempt } = row;
  return {
    id,
    version,
    kind,
    tools,
    enabled,
    source,
    demo,
    author,
    uses,
    example,
    question: questionOf(example),
    note: example.note ?? null,
    tokens: entryTokens(JSON.stringify(example)),
    origin: runId === null ? null : { runId, mission, taskId, attempt },
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  };
}

type ExampleQuery = {
  workspaceId: string;
  kind?: ExampleKind | undefined;
  enabled?: boolean | undefined;
  /** A run: those that its prompts carried. */
  shownTo?: string | undefined;
  after?: { at: number; id: string };
  limit: number;
};

/** The examples of a workspace, newest first. */
export async function readExamplePage(
  db: OrmOrTx,
  { workspaceId, kind, enabled, shownTo, after, limit }: ExampleQuery,
): Promise<StoredExample[]> {
  const since = after && new Date(after.at);
  const rows = await db
    .select(columns)
    .from(examples)
    .leftJoin(runs, eq(runs.id, examples.runId))
    .where(
      and(
        eq(examples.workspaceId, workspaceId),
        kind && eq(examples.kind, kind),
        enabled === undefined ? undefined : eq(examples.enabled, enabled),
        shownTo === undefined ? undefined : isShownTo(shownTo),
        after &&
          since &&
          or(lt(examples.createdAt, since), and(eq(examples.createdAt, since), gt(examples.id, after.id))),
      ),
    )
    .orderBy(desc(examples.createdAt), asc(examples.id))
    .limit(limit);
  return rows.map(storedOf);
}

/** True for an example that stood in a prompt of this run. */
const isShownTo = (runId: string) =>
  sql`exists (select 1 from ${exampleUses} n
    where n.workspace_id = examples.workspace_id and n.example_id = examples.id and n.run_id = ${runId})`;

/** One example as it is now; undefined for an unknown one. `lock` keeps others from changing it until the end. */
export async function readStoredExample(
  db: OrmOrTx,
  { workspaceId, exampleId }: ExampleKey,
  { lock = false } = {},
): Promise<StoredExample | undefined> {
  const query = db
    .select(columns)
    .from(examples)
    .leftJoin(runs, eq(runs.id, examples.runId))
    .where(and(eq(examples.workspaceId, workspaceId), eq(examples.id, exampleId)));
  const [row] = await (lock ? query.for("update", { of: examples }) : query);
  return row && storedOf(row);
}

/** All versions of an example, newest first. */
export async function readExampleVersions(
  db: OrmOrTx,
  { workspaceId, exampleId }: ExampleKey,
): Promise<ExampleVersion[]> {
  const rows = await db
    .select()
    .from(exampleVersions)
    .where(and(eq(exampleVersions.workspaceId, workspaceId), eq(exampleVersions.exampleId, exampleId)))
    .orderBy(desc(exampleVersions.version));
  return rows.map(({ version, example, enabled, author, createdAt }) => {
    return { version, example, enabled, author, at: createdAt.getTime() };
  });
}

/** The prompts that carried an example, newest first, the last 200. */
export async function readExampleUses(
  db: OrmOrTx,
  { workspaceId, exampleId }: ExampleKey,
): Promise<ExampleUse[]> {
  const rows = await db
    .select({ use: exampleUses, mission })
    .from(exampleUses)
    .leftJoin(runs, eq(runs.id, exampleUses.runId))
    .where(and(eq(exampleUses.workspaceId, workspaceId), eq(exampleUses.exampleId, exampleId)))
    .orderBy(desc(exampleUses.createdAt), asc(exampleUses.runId), asc(exampleUses.key))
    .limit(MAX_LISTED_USES);
  return rows.map(({ use: { runId, role, taskId, attempt, version, createdAt }, mission: of }) => {
    return { runId, mission: of, role, taskId, attempt, version, at: createdAt.getTime() };
  });
}

type NewExample = Pick<StoredExample, "id" | "example" | "source" | "demo" | "author"> & {
  workspaceId: string;
  origin?: { runId: string; taskId?: string; attempt?: number };
};

/** Adds an example in its first version, which is on; false where there is one of that id. */
export async function insertExample(
  tx: Orm,
  { workspaceId, id, example, origin = undefined, ...facts }: NewExample,
): Promise<boolean> {
  const now = sql`clock_timestamp()`;
  const first = { workspaceId, version: 1, enabled: true, createdAt: now, ...searched(example) };
  const { words: _words, kind: _kind, ...version } = first;
  const added = await tx
    .insert(examples)
    .values({ ...first, id, updatedAt: now, ...facts, ...origin })
    .onConflictDoNothing()
    .returning({ id: examples.id });
  if (added.length === 0) return false;
  await tx.insert(exampleVersions).values({ ...version, exampleId: id, author: facts.author });
  return true;
}

type ChangedExample = Pick<StoredExample, "id" | "version" | "example" | "enabled" | "author"> & {
  workspaceId: string;
};

/** Stores the next version of an example. The caller holds its lock. */
export async function writeExampleVersion(
  tx: Orm,
  { workspaceId, id, ...changed }: ChangedExample,
): Promise<void> {
  const now = sql`clock_timestamp()`;
  const { words, kind: _kind, ...facts } = searched(changed.example);
  await tx
    .update(examples)
    .set({ ...changed, ...facts, words, updatedAt: now })
    .where(and(eq(examples.workspaceId, workspaceId), eq(examples.id, id)));
  await tx
    .insert(exampleVersions)
    .values({ workspaceId, exampleId: id, ...changed, ...facts, createdAt: now });
}

/** What of an example stands in columns of its own. */
const searched = (example: Example) => ({
  example,
  kind: kindOfExample(example),
  words: searchWords(questionOf(example)).join(" "),
  tools: toolsOfExample(example),
});
