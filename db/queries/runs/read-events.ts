import { and, asc, eq, gt } from "drizzle-orm";
import { type RunEvent, readEvent } from "@/lib/core/run/events";
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
