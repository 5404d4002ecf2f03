import { writeDailyCap } from "@/db/queries/spending";
import { writeAudit } from "@/db/queries/write-audit";
import { changeSpendingInput } from "@/lib/core/inputs/spending";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";

/** Takes effect at once. */
export const changeSpending = defineVerb({
  name: "spending/change",
  capability: "admin",
  description: "`{capMicroUsd}`: sets the cap, in millionths of a US dollar, or takes it away with null",
  routes: [{ at: "POST /api/v1/spending" }],
  input: changeSpendingInput,
  run: ({ ctx, input: { capMicroUsd } }): Promise<{ capMicroUsd: number | null }> =>
    ctx.transact(async (tx) => {
      const { workspaceId } = ctx.actor;
      await writeDailyCap(tx, workspaceId, capMicroUsd);
      const details = { capMicroUsd };
      await writeAudit(tx, {
        workspaceId,
        actor: actorRefOf(ctx.actor),
        action: "spending_cap_changed",
        details,
      });
      return { capMicroUsd };
    }),
});
