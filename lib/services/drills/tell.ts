import { closeDrill } from "@/db/queries/drills";
import { writeAudit } from "@/db/queries/write-audit";
import { toldDrill } from "@/lib/core/describe/gates/drills";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { actorRefOf } from "../context";
import type { DrillContext, ShownDrill } from "./shown";

/**
 * Ends the caller's drill because they acted on the run that it tells of: there is nothing to act on, and any other answer
 * would give it away. It counts as neither found nor missed. Throws `not_allowed_now`, with what was planted.
 */
export async function tellDrill(ctx: DrillContext, { row, sample, state }: ShownDrill): Promise<never> {
  const { workspaceId, id: personId } = ctx.actor;
  const isTold = await ctx.transact(async (tx) => {
    const of = { workspaceId, personId, id: row.id, nowMs: ctx.clock.nowMs() };
    const closed = await closeDrill(tx, {
      ...of,
      status: "told",
      verb: null,
      comment: null,
      outcome: null,
      commandId: null,
      inputDigest: null,
    });
    const line = { action: "drill_told", subject: row.id };
    if (closed) await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), ...line });
    return closed !== undefined;
  });
  if (isTold) ctx.notifyRun(row.runId, state.seq + 1);
  const { fault } = sample;
  const drill = { outcome: isTold ? null : row.outcome, fault };
  throw new DomainFailure(domainError("not_allowed_now", toldDrill(drill), { drill }));
}
