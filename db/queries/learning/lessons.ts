import { and, asc, desc, eq, gt, lt, or, sql } from "drizzle-orm";
import type {
  LessonEffect,
  LessonOrigin,
  LessonUse,
  LessonVersion,
  LessonView,
  RunTally,
} from "@/lib/core/lessons/view";
import type { LessonStatus } from "@/lib/core/lessons/words";
import { searchWords } from "@/lib/core/search-words";
import type { Orm, OrmOrTx } from "../../client";
import { lessonOrigins, lessons, lessonTexts, lessonUses, lessonVersions, runs } from "../../schema";

type LessonKey = { workspaceId: string; lessonId: string };
type LessonRow = typeof lessons.$inferSelect;

const MAX_LISTED_ORIGINS = 5;
const MAX_LISTED_USES = 200;
const MISSION_CHARS = 120;

const epochMs = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

/** What stands beside a lesson in lists: where it comes from, how often it was proposed and shown. */
const beside = {
  proposals: sql<number>`(select count(*)::int from ${lessonOrigins} o
    where o.workspace_id = lessons.workspace_id and o.lesson_id = lessons.id)`,
  uses: sql<number>`(select count(*)::int from ${lessonUses} u
    where u.workspace_id = lessons.workspace_id and u.lesson_id = lessons.id)`,
  origins: sql<LessonOrigin[]>`(select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (
    select o.source, nullif(o.run_id, '') as "runId", left(r.mission, ${sql.raw(String(MISSION_CHARS))}) as mission,
      o.subject, o.person as by, ${sql.raw(epochMs("o.created_at"))} as at
    from ${lessonOrigins} o left join ${runs} r on r.id = o.run_id
    where o.workspace_id = lessons.workspace_id and o.lesson_id = lessons.id
    order by o.created_at desc, o.run_id, o.subject limit ${sql.raw(String(MAX_LISTED_ORIGINS))}) n)`.mapWith(
    (json: string) => JSON.parse(json),
  ),
};

type ListedRow = {
  lesson: LessonRow;
  proposals: number;
  uses: number;
  origins: LessonOrigin[];
};

function viewOf({ lesson, ...counted }: ListedRow): LessonView {
  const { workspaceId: _workspace, words: _words, search: _search, createdAt, updatedAt, ...facts } = lesson;
  return { ...facts, createdAt: createdAt.getTime(), updatedAt: updatedAt.getTime(), ...counted };
}

type LessonQuery = {
  workspaceId: string;
  status?: LessonStatus | undefined;
  /** Runs: those that it proposed, those that its prompts carried. */
  proposedBy?: string | undefined;
  shownTo?: string | undefined;
  after?: { at: number; id: string };
  limit: number;
};

/** The lessons of a workspace, newest first. */
export async function readLessons(
  db: OrmOrTx,
  { workspaceId, status, proposedBy, shownTo, after, limit }: LessonQuery,
): Promise<LessonView[]> {
  const since = after && new Date(after.at);
  const rows = await db
    .select({ lesson: lessons, ...beside })
    .from(lessons)
    .where(
      and(
        eq(lessons.workspaceId, workspaceId),
        status && eq(lessons.status, status),
        proposedBy === undefined ? undefined : isNamedIn(lessonOrigins, proposedBy),
        shownTo === undefined ? undefined : isNamedIn(lessonUses, shownTo),
        after &&
          since &&
          or(lt(lessons.createdAt, since), and(eq(lessons.createdAt, since), gt(lessons.id, after.id))),
      ),
    )
    .orderBy(desc(lessons.createdAt), asc(lessons.id))
    .limit(limit);
  return rows.map(viewOf);
}

/** True for a lesson with which this table names the run. */
const isNamedIn = (table: typeof lessonOrigins | typeof lessonUses, runId: string) =>
  sql`exists (select 1 from ${table} n
    where n.workspace_id = lessons.workspace_id and n.lesson_id = lessons.id and n.run_id = ${runId})`;

/** One lesson as it is now; undefined for an unknown one. `lock` keeps others from changing it until the end. */
export async function readLesson(
  db: OrmOrTx,
  { workspaceId, lessonId }: LessonKey,
  { lock = false } = {},
): Promise<LessonView | undefined> {
  const query = db
    .select({ lesson: lessons, ...beside })
    .from(lessons)
    .where(and(eq(lessons.workspaceId, workspaceId), eq(lessons.id, lessonId)));
  const [row] = await (lock ? query.for("update", { of: lessons }) : query);
  return row && viewOf(row);
}

/** All versions of a lesson, newest first. */
export async function readLessonVersions(
  db: OrmOrTx,
  { workspaceId, lessonId }: LessonKey,
): Promise<LessonVersion[]> {
  const rows = await db
    .select()
    .from(lessonVersions)
    .where(and(eq(lessonVersions.workspaceId, workspaceId), eq(lessonVersions.lessonId, lessonId)))
    .orderBy(desc(lessonVersions.version));
  return rows.map(({ version, text, status, tags, author, createdAt }) => {
    return { version, text, status, tags, author, at: createdAt.getTime() };
  });
}

