import { z } from "zod";
import { readReplans } from "@/db/queries/runs/read-history";
import { daysInMs } from "@/lib/core/cost/days";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { dayRange, pageLimit } from "@/lib/core/inputs/bounds";
import { MAX_RUN_TAG_CHARS } from "@/lib/core/inputs/limits";
import { decider } from "@/lib/core/run/events/reviews";
import { REPLAN_OUTCOMES } from "@/lib/core/run/state";
import { HISTORY_TRIGGERS } from "@/lib/core/run/state/replan";
import type { Page, ReplanListItem } from "@/lib/core/views";
import { pageOf, readCursor } from "../cursor";
import { defineVerb } from "../verb";
import { replanViewOf } from "./replan-view";

/** Throws `invalid_input` for a foreign cursor. */
export const listReplans = defineVerb({
  name: "replans/list",
  capability: "view",
  description:
    "Replans and iterations of all runs, newest first: why, who decided, what changed, what it cost and came to, and how the run is `afterwards`; `decider` is `person`, `model` or `policy`, `from` and `to` are days, both included",
  see: ["#days"],
  routes: [{ at: "GET /api/v1/replans" }],
  input: z.strictObject({
    outcome: z.enum(REPLAN_OUTCOMES).optional(),
    trigger: z.enum(HISTORY_TRIGGERS).optional(),
    decider: decider.shape.kind.optional(),
    tag: z.string().trim().max(MAX_RUN_TAG_CHARS).optional(),
    ...dayRange,
    cursor: z.string().max(500).optional(),
    limit: pageLimit,
  }),
  async run({ ctx, input }): Promise<Page<ReplanListItem>> {
    const { cursor, limit, from, to, ...which } = input;
    const { zone } = ctx.actor;
    const rows = await readReplans(ctx.db, {
      ...which,
      workspaceId: ctx.actor.workspaceId,
      limit: limit + 1,
      ...(from !== undefined && { fromMs: daysInMs({ from, to: from }, zone).fromMs }),
      ...(to !== undefined && { beforeMs: daysInMs({ from: to, to }, zone).beforeMs }),
      ...(cursor !== undefined && { after: replanPosition(cursor) }),
    });
    return pageOf(
      rows,
      limit,
      ({ replan, mission, run }) => ({
        ...replanViewOf(replan),
        runId: replan.runId,
        mission,
        afterwards: run,
      }),
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
