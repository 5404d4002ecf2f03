import { readDeliveries } from "@/db/queries/settings/notifications";
import { listDeliveriesInput } from "@/lib/core/inputs/notifications";
import type { DeliveryView } from "@/lib/core/notifications";
import { defineVerb } from "../verb";
import { deliveryView } from "./view";

export const listDeliveries = defineVerb({
  name: "notifications/deliveries",
  capability: "admin",
  description:
    "Messages of the last 30 days, the newest first, at most `limit`: `status` `pending`, `held` (for a digest), `delivered`, `failed`, `digested` or `dropped`, with `attempts` and `problem`",
  routes: [{ at: "GET /api/v1/notifications/deliveries" }],
  input: listDeliveriesInput,
  async run({ ctx, input }): Promise<{ items: DeliveryView[] }> {
    const rows = await readDeliveries(ctx.db, { ...input, workspaceId: ctx.actor.workspaceId });
    return { items: rows.map(deliveryView) };
  },
});
