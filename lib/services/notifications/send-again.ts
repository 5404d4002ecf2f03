import { lockDelivery, updateDelivery } from "@/db/queries/settings/notifications";
import { writeAudit } from "@/db/queries/write-audit";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { sendAgainInput } from "@/lib/core/inputs/notifications";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";

/** Throws `not_found`, and `not_allowed_now` for one that is on its way or was part of a digest. */
export const sendAgain = defineVerb({
  name: "notifications/sendAgain",
  capability: "admin",
  description: "Sends a message again that failed or arrived, with its id",
  routes: [{ at: "POST /api/v1/notifications/deliveries/{id}/retry", id: "deliveryId" }],
  input: sendAgainInput,
  async run({ ctx, input: { deliveryId: id } }): Promise<{ id: string }> {
    const { workspaceId } = ctx.actor;
    await ctx.transact(async (tx, jobs) => {
      const row = await lockDelivery(tx, { workspaceId, id });
      if (!row) throw new DomainFailure(domainError("not_found", "There is no such message."));
      if (row.status !== "failed" && row.status !== "delivered")
        throw new DomainFailure(
          domainError("not_allowed_now", "Only a message that failed or arrived can be sent again."),
        );
      const waiting = {
        status: "pending",
        attempts: 0,
        problem: null,
        nextAttemptAt: null,
        endedAt: null,
      } as const;
      await updateDelivery(tx, id, waiting);
      await ctx.deliveries.enqueue(jobs, [{ id, channelId: row.channelId }]);
      const action = "notification_sent_again";
      await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), action, subject: id });
    });
    return { id };
  },
});
