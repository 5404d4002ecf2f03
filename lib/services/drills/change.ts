import { expireDrills, writeDrillSetup } from "@/db/queries/drills";
import { writeAudit } from "@/db/queries/write-audit";
import { changeDrillsInput } from "@/lib/core/inputs/drills";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";

/** Turned off, open ones are closed without a word. */
export const changeDrills = defineVerb({
  name: "drills/change",
  capability: "admin",
  description: "`{enabled, perWeek}`: turns drills on or off",
  routes: [{ at: "POST /api/v1/drills/settings" }],
  input: changeDrillsInput,
  async run({ ctx, input }): Promise<{ enabled: boolean; perWeek: number }> {
    const closed = await ctx.transact(async (tx) => {
      const { workspaceId } = ctx.actor;
      await writeDrillSetup(tx, { workspaceId, ...input });
      const line = { action: "drills_changed", details: input };
      await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), ...line });
      return input.enabled ? [] : expireDrills(tx, { workspaceId, nowMs: ctx.clock.nowMs(), all: true });
    });
    for (const { runId } of closed) ctx.notifyRun(runId, 1);
    return input;
  },
});
