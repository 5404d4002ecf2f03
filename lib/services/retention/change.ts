import { readRetentionChoices, saveRetentionChoices } from "@/db/queries/retention/settings";
import { writeAudit } from "@/db/queries/write-audit";
import { changeRetentionInput } from "@/lib/core/inputs/retention";
import { RETENTION_KINDS, type RetentionSettings, settingsOf } from "@/lib/core/retention";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";

/**
 * Says how long kinds of data are kept from now on; what is due already is removed within a minute and cannot be brought
 * back. Kinds that are not named stay as they are.
 */
export const changeRetention = defineVerb({
  name: "retention/change",
  capability: "admin",
  description:
    "`{runs?, payloads?, live_text?, blobs?, drills?}`: days from 1 to 3650, or null for ever; what is not named stays as it is",
  routes: [{ at: "POST /api/v1/retention" }],
  input: changeRetentionInput,
  async run({ ctx, input }): Promise<{ settings: RetentionSettings }> {
    const { workspaceId, name: by } = ctx.actor;
    const choices = RETENTION_KINDS.flatMap((kind): [typeof kind, number | null][] => {
      const days = input[kind];
      return days === undefined ? [] : [[kind, days]];
    });
    return ctx.transact(async (tx) => {
      await saveRetentionChoices(tx, { workspaceId, by, choices });
      await writeAudit(tx, {
        workspaceId,
        actor: actorRefOf(ctx.actor),
        action: "retention_changed",
        details: Object.fromEntries(choices),
      });
      return { settings: settingsOf(await readRetentionChoices(tx, workspaceId)) };
    });
  },
});
