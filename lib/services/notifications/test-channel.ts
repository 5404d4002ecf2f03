import { insertDeliveries } from "@/db/queries/settings/notifications";
import { channelInput } from "@/lib/core/inputs/notifications";
import type { SendOutcome } from "@/lib/core/message-ports";
import { sendTo } from "@/lib/engine/notifications/send-delivery";
import { messageId } from "@/lib/notify/deliveries";
import { defineVerb } from "../verb";
import { requireChannel } from "./view";

/** Sends once, to one that is switched off too, and lists the message. Throws `not_found`. */
export const testChannel = defineVerb({
  name: "notifications/test",
  capability: "admin",
  description: "Sends a test message at once: `{ok: true}`, or `{ok: false, problem}`",
  routes: [{ at: "POST /api/v1/notifications/{id}/test", id: "channelId", limit: "long" }],
  input: channelInput,
  async run({ ctx, input: { channelId } }): Promise<SendOutcome> {
    const channel = await requireChannel(ctx, channelId);
    const atMs = ctx.clock.nowMs();
    const id = messageId([channelId, "test", ctx.ids.next()]);
    const told = { event: "test", atMs } as const;
    const outcome = await sendTo(ctx.messages, channel, { id, told }, new AbortController().signal);
    const { workspaceId } = ctx.actor;
    const at = new Date(atMs);
    const delivery = {
      id,
      workspaceId,
      channelId,
      type: "test" as const,
      told,
      attempts: 1,
      createdAt: at,
      endedAt: at,
      status: outcome.ok ? ("delivered" as const) : ("failed" as const),
      problem: outcome.ok ? null : outcome.problem,
    };
    await ctx.transact((tx) => insertDeliveries(tx, [delivery]));
    return outcome;
  },
});
