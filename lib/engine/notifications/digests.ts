import {
  insertDeliveries,
  readHeldChannels,
  readOpenGates,
  settleHeld,
  takeHeld,
} from "@/db/queries/settings/notifications";
import type { Notice } from "@/lib/core/notifications";
import { messageId } from "@/lib/notify/deliveries";
import { digestOfNotices } from "@/lib/notify/digest";
import { digestDueMs } from "@/lib/notify/schedule";
import type { DeliverDeps } from "./deliver";

type DigestDeps = Pick<DeliverDeps, "db" | "transact" | "deliveries" | "clock">;

const CHANNELS_PER_LOOK = 100;
const NOTICES_PER_DIGEST = 500;

/**
 * Makes the digests that are due, each in one transaction with what becomes of its notices (docs/notifications.md,
 * "Digests"). Every worker looks; what one has taken no other takes.
 */
export async function sendDueDigests(deps: DigestDeps): Promise<void> {
  const nowMs = deps.clock.nowMs();
  for (const { channelId, channel, oldest } of await readHeldChannels(deps.db, CHANNELS_PER_LOOK)) {
    // What was gathered before digests were turned off goes out at once.
    const dueMs = channel && channel.digest !== "off" ? digestDueMs(channel.digest, oldest.getTime()) : nowMs;
    if (dueMs <= nowMs) await sendDigest(deps, channelId, channel?.enabled ? channel.workspaceId : undefined);
  }
}

/** Without a workspace nobody wants it any more. */
async function sendDigest(
  { transact, deliveries, clock }: DigestDeps,
  channelId: string,
  workspaceId: string | undefined,
): Promise<void> {
  await transact(async (tx, jobs) => {
    const rows = await takeHeld(tx, channelId, NOTICES_PER_DIGEST);
    if (rows.length === 0) return;
    const now = new Date(clock.nowMs());
    const notices = rows.map(({ told }) => told as Notice);
    const open = await readOpenGates(
      tx,
      notices.flatMap(({ gate }) => gate?.approvalId ?? []),
      now,
    );
    const digest = workspaceId && digestOfNotices(notices, (id) => open.has(id), now.getTime());
    const ids = rows.map(({ id }) => id);
    await settleHeld(tx, ids, { status: digest ? "digested" : "dropped", endedAt: now });
    if (!digest || !workspaceId) return;
    const id = messageId([channelId, "digest", ...ids.slice(0, 1)]);
    const delivery = { id, workspaceId, channelId, type: "digest", told: digest, createdAt: now } as const;
    await insertDeliveries(tx, [{ ...delivery, status: "pending" }]);
    await deliveries.enqueue(jobs, [{ id, channelId }]);
  });
}
