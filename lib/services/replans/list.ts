import { z } from "zod";
import { readReplans } from "@/db/queries/read-history";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { REPLAN_OUTCOMES } from "@/lib/core/run/state";
import type { Page, ReplanListItem } from "@/lib/core/views";
import { pageOf, readCursor } from "../cursor";
import { defineVerb } from "../verb";
import { replanViewOf } from "./replan-view";

/** Replans and iterations of all runs of the workspace, newest first, in pages. Throws `invalid_input` for a foreign cursor. */
export const listReplans = defineVerb({
  name: "replans/list",
  capability: "view",
  input: z.strictObject({
    outcome: z.enum(REPLAN_OUTCOMES).optional(),
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  async run({ ctx, input }): Promise<Page<ReplanListItem>> {
    const { outcome, cursor, limit } = input;
    const rows = await readReplans(ctx.db, {
      workspaceId: ctx.actor.workspaceId,
      limit: limit + 1,
      ...(outcome && { outcome }),
      ...(cursor !== undefined && { after: replanPosition(cursor) }),
    });
    return pageOf(
      rows,
      limit,
      ({ replan, mission }) => ({ ...replanViewOf(replan), runId: replan.runId, mission }),
      ({ replan }) => ({ at: replan.startedAt.getTime(), id: `${replan.startedSeq}@${replan.runId}` }),
    );
  },
});

/** A place names the event with which the replan began. */
function replanPosition(cursor: string) {
  const { at, id } = readCursor(cursor);
  const [, seq, runId] = /^(\d{1,9})@(.+)$/.exec(id) ?? [];
  if (seq === undefined || runId === undefined) {
    throw new DomainFailure(domainError("invalid_input", "This cursor is of another list."));
  }
  return { startedAt: at, runId, startedSeq: Number(seq) };
}
