import { and, asc, desc, eq, gt, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Json, JsonObject } from "@/lib/core/json";
import type { ReplayDetail, ReplayView } from "@/lib/core/replay/view";
import type { ReplayKind, ReplayStatus } from "@/lib/core/replay/words";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import type { Orm, OrmOrTx } from "../../client";
import { replaySteps, replays } from "../../schema";

type ReplayKey = { workspaceId: string; replayId: string };

const listed = {
  id: replays.id,
  kind: replays.kind,
  status: replays.status,
  title: replays.title,
  runId: replays.runId,
  taskId: replays.taskId,
  attempt: replays.attempt,
  doneSteps: replays.doneSteps,
  totalSteps: replays.totalSteps,
  createdBy: replays.createdBy,
  createdAt: replays.createdAt,
  startedAt: replays.startedAt,
  finishedAt: replays.finishedAt,
  cancelledAt: replays.cancelledAt,
  // The report stays in the store: it may be long.
  mismatches: sql<number | null>`jsonb_array_length(${replays.report} -> 'mismatches')`,
};

type ListedRow = {
  [K in Exclude<keyof typeof listed, "mismatches">]: (typeof replays.$inferSelect)[K];
} & {
  mismatches: number | null;
};

function viewOf(row: ListedRow): ReplayView {
  const { runId, taskId, attempt, createdBy, createdAt, startedAt, finishedAt, cancelledAt, ...rest } = row;
  const isOne = runId !== null && taskId !== null && attempt !== null;
  const ms = (at: Date | null) => at?.getTime() ?? null;
  return {
    ...rest,
    source: isOne ? { runId, taskId, attempt } : null,
    createdBy: nameOf(createdBy),
    createdAt: createdAt.getTime(),
    startedAt: ms(startedAt),
    finishedAt: ms(finishedAt),
    cancelledAt: ms(cancelledAt),
  };
}

const nameOf = (actor: ActorRef): string => (actor.kind === "person" ? actor.name : actor.kind);

type ReplayQuery = {
  workspaceId: string;
  kind?: ReplayKind | undefined;
  status?: readonly ReplayStatus[] | undefined;
  runId?: string | undefined;
  after?: { at: number; id: string };
  limit: number;
};

/** The replays of a workspace, newest first. */
export async function readReplayPage(
  db: OrmOrTx,
  { workspaceId, kind, status, runId, after, limit }: ReplayQuery,
): Promise<ReplayView[]> {
  const since = after && new Date(after.at);
  const rows = await db
    .select(listed)
    .from(replays)
    .where(
      and(
        eq(replays.workspaceId, workspaceId),
        kind && eq(replays.kind, kind),
        status && status.length > 0 ? inArray(replays.status, [...status]) : undefined,
        runId === undefined ? undefined : eq(replays.runId, runId),
        after &&
          since &&
          or(lt(replays.createdAt, since), and(eq(replays.createdAt, since), gt(replays.id, after.id))),
      ),
    )
    .orderBy(desc(replays.createdAt), asc(replays.id))
    .limit(limit);
  return rows.map(viewOf);
}

/** What only a single replay shows. */
export type StoredReplay = Omit<ReplayDetail, "steps"> & { material: Json };

/** One replay; undefined for an unknown one. */
export async function readReplay(
  db: OrmOrTx,
  { workspaceId, replayId }: ReplayKey,
): Promise<StoredReplay | undefined> {
  const { settings, report, failure, material } = replays;
  const [row] = await db
    .select({ ...listed, settings, report, failure, material })
    .from(replays)
    .where(isReplay({ workspaceId, replayId }));
  if (!row) return undefined;
  const view = viewOf(row);
  return {
    ...view,
    settings: row.settings,
    report: row.report,
    failure: row.failure,
    material: row.material,
  };
}

/** What was kept of a replay, in order. */
export async function readReplaySteps(
  db: OrmOrTx,
  { workspaceId, replayId }: ReplayKey,
): Promise<JsonObject[]> {
  const rows = await db
    .select({ body: replaySteps.body })
    .from(replaySteps)
    .where(and(eq(replaySteps.workspaceId, workspaceId), eq(replaySteps.replayId, replayId)))
    .orderBy(asc(replaySteps.seq));
  return rows.map(({ body }) => body as JsonObject);
}

const isReplay = ({ workspaceId, replayId }: ReplayKey): SQL | undefined =>
  and(eq(replays.workspaceId, workspaceId), eq(replays.id, replayId));

export type NewReplay = {
  id: string;
  workspaceId: string;
  kind: ReplayKind;
  title: string;
  source: { runId: string; taskId: string; attempt: number } | null;
  settings: JsonObject;
  material: Json;
  totalSteps: number;
  createdBy: ActorRef;
};

/** Adds a replay that waits for a worker; false where there is one of that id. */
export async function insertReplay(tx: Orm, { source, ...replay }: NewReplay): Promise<boolean> {
  const added = await tx
    .insert(replays)
    .values({ ...replay, ...source, status: "queued", createdAt: sql`clock_timestamp()` })
    .onConflictDoNothing()
    .returning({ id: replays.id });
  return added.length > 0;
}

/**
 * Asks a replay to end: one that waits ends at once, one at work with its worker's next look. False where it has ended,
 * or there is none.
 */
export async function cancelReplay(tx: Orm, key: ReplayKey): Promise<boolean> {
  const now = sql`clock_timestamp()`;
  const isWaiting = sql`${replays.status} = 'queued'`;
  const rows = await tx
    .update(replays)
    .set({
      cancelledAt: sql`coalesce(${replays.cancelledAt}, ${now})`,
      status: sql`case when ${isWaiting} then 'cancelled' else ${replays.status} end`,
      finishedAt: sql`case when ${isWaiting} then ${now} end`,
    })
    .where(and(isReplay(key), inArray(replays.status, ["queued", "running"])))
    .returning({ id: replays.id });
  return rows.length > 0;
}
