import { and, asc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { PlanPatch } from "@/lib/core/plan/stored";
import { type EventOf, type EventType, type RunEvent, readEvent } from "@/lib/core/run/events";
import type { OrmOrTx } from "../../client";
import { runEvents } from "../../schema";

type Row = typeof runEvents.$inferSelect;

/** Events of a run after `afterSeq`, in order, at most `limit`. */
export async function readEventsAfter(
  db: OrmOrTx,
  params: { runId: string; afterSeq: number; limit: number },
): Promise<RunEvent[]> {
  const rows = await db
    .select()
    .from(runEvents)
    .where(and(eq(runEvents.runId, params.runId), gt(runEvents.seq, params.afterSeq)))
    .orderBy(asc(runEvents.seq))
    .limit(params.limit);
  return rows.map(eventOf);
}

/** Those of some types, up to an event where one is named, in order. */
export async function readEventsOfTypes<Type extends EventType>(
  db: OrmOrTx,
  params: { runId: string; types: readonly Type[]; upToSeq?: number },
): Promise<EventOf<Type>[]> {
  const { runId, types, upToSeq } = params;
  const isBefore = upToSeq === undefined ? undefined : lte(runEvents.seq, upToSeq);
  const rows = await db
    .select()
    .from(runEvents)
    .where(and(eq(runEvents.runId, runId), inArray(runEvents.type, types), isBefore))
    .orderBy(asc(runEvents.seq));
  return rows.map((row) => eventOf(row) as EventOf<Type>);
}

/** What versions that a run was offered change, by their digests: of its events these alone are read. */
export async function readOfferedPatches(
  db: OrmOrTx,
  { runId, digests }: { runId: string; digests: readonly string[] },
): Promise<Map<string, PlanPatch>> {
  const { type, payload } = runEvents;
  const rows = await db
    .select({
      digest: sql<string>`${payload} ->> 'digest'`,
      patch: sql`${payload} -> 'patch'`.mapWith((text): PlanPatch => JSON.parse(text)),
    })
    .from(runEvents)
    // The type as the partial index has it: of a parameter no plan is sure.
    .where(
      and(
        eq(runEvents.runId, runId),
        sql`${type} = 'plan_version_offered'`,
        inArray(sql`${payload} ->> 'digest'`, [...digests]),
      ),
    );
  return new Map(rows.map(({ digest, patch }) => [digest, patch]));
}

function eventOf(row: Row): RunEvent {
  return readEvent({
    run: row.runId,
    seq: row.seq,
    type: row.type,
    v: row.v,
    at: row.at.getTime(),
    actor: row.actor,
    commandId: row.commandId,
    planVersion: row.planVersion,
    payload: row.payload,
    ...(row.causeSeq === null ? {} : { causeSeq: row.causeSeq }),
    ...(row.epoch === null ? {} : { epoch: row.epoch }),
    ...(row.effect === null ? {} : { effect: row.effect }),
  });
}
