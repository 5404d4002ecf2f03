import { z } from "zod";
import { readApproval } from "@/db/queries/read-approvals";
import { DomainFailure, domainError } from "@/lib/core/errors";
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
    throw new DomainFailure(domainError("not_found", `There is no gate ${input.approvalId}.`));
  },
});
