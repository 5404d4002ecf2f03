import { z } from "zod";
import { readChannels, readLastDeliveries } from "@/db/queries/settings/notifications";
import type { ChannelView } from "@/lib/core/notifications";
import { defineVerb } from "../verb";
import { channelView } from "./view";

export const listChannels = defineVerb({
  name: "notifications/list",
  capability: "admin",
  description: "The notification channels, each with its last message and without its secrets",
  see: ["notifications.md"],
  routes: [{ at: "GET /api/v1/notifications" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<{ items: ChannelView[] }> {
    const rows = await readChannels(ctx.db, ctx.actor.workspaceId);
    const last = await readLastDeliveries(
      ctx.db,
      rows.map(({ id }) => id),
    );
    return { items: rows.map((row) => channelView(row, last.get(row.id))) };
  },
});
