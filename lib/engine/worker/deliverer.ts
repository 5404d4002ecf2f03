import { removeOldDeliveries } from "@/db/queries/settings/notifications";
import type { Clock, Log } from "@/lib/core/ports";
import { KEEP_DELIVERIES_MS } from "@/lib/notify/schedule";
import { type DeliverDeps, deliverClaimed } from "../notifications/deliver";
import { sendDueDigests } from "../notifications/digests";
import { repeatEvery } from "./repeat-every";

export type DelivererDeps = DeliverDeps & { clock: Clock; log: Log };

const POLL_MS = 1_000;
const DIGEST_LOOK_MS = 15_000;
const CLEAN_MS = 3_600_000;
/** A receiver that hangs holds its place for ten seconds. */
const MAX_AT_ONCE = 10;

/** Sends messages to people outside the console until the signal fires (docs/notifications.md). */
export async function deliverUntil(signal: AbortSignal, deps: DelivererDeps): Promise<void> {
  const { clock, log, deliveries } = deps;
  const atWork = new Set<Promise<void>>();

  async function claimDeliveries(): Promise<void> {
    while (!signal.aborted && atWork.size < MAX_AT_ONCE) {
      const claims = await deliveries.claim(MAX_AT_ONCE - atWork.size);
      if (claims.length === 0) return;
      for (const claim of claims) {
        // A claim whose end is not written down is taken again when its time is over.
        const work: Promise<void> = deliverClaimed(deps, claim, signal)
          .catch((err: unknown) =>
            log.warn({ err, deliveryId: claim.deliveryId }, "A message will be tried again"),
          )
          .finally(() => atWork.delete(work));
        atWork.add(work);
      }
    }
  }

  async function cleanUp(): Promise<void> {
    await removeOldDeliveries(deps.db, new Date(clock.nowMs() - KEEP_DELIVERIES_MS));
  }

  const host = { clock, log, signal };
  await Promise.all([
    repeatEvery(POLL_MS, claimDeliveries, { ...host, name: "The poll for messages" }),
    repeatEvery(DIGEST_LOOK_MS, () => sendDueDigests(deps), { ...host, name: "The look for digests" }),
    repeatEvery(CLEAN_MS, cleanUp, { ...host, name: "The removal of old messages" }),
  ]);
  await Promise.all(atWork);
}
