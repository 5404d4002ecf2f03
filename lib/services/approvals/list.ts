import { z } from "zod";
import { readApprovals } from "@/db/queries/read-approvals";
import { APPROVAL_STATUSES } from "@/lib/core/run/events/approvals";
import { assigneeNames } from "@/lib/core/run/gates/rules";
import { APPROVAL_KINDS } from "@/lib/core/run/gates/table";
import { voterOf } from "../context";
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
    kind: z.enum(APPROVAL_KINDS).optional(),
    /** Gates whose question or mission has this text, whatever its case. */
    text: z.string().trim().max(200).optional(),
    /** `me`: gates that the caller may be asked by. */
    assigned: z.enum(["me"]).optional(),
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
      ...(input.kind === undefined ? {} : { kind: input.kind }),
      ...(input.text ? { text: input.text } : {}),
      ...(input.assigned ? { waitingOn: assigneeNames(voterOf(ctx.actor)) } : {}),
      ...(position ? { after: { openedAt: position.at, id: position.id } } : {}),
    });
    return pageOf(rows, input.limit, approvalView, ({ approval }) => ({
      at: approval.openedAt.getTime(),
      id: approval.id,
    }));
  },
});
