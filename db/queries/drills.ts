import { and, asc, desc, eq, gt, gte, ilike, lt, lte, max, ne, or, sql } from "drizzle-orm";
import type { DrillOutcome } from "@/lib/core/drills/judge";
import type { Json } from "@/lib/core/json";
import type { ApprovalStatus } from "@/lib/core/run/events/approvals";
import type { ItemVerdict } from "@/lib/core/run/gates/items";
import type { ApprovalKind } from "@/lib/core/run/gates/table";
import { writeArray } from "../array-types";
import type { OrmOrTx } from "../client";
import { drillReviewers, drills, workspaceSetups } from "../schema";
import { containing } from "./containing";
import type { ApprovalCursor } from "./read-approvals";

const MAX_CHANGES = 500;

export type DrillRow = typeof drills.$inferSelect;
type OfPerson = { workspaceId: string; personId: string };

const ofPerson = ({ workspaceId, personId }: OfPerson) =>
  and(eq(drills.workspaceId, workspaceId), eq(drills.personId, personId));

/** A drill of a person by its id or that of the run it tells of; those of others are not found. */
export async function readDrill(
  db: OrmOrTx,
  { runId, ...owner }: OfPerson & { runId: string },
): Promise<DrillRow | undefined> {
  const [row] = await db
    .select()
    .from(drills)
    .where(and(ofPerson(owner), eq(drills.runId, runId)));
  return row;
}

/** Drills by the runs that they tell of, of one workspace or of all, or those opened or closed since a moment. */
export function readDrillsOfRuns(
  db: OrmOrTx,
  which: { workspaceId?: string } & ({ runIds: readonly string[] } | { sinceMs: number }),
): Promise<DrillRow[]> {
  const { workspaceId } = which;
  const changed =
    "runIds" in which
      ? sql`${drills.runId} = any(${writeArray(which.runIds)}::text[])`
      : or(...[drills.openedAt, drills.closedAt].map((at) => gt(at, new Date(which.sinceMs))));
  return db
    .select()
    .from(drills)
    .where(and(workspaceId === undefined ? undefined : eq(drills.workspaceId, workspaceId), changed))
    .limit(MAX_CHANGES);
}

/** A person's drills as lists of gates have them (`readApprovals`): open ones oldest first, closed ones newest first. */
export function readOwnDrills(
  db: OrmOrTx,
  {
    nowMs,
    ...params
  }: OfPerson & {
    nowMs: number;
    status?: ApprovalStatus | "closed";
    runId?: string;
    kind?: ApprovalKind;
    text?: string;
    after?: ApprovalCursor;
    limit: number;
  },
): Promise<DrillRow[]> {
  const { after, status, runId, kind, text } = params;
  const closed = status === "closed";
  const [beyond, order] = closed ? [lt, desc] : [gt, asc];
  const since = after && new Date(after.openedAt);
  return db
    .select()
    .from(drills)
    .where(
      and(
        ofPerson(params),
        // One whose time is over is closed, though nobody has written it down yet.
        or(ne(drills.status, "open"), gt(drills.expiresAt, new Date(nowMs))),
        status === undefined
          ? undefined
          : closed
            ? ne(drills.status, "open")
            : sql`${drills.status} = ${status}`,
        runId === undefined ? undefined : eq(drills.runId, runId),
        kind === undefined ? undefined : eq(drills.kind, kind),
        text
          ? or(...[drills.prompt, drills.mission].map((where) => ilike(where, containing(text))))
          : undefined,
        after && since
          ? or(beyond(drills.openedAt, since), and(eq(drills.openedAt, since), beyond(drills.id, after.id)))
          : undefined,
      ),
    )
    .orderBy(order(drills.openedAt), order(drills.id))
    .limit(params.limit);
}

/** When each sample was last sent to a person, and when a drill was last. */
export async function readSentDrills(db: OrmOrTx, owner: OfPerson): Promise<Map<string, number>> {
  const rows = await db
    .select({ sample: drills.sample, at: max(drills.openedAt) })
    .from(drills)
    .where(ofPerson(owner))
    .groupBy(drills.sample);
  return new Map(rows.map(({ sample, at }) => [sample, at?.getTime() ?? 0]));
}

/** Opens a drill; false where its person has one open. */
export async function insertDrill(tx: OrmOrTx, row: typeof drills.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(drills).values(row).onConflictDoNothing().returning({ id: drills.id });
  return rows.length > 0;
}

