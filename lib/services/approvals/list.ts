import { z } from "zod";
import { readOwnDrills } from "@/db/queries/drills";
import { readApprovals } from "@/db/queries/read-approvals";
import { pageLimit } from "@/lib/core/inputs/bounds";
import { APPROVAL_STATUSES } from "@/lib/core/run/events/approvals";
import { assigneeNames } from "@/lib/core/run/gates/rules";
import { APPROVAL_KINDS } from "@/lib/core/run/gates/table";
import { voterOf } from "../context";
import { pageOf, readCursor } from "../cursor";
import { drillGates } from "../drills/shown";
import { defineVerb } from "../verb";
import { type ApprovalView, approvalView } from "./view";

/** The order of both reads, which each came to the end of the page: so the page is theirs together. */
function inOrder(gates: ApprovalView[], newestFirst: boolean): ApprovalView[] {
  const earlier = (a: ApprovalView, b: ApprovalView) =>
    a.openedAt - b.openedAt || (a.id < b.id ? -1 : Number(a.id > b.id));
  return gates.sort(newestFirst ? (a, b) => earlier(b, a) : earlier);
}

/** Drills of the caller stand among them (docs/drills.md). */
export const listApprovals = defineVerb({
  name: "approvals/list",
  capability: "view",
  description:
    "Gates, oldest first; the open ones unless another status is named; `closed` are all others, newest first; `text` is looked for in question and mission, `assigned=me` are those that ask the caller",
  routes: [{ at: "GET /api/v1/approvals" }],
  input: z.strictObject({
    status: z.enum([...APPROVAL_STATUSES, "closed", "all"]).default("open"),
    runId: z.string().max(200).optional(),
    kind: z.enum(APPROVAL_KINDS).optional(),
    /** Gates whose question or mission has this text, whatever its case. */
    text: z.string().trim().max(200).optional(),
    /** `me`: gates that the caller may be asked by. */
    assigned: z.enum(["me"]).optional(),
    cursor: z.string().max(500).optional(),
    limit: pageLimit,
  }),
  async run({ ctx, input }): Promise<{ items: ApprovalView[]; nextCursor: string | null }> {
    const position = input.cursor === undefined ? undefined : readCursor(input.cursor);
    const { workspaceId, id: personId } = ctx.actor;
    const wanted = {
      workspaceId,
      limit: input.limit + 1,
      ...(input.status === "all" ? {} : { status: input.status }),
      ...(input.runId === undefined ? {} : { runId: input.runId }),
      ...(input.kind === undefined ? {} : { kind: input.kind }),
      ...(input.text ? { text: input.text } : {}),
      ...(position ? { after: { openedAt: position.at, id: position.id } } : {}),
    };
    const waitingOn = input.assigned ? { waitingOn: assigneeNames(voterOf(ctx.actor)) } : {};
    const nowMs = ctx.clock.nowMs();
    const [rows, drills] = await Promise.all([
      readApprovals(ctx.db, { ...wanted, ...waitingOn }),
      readOwnDrills(ctx.db, { ...wanted, personId, nowMs }),
    ]);
    const gates = inOrder(
      [...rows.map(approvalView), ...drillGates(drills, nowMs)],
      input.status === "closed",
    );
    return pageOf(
      gates,
      input.limit,
      (gate) => gate,
      ({ openedAt, id }) => ({ at: openedAt, id }),
    );
  },
});
