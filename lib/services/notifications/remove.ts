import { deleteChannel } from "@/db/queries/settings/notifications";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { channelInput } from "@/lib/core/inputs/notifications";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";

/** Removes a channel with its secrets and its messages; what waits to be sent is not sent. Throws `not_found`. */
export const removeChannel = defineVerb({
  name: "notifications/remove",
  capability: "admin",
  description: "Removes a channel with its secrets and messages",
  routes: [{ at: "POST /api/v1/notifications/{id}/remove", id: "channelId" }],
  input: channelInput,
  async run({ ctx, input: { channelId: id } }): Promise<{ id: string }> {
    const { workspaceId } = ctx.actor;
    await changeSetup(ctx, { action: "notification_channel_removed", subject: id }, async (tx) => {
      if (await deleteChannel(tx, { workspaceId, id })) return;
      throw new DomainFailure(domainError("not_found", "There is no such notification channel."));
    });
    return { id };
  },
});
