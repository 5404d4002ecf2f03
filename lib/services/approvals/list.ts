import { z } from "zod";
import { readApprovals } from "@/db/queries/read-approvals";
import { APPROVAL_STATUSES } from "@/lib/core/run/events/approvals";
import { pageOf, readCursor } from "../cursor";
import { defineVerb } from "../verb";
import { type ApprovalView, approvalView } from "./view";

/**
 * Gates of the workspace in pages: the open ones unless another status is named, oldest first. `closed` are all that
 * take no more answers, newest first.
 */
export const listApprovals = defineVerb({
  name: "approvals/list",
  capability: "view",
  input: z.strictObject({
    status: z.enum([...APPROVAL_STATUSES, "closed", "all"]).default("open"),
    runId: z.string().max(200).optional(),
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  async run({ ctx, input }): Promise<{ items: ApprovalView[]; nextCursor: string | null }> {
    const position = input.cursor === undefined ? undefined : readCursor(input.cursor);
    const rows = await readApprovals(ctx.db, {
      workspaceId: ctx.actor.workspaceId,
      limit: input.limit + 1,
      ...(input.status === "all" ? {} : { status: input.status }),
      ...(input.runId === undefined ? {} : { runId: input.runId }),
      ...(position ? { after: { openedAt: position.at, id: position.id } } : {}),
    });
    return pageOf(rows, input.limit, approvalView, ({ approval }) => ({
      at: approval.openedAt.getTime(),
      id: approval.id,
    }));
  },
});
