import type { OrmOrTx, Transact } from "@/db/client";
import { readDelivery, updateDelivery } from "@/db/queries/settings/notifications";
import type { DeliveryClaim, DeliveryJobs, SendOutcome } from "@/lib/core/message-ports";
import type { CancelSignal, Clock } from "@/lib/core/ports";
import { retryDelayMs } from "@/lib/notify/schedule";
import { type SendDeps, sendTo } from "./send-delivery";

export type DeliverDeps = SendDeps & {
  db: OrmOrTx;
  transact: Transact;
  deliveries: DeliveryJobs;
  clock: Pick<Clock, "nowMs">;
};

/**
 * One try of a claimed message (docs/notifications.md, "Retries"). What it came to and the end of its job commit together:
 * a worker that is lost before that leaves it to be tried again, under the same id.
 */
export async function deliverClaimed(
  deps: DeliverDeps,
  claim: DeliveryClaim,
  signal: CancelSignal,
): Promise<void> {
  const { db, transact, deliveries, clock } = deps;
  const { deliveryId } = claim;
  const found = await readDelivery(db, deliveryId);
  if (found?.delivery.status !== "pending") {
    await transact(async (_, jobs) => void (await deliveries.complete(jobs, claim)));
    return;
  }
  const { delivery, channel } = found;
  const outcome = channel?.enabled ? await sendTo(deps, channel, delivery, signal) : undefined;
  // What was stopped in the middle is tried again by the next worker.
  if (signal.aborted && outcome?.ok !== true) return;
  const nowMs = clock.nowMs();
  const attempts = delivery.attempts + (outcome ? 1 : 0);
  const retryMs = retryAfter(outcome, attempts);
  await transact(async (tx, jobs) => {
    if (!(await deliveries.complete(jobs, claim))) return;
    await updateDelivery(tx, deliveryId, changeOf(outcome, attempts, nowMs, retryMs));
    if (retryMs !== undefined)
      await deliveries.enqueue(jobs, [{ id: deliveryId, channelId: delivery.channelId, afterMs: retryMs }]);
  });
}

const retryAfter = (outcome: SendOutcome | undefined, attempts: number): number | undefined =>
  outcome === undefined || outcome.ok || outcome.isFinal ? undefined : retryDelayMs(attempts);

function changeOf(
  outcome: SendOutcome | undefined,
  attempts: number,
  nowMs: number,
  retryMs: number | undefined,
) {
  const now = new Date(nowMs);
  const ended = { attempts, nextAttemptAt: null, endedAt: now };
  if (outcome === undefined) return { ...ended, status: "dropped" as const };
  if (outcome.ok) return { ...ended, status: "delivered" as const, problem: null };
  const { problem } = outcome;
  if (retryMs === undefined) return { ...ended, status: "failed" as const, problem };
  return { attempts, problem, nextAttemptAt: new Date(nowMs + retryMs) };
}
