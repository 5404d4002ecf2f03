import { addDrillReviewer, expireDrills, removeDrillReviewer } from "@/db/queries/drills";
import { writeAudit } from "@/db/queries/write-audit";
import { joinDrillsInput } from "@/lib/core/inputs/drills";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";

/** Where the caller leaves, an open one is closed without a word. */
export const joinDrills = defineVerb({
  name: "drills/join",
  capability: "review",
  description: "`{joined}`: lets the caller take part, or no longer",
  routes: [{ at: "POST /api/v1/drills/join" }],
  input: joinDrillsInput,
  async run({ ctx, input: { joined } }): Promise<{ joined: boolean }> {
    const closed = await ctx.transact(async (tx) => {
      const { workspaceId, id: personId, name } = ctx.actor;
      const [owner, nowMs] = [{ workspaceId, personId }, ctx.clock.nowMs()];
      if (joined) await addDrillReviewer(tx, { ...owner, name, nowMs });
      else await removeDrillReviewer(tx, owner);
      const line = { action: joined ? "drills_joined" : "drills_left" };
      await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), ...line });
      return joined ? [] : expireDrills(tx, { ...owner, nowMs, all: true });
    });
    for (const { runId } of closed) ctx.notifyRun(runId, 1);
    return { joined };
  },
});
