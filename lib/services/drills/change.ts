import { expireDrills, writeDrillSetup } from "@/db/queries/drills";
import { writeAudit } from "@/db/queries/write-audit";
import { changeDrillsInput } from "@/lib/core/inputs/drills";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";

/** Turns drills on or off for the workspace. Turned off, open ones are closed without a word. */
export const changeDrills = defineVerb({
  name: "drills/change",
  capability: "admin",
  input: changeDrillsInput,
  run: ({ ctx, input }): Promise<{ enabled: boolean; perWeek: number }> =>
    ctx.transact(async (tx) => {
      const { workspaceId } = ctx.actor;
      await writeDrillSetup(tx, { workspaceId, ...input });
      if (!input.enabled) await expireDrills(tx, { workspaceId, nowMs: ctx.clock.nowMs(), all: true });
      const line = { action: "drills_changed", details: input };
      await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), ...line });
      return input;
    }),
});
