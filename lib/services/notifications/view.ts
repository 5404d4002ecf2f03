import type { Orm } from "@/db/client";
import type { ChannelRow, DeliveryRow } from "@/db/queries/settings/notifications";
import { readChannel } from "@/db/queries/settings/notifications";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { ChannelView, DeliveryView } from "@/lib/core/notifications";
import { describeTold } from "@/lib/notify/texts";
import type { ServiceContext } from "../context";

/** A channel without its secrets. */
export const channelView = (row: ChannelRow, last: DeliveryRow | undefined): ChannelView => ({
  id: row.id,
  name: row.name,
  address: row.address,
  events: row.events,
  digest: row.digest,
  enabled: row.enabled,
  owner: row.owner,
  hasPassword: row.kind === "email" && row.secrets !== null,
  last: last ? deliveryView(last) : null,
});

export const deliveryView = (row: DeliveryRow): DeliveryView => ({
  id: row.id,
  channelId: row.channelId,
  type: row.type,
  runId: row.runId,
  approvalId: row.approvalId,
  text: describeTold(row.told),
  status: row.status,
  attempts: row.attempts,
  problem: row.problem,
  createdAtMs: row.createdAt.getTime(),
  nextAttemptAtMs: row.nextAttemptAt?.getTime() ?? null,
  endedAtMs: row.endedAt?.getTime() ?? null,
});

/** The channel of that id in the actor's workspace, kept from others within a transaction. Throws `not_found`. */
export async function requireChannel(ctx: ServiceContext, id: string, tx: Orm = ctx.db): Promise<ChannelRow> {
  const row = await readChannel(tx, { workspaceId: ctx.actor.workspaceId, id }, { lock: tx !== ctx.db });
  if (row) return row;
  throw new DomainFailure(domainError("not_found", "There is no such notification channel."));
}
