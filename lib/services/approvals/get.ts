import { z } from "zod";
import { readApproval } from "@/db/queries/read-approvals";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { runIdOfApproval } from "@/lib/core/ids";
import { drillGate, findDrill } from "../drills/shown";
import { defineVerb } from "../verb";
import { type ApprovalView, approvalView } from "./view";

/** One gate. Throws `not_found`. */
export const getApproval = defineVerb({
  name: "approvals/get",
  capability: "view",
  input: z.strictObject({ approvalId: z.string().max(200) }),
  async run({ ctx, input }): Promise<ApprovalView> {
    const row = await readApproval(ctx.db, { workspaceId: ctx.actor.workspaceId, id: input.approvalId });
    if (row) return approvalView(row);
    const drill = await findDrill(ctx, runIdOfApproval(input.approvalId));
    if (drill?.row.id === input.approvalId) return drillGate(drill);
    throw new DomainFailure(domainError("not_found", `There is no gate ${input.approvalId}.`));
  },
});