/** Writes down how a drill was closed, once: undefined where it is closed already, or its time is over. */
export async function closeDrill(
  tx: OrmOrTx,
  {
    id,
    nowMs,
    status = "decided",
    ...answer
  }: OfPerson & { id: string; nowMs: number; status?: "decided" | "told" } & {
    [name in "verb" | "comment" | "outcome" | "commandId" | "inputDigest"]: DrillRow[name];
  } & { value?: Json | undefined; items?: ItemVerdict[] | undefined },
): Promise<DrillRow | undefined> {
  const { verb, comment, value, items, outcome, commandId, inputDigest } = answer;
  const at = new Date(nowMs);
  const [row] = await tx
    .update(drills)
    .set({ status, closedAt: at, verb, comment, value, items, outcome, commandId, inputDigest })
    .where(and(ofPerson(answer), eq(drills.id, id), eq(drills.status, "open"), gt(drills.expiresAt, at)))
    .returning();
  return row;
}

/** Closes the open drills of a workspace, or of one person, whose time is over by `nowMs`, or all of them: which runs they told of. */
export async function expireDrills(
  tx: OrmOrTx,
  {
    workspaceId,
    personId,
    nowMs,
    all = false,
  }: {
    workspaceId: string;
    personId?: string;
    nowMs: number;
    all?: boolean;
  },
): Promise<{ runId: string }[]> {
  const at = new Date(nowMs);
  return tx
    .update(drills)
    .set({ status: "expired", closedAt: all ? at : drills.expiresAt })
    .where(
      and(
        eq(drills.workspaceId, workspaceId),
        eq(drills.status, "open"),
        personId === undefined ? undefined : eq(drills.personId, personId),
        all ? undefined : lte(drills.expiresAt, at),
      ),
    )
    .returning({ runId: drills.runId });
}

type ClosedDrills = {
  workspaceId: string;
  /** Those of one person alone. */
  personId?: string;
  /** Closed between these moments. */
  fromMs?: number | undefined;
  beforeMs?: number | undefined;
  kind?: ApprovalKind;
  outcome?: DrillOutcome;
};

/** The condition on `drills` for these. */
export const closedDrills = ({ workspaceId, personId, fromMs, beforeMs, kind, outcome }: ClosedDrills) =>
  and(
    eq(drills.workspaceId, workspaceId),
    ne(drills.status, "open"),
    personId === undefined ? undefined : eq(drills.personId, personId),
    fromMs === undefined ? undefined : gte(drills.closedAt, new Date(fromMs)),
    beforeMs === undefined ? undefined : lt(drills.closedAt, new Date(beforeMs)),
    kind === undefined ? undefined : eq(drills.kind, kind),
    outcome === undefined ? undefined : eq(drills.outcome, outcome),
  );

/** Closed drills, newest first. */
export function readClosedDrills(
  db: OrmOrTx,
  { after, limit, ...which }: ClosedDrills & { after?: ApprovalCursor; limit: number },
): Promise<DrillRow[]> {
  const since = after && new Date(after.openedAt);
  return db
    .select()
    .from(drills)
    .where(
      and(
        closedDrills(which),
        after && since
          ? or(lt(drills.openedAt, since), and(eq(drills.openedAt, since), lt(drills.id, after.id)))
          : undefined,
      ),
    )
    .orderBy(desc(drills.openedAt), desc(drills.id))
    .limit(limit);
}

/** Whether a workspace sends drills, and about how many a week; none where it has set nothing up. */
export async function readDrillSetup(db: OrmOrTx, workspaceId: string) {
  const [row] = await db
    .select({ enabled: workspaceSetups.drillsEnabled, perWeek: workspaceSetups.drillsPerWeek })
    .from(workspaceSetups)
    .where(eq(workspaceSetups.workspaceId, workspaceId));
  return row ?? { enabled: false, perWeek: 1 };
}

export async function writeDrillSetup(
  tx: OrmOrTx,
  { workspaceId, enabled, perWeek }: { workspaceId: string; enabled: boolean; perWeek: number },
): Promise<void> {
  const set = { drillsEnabled: enabled, drillsPerWeek: perWeek };
  await tx
    .insert(workspaceSetups)
    .values({ workspaceId, version: 0, ...set })
    .onConflictDoUpdate({ target: workspaceSetups.workspaceId, set });
}

/** Who takes part, in the order in which they joined. */
export const readDrillReviewers = (db: OrmOrTx, workspaceId: string) =>
  db
    .select()
    .from(drillReviewers)
    .where(eq(drillReviewers.workspaceId, workspaceId))
    .orderBy(asc(drillReviewers.joinedAt), asc(drillReviewers.personId));

export async function addDrillReviewer(
  tx: OrmOrTx,
  { nowMs, ...person }: OfPerson & { name: string; nowMs: number },
): Promise<void> {
  await tx
    .insert(drillReviewers)
    .values({ ...person, joinedAt: new Date(nowMs) })
    .onConflictDoNothing();
}

export async function removeDrillReviewer(tx: OrmOrTx, { workspaceId, personId }: OfPerson): Promise<void> {
  await tx
    .delete(drillReviewers)
    .where(and(eq(drillReviewers.workspaceId, workspaceId), eq(drillReviewers.personId, personId)));
}
