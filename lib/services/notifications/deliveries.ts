import { readDeliveries } from "@/db/queries/settings/notifications";
import { listDeliveriesInput } from "@/lib/core/inputs/notifications";
import type { DeliveryView } from "@/lib/core/notifications";
import { defineVerb } from "../verb";
import { deliveryView } from "./view";

/** Messages of the last 30 days, the newest first, with what came of each. */
export const listDeliveries = defineVerb({
  name: "notifications/deliveries",
  capability: "admin",
  routes: [{ at: "GET /api/v1/notifications/deliveries" }],
  input: listDeliveriesInput,
  async run({ ctx, input }): Promise<{ items: DeliveryView[] }> {
    const rows = await readDeliveries(ctx.db, { ...input, workspaceId: ctx.actor.workspaceId });
    return { items: rows.map(deliveryView) };
  },
});
