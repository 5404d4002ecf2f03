import type { Sql } from "postgres";
import { toJsonText } from "@/db/json-text";
import { insertDeliveries } from "@/db/queries/run-store/write-deliveries";
import type { DeliveryJobs } from "@/lib/core/message-ports";
import type { Log, Workspaces } from "@/lib/core/ports";
import type { RunEvent, RunState } from "@/lib/core/run";
import { deliveriesOf, type PlannedDelivery } from "@/lib/notify/deliveries";
import { noticesOf } from "@/lib/notify/notices";

/** What the run store needs to tell people outside the console what happens in runs. */
export type Outside = {
  workspaces: Pick<Workspaces, "known" | "open">;
  deliveries: Pick<DeliveryJobs, "enqueue">;
  log: Log;
};

/**
 * The messages that a commit brings, to be written in its own transaction (docs/notifications.md, "When a message is
 * made"). What channels want is in memory: it is only read where this process has not looked at the workspace yet. Whatever
 * goes wrong here costs the message, and never the commit.
 */
export async function plannedDeliveries(
  { workspaces, log }: Outside,
  state: Readonly<RunState>,
  events: readonly RunEvent[],
): Promise<PlannedDelivery[]> {
  const { runId, workspaceId } = state;
  try {
    const setup = workspaces.known(workspaceId) ?? (await workspaces.open(workspaceId));
    const channels = setup.channels();
    return channels.length === 0 ? [] : deliveriesOf(noticesOf(state, events), channels);
  } catch (error) {
    log.error({ runId, err: error }, "A notification could not be made");
    return [];
  }
}

export const writeDeliveries = (
  sql: Sql,
  { workspaceId }: Readonly<RunState>,
  nowMs: number,
  messages: readonly PlannedDelivery[],
) =>
  insertDeliveries(
    sql,
    workspaceId,
    nowMs,
    toJsonText(messages.map(({ notice, ...message }) => ({ ...message, told: notice }))),
  );
