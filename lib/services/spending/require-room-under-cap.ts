import { readSpending } from "@/db/queries/spending";
import { capReached, isCapReached, today } from "@/lib/core/cost/spending-cap";
import { DomainFailure } from "@/lib/core/errors";
import type { ServiceContext } from "../context";

/**
 * Refuses new work of real models when the workspace has spent its daily cap (docs/costs.md, "Daily cap"). Throws
 * `too_many_requests` with the seconds that are left of the day. Work that has begun is bound by the limits of its run.
 */
export async function requireRoomUnderCap(
  { db, actor, clock }: Pick<ServiceContext, "db" | "actor" | "clock">,
  models: readonly { simulated: boolean }[],
): Promise<void> {
  if (models.length > 0 && models.every(({ simulated }) => simulated)) return;
  const nowMs = clock.nowMs();
  const { day, ...moments } = today(nowMs);
  const { workspaceId } = actor;
  const spending = { day, ...(await readSpending(db, { workspaceId, ...moments }, { onlyWithCap: true })) };
  if (isCapReached(spending)) throw new DomainFailure(capReached(spending, nowMs));
}
