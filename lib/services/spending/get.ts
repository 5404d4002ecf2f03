import { z } from "zod";
import { readSpending } from "@/db/queries/spending";
import { type DaySpending, today } from "@/lib/core/cost/spending-cap";
import { defineVerb } from "../verb";

/** With `onlyWithCap` costs are 0 where there is no cap. */
export const getSpending = defineVerb({
  name: "spending/get",
  capability: "view",
  description:
    "What real models have cost the workspace today (UTC) and its daily cap: `{day, costMicroUsd, uncostedCalls, capMicroUsd}`, the cap null where there is none",
  see: ["costs.md#daily-cap"],
  routes: [{ at: "GET /api/v1/spending", omit: ["onlyWithCap"] }],
  input: z.strictObject({ onlyWithCap: z.boolean().default(false) }),
  async run({ ctx, input }): Promise<DaySpending> {
    const { day, ...moments } = today(ctx.clock.nowMs());
    const { workspaceId } = ctx.actor;
    return { day, ...(await readSpending(ctx.db, { workspaceId, ...moments }, input)) };
  },
});
