import { z } from "zod";
import { readNotificationChoices } from "@/db/queries/settings/notifications";
import { type ConsoleEvent, DEFAULT_CONSOLE_EVENTS } from "@/lib/core/notifications";
import { defineVerb } from "../verb";

export const getChoices = defineVerb({
  name: "notifications/choices",
  capability: "view",
  description:
    "`{events}`: what the console tells the caller, of `gate.opened`, `run.failed` and `run.completed`",
  routes: [{ at: "GET /api/v1/notifications/choices" }],
  input: z.strictObject({}),
  async run({ ctx: { db, actor } }): Promise<{ events: ConsoleEvent[] }> {
    const { workspaceId, id: personId } = actor;
    const chosen = await readNotificationChoices(db, { workspaceId, personId });
    return { events: chosen ?? [...DEFAULT_CONSOLE_EVENTS] };
  },
});
