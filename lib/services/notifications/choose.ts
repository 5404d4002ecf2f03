import { writeNotificationChoices } from "@/db/queries/settings/notifications";
import { chooseEventsInput } from "@/lib/core/inputs/notifications";
import type { ConsoleEvent } from "@/lib/core/notifications";
import { defineVerb } from "../verb";

export const chooseEvents = defineVerb({
  name: "notifications/choose",
  capability: "view",
  description: "`{events}`: chooses that",
  routes: [{ at: "POST /api/v1/notifications/choices" }],
  input: chooseEventsInput,
  async run({ ctx: { transact, actor }, input: { events } }): Promise<{ events: ConsoleEvent[] }> {
    const { workspaceId, id: personId } = actor;
    await transact((tx) => writeNotificationChoices(tx, { workspaceId, personId, events }));
    return { events };
  },
});