/** The prompts that carried a lesson, newest first, the last 200. */
export async function readLessonUses(
  db: OrmOrTx,
  { workspaceId, lessonId }: LessonKey,
): Promise<LessonUse[]> {
  const rows = await db
    .select({
      use: lessonUses,
      mission: sql<string | null>`left(${runs.mission}, ${sql.raw(String(MISSION_CHARS))})`,
    })
    .from(lessonUses)
    .leftJoin(runs, eq(runs.id, lessonUses.runId))
    .where(and(eq(lessonUses.workspaceId, workspaceId), eq(lessonUses.lessonId, lessonId)))
    .orderBy(desc(lessonUses.createdAt), asc(lessonUses.runId), asc(lessonUses.key))
    .limit(MAX_LISTED_USES);
  return rows.map(({ use: { runId, role, version, planVersion, createdAt }, mission }) => {
    return { runId, mission, role, version, planVersion, at: createdAt.getTime() };
  });
}

/** How the runs that proposed a lesson went, and those that were shown it. */
export async function readLessonEffect(
  db: OrmOrTx,
  { workspaceId, lessonId }: LessonKey,
): Promise<LessonEffect> {
  const ofLesson = sql`workspace_id = ${workspaceId} and lesson_id = ${lessonId}`;
  const rows = await db.execute(sql`
    select case when shown then 'shown' else 'without' end as side, count(*)::int as runs,
      count(*) filter (where r.status = 'completed')::int as completed,
      count(*) filter (where r.replans > 0)::int as replanned, sum(r.replans)::int as replans,
      case when sum(r.uncosted_calls) = 0 then avg(r.cost_micro_usd)::float8 end as "meanCostMicroUsd"
    from (select run_id, bool_or(was_shown) as shown from (
        select run_id, true as was_shown from lesson_uses where ${ofLesson}
        union all select run_id, false from lesson_origins where ${ofLesson}) named
      group by run_id) of_lesson
    join runs r on r.id = of_lesson.run_id and r.finished_at is not null
    group by shown`);
  const none: RunTally = { runs: 0, completed: 0, replanned: 0, replans: 0, meanCostMicroUsd: null };
  const tallies = rows.map(({ side, ...tally }) => [side, tally]);
  return { without: none, shown: none, ...Object.fromEntries(tallies) };
}

/** The lesson that has or had a text of this key; with `claimFor` it is that one from now on if there is none yet. */
export async function lessonOfText(
  tx: Orm,
  { workspaceId, key, claimFor }: { workspaceId: string; key: string; claimFor: string },
): Promise<string> {
  const [row] = await tx
    .insert(lessonTexts)
    .values({ workspaceId, key, lessonId: claimFor })
    .onConflictDoUpdate({
      target: [lessonTexts.workspaceId, lessonTexts.key],
      set: { lessonId: sql`${lessonTexts.lessonId}` },
    })
    .returning({ lessonId: lessonTexts.lessonId });
  return row?.lessonId as string;
}

type NewLesson = Pick<LessonView, "id" | "text" | "source" | "tags" | "demo" | "author"> & {
  workspaceId: string;
};

/** Adds a proposed lesson in its first version; nothing where there is one of that id. */
export async function insertLesson(
  tx: Orm,
  { workspaceId, id, text, tags, ...facts }: NewLesson,
): Promise<void> {
  const now = sql`clock_timestamp()`;
  const status = "proposed" as const;
  const first = { workspaceId, version: 1, text, status, tags, createdAt: now };
  await tx
    .insert(lessons)
    .values({ ...first, id, words: searchText(text), updatedAt: now, ...facts })
    .onConflictDoNothing();
  await tx
    .insert(lessonVersions)
    .values({ ...first, lessonId: id, author: facts.author })
    .onConflictDoNothing();
}

type ChangedLesson = Pick<LessonView, "id" | "version" | "text" | "status" | "tags" | "author"> & {
  workspaceId: string;
};

/** Stores the next version of a lesson. The caller holds its lock. */
export async function writeLessonVersion(
  tx: Orm,
  { workspaceId, id, ...changed }: ChangedLesson,
): Promise<void> {
  const now = sql`clock_timestamp()`;
  await tx
    .update(lessons)
    .set({ ...changed, words: searchText(changed.text), updatedAt: now })
    .where(and(eq(lessons.workspaceId, workspaceId), eq(lessons.id, id)));
  await tx.insert(lessonVersions).values({ workspaceId, lessonId: id, createdAt: now, ...changed });
}

/** Notes that a person proposed a lesson themselves; once a person. */
export async function insertPersonOrigin(
  tx: Orm,
  { workspaceId, lessonId, person, personId }: LessonKey & { person: string; personId: string },
): Promise<void> {
  const subject = `person:${personId}`;
  const now = sql`clock_timestamp()`;
  await tx
    .insert(lessonOrigins)
    .values({ workspaceId, lessonId, runId: "", subject, source: "person", person, createdAt: now })
    .onConflictDoNothing();
}

const searchText = (text: string): string => searchWords(text).join(" ");
