import { DomainFailure, domainError } from "@/lib/core/errors";
import { runIdOfApproval } from "@/lib/core/ids";
import { handOnInput } from "@/lib/core/inputs/approvals";
import { getOwn } from "@/lib/core/own";
import { voterOf } from "../context";
import { requireRun, submitToRun } from "../submit";
import { defineVerb, requireCapability } from "../verb";

/**
 * Throws `not_found`, `forbidden`, `not_allowed_now` where it can still be answered, `invalid_input` with the `choices`,
 * `already_decided`, `expired`.
 */
export const handOnApproval = defineVerb({
  name: "approvals/handOn",
  capability: "admin",
  description:
    "`{to, reason}`: asks others as well, names, ids or roles as `role:<name>`, at an open gate that nobody is left for who could let it pass. It takes the rights to review and to administer. `not_allowed_now` while it can still be answered; `invalid_input` with the `choices` for somebody who is not here, or too few. The reply has the `assignees` as they are then",
  see: ["engine.md#who-may-answer"],
  routes: [{ at: "POST /api/v1/approvals/{id}/hand-on", id: "approvalId" }],
  input: handOnInput,
  async run({
    ctx,
    input,
  }): Promise<{ approvalId: string; runId: string; seq: number; assignees: string[] }> {
    requireCapability(ctx.actor, "review");
    const { approvalId, to, reason } = input;
    const runId = runIdOfApproval(approvalId);
    const { approvals } = await requireRun(ctx, runId);
    if (!getOwn(approvals, approvalId))
      throw new DomainFailure(domainError("not_found", `There is no gate ${approvalId}.`));
    const people = ctx.setup.people();
    const by = voterOf(ctx.actor);
    const { seq, state } = await submitToRun(ctx, runId, async () => ({
      command: { type: "hand_on" as const, approvalId, to, reason, by, people },
    }));
    return { approvalId, runId, seq, assignees: getOwn(state.approvals, approvalId)?.assignees ?? [] };
  },
});
