import { z } from "zod";
import { readRuns } from "@/db/queries/read-runs";
import { type FinishReason, type RunStatus, runStatus } from "@/lib/core/run/status";
import { pageOf, readCursor } from "../cursor";
import { defineVerb } from "../verb";
import { type Cost, costOf } from "./cost";

export type RunListItem = {
  id: string;
  /** The beginning of the mission. */
  title: string;
  status: RunStatus;
  finishReason: FinishReason | null;
  tags: string[];
  planVersion: number;
  replans: number;
  tasks: { total: number; open: number };
  openApprovals: number;
  cost: Cost;
  createdAt: number;
  finishedAt: number | null;
};

/** Runs of the workspace, newest first, in pages. */
export const listRuns = defineVerb({
  name: "runs/list",
  capability: "view",
  input: z.object({
    status: z.array(runStatus).max(20).optional(),
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  async run({ ctx, input }): Promise<{ items: RunListItem[]; nextCursor: string | null }> {
    const place = input.cursor === undefined ? undefined : readCursor(input.cursor);
    const rows = await readRuns(ctx.db, {
      workspaceId: ctx.actor.workspaceId,
      limit: input.limit + 1,
      ...(input.status ? { statuses: input.status } : {}),
      ...(place ? { after: { createdAt: place.at, id: place.id } } : {}),
    });
    return pageOf(rows, input.limit, itemOf, (row) => ({ at: row.createdAt.getTime(), id: row.id }));
  },
});

function itemOf(row: Awaited<ReturnType<typeof readRuns>>[number]): RunListItem {
  return {
    id: row.id,
    title: row.mission,
    status: row.status,
    finishReason: row.finishReason,
    tags: row.tags,
    planVersion: row.planVersion,
    replans: row.replans,
    tasks: { total: row.tasksTotal, open: row.tasksOpen },
    openApprovals: row.openApprovals,
    cost: costOf(row),
    createdAt: row.createdAt.getTime(),
    finishedAt: row.finishedAt?.getTime() ?? null,
  };
}
