import type { Orm } from "@/db/client";
import { insertDeliveries } from "@/db/queries/settings/notifications";
import type { JobTransaction } from "@/lib/core/job-ports";
import type { Workspaces } from "@/lib/core/ports";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { deliveriesOf } from "@/lib/notify/deliveries";
import { noticeOfGate } from "@/lib/notify/notices";
import type { Outside } from "./planned-deliveries";

/**
 * Tells of a drill as of the gate that it looks like, in the transaction that opens it: where messages
 * announce true gates, a gate without one would be known for a drill (docs/drills.md).
 */
export async function tellOfDrill(
  { workspaces, deliveries }: { workspaces: Pick<Workspaces, "open"> } & Pick<Outside, "deliveries">,
  { tx, jobs }: { tx: Orm; jobs: JobTransaction },
  { state, gate, personId }: { state: RunState; gate: ApprovalState; personId: string },
): Promise<void> {
  const { workspaceId, runId } = state;
  const setup = await workspaces.open(workspaceId);
  const notice = noticeOfGate(state, gate);
  // The others who own a channel could not open the gate.
  const addressed = { ...notice, ...(notice.gate && { gate: { ...notice.gate, assignees: [personId] } }) };
  const planned = deliveriesOf([addressed], setup.channels());
  await insertDeliveries(
    tx,
    planned.map(({ id, channelId, held }) => ({
      id,
      workspaceId,
      channelId,
      runId,
      approvalId: gate.approvalId,
      type: notice.event,
      told: notice,
      status: held ? ("held" as const) : ("pending" as const),
      createdAt: new Date(notice.atMs),
    })),
  );
  await deliveries.enqueue(
    jobs,
    planned.filter(({ held }) => !held),
  );
}
