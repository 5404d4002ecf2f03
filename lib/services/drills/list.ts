import { readClosedDrills } from "@/db/queries/drills";
import { DAY_MS } from "@/lib/core/cost/days";
import { sampleNamed } from "@/lib/core/drills/samples";
import type { DrillView } from "@/lib/core/drills/view";
import { listDrillsInput } from "@/lib/core/inputs/drills";
import { pageOf, readCursor } from "../cursor";
import { defineVerb } from "../verb";

export const listDrills = defineVerb({
  name: "drills/list",
  capability: "view",
  description:
    "Closed drills, newest first, each with its `outcome` (`found`, `missed`, `passed`, `false_alarm`; null without an answer) and `fault`; those of the caller, for an administrator those of everyone",
  see: ["drills.md"],
  routes: [{ at: "GET /api/v1/drills" }],
  input: listDrillsInput,
  async run({ ctx, input }): Promise<{ items: DrillView[]; nextCursor: string | null }> {
    const { workspaceId, id: personId, capabilities } = ctx.actor;
    const { from, to, kind, outcome, cursor, limit } = input;
    const position = cursor === undefined ? undefined : readCursor(cursor);
    const rows = await readClosedDrills(ctx.db, {
      workspaceId,
      limit: limit + 1,
      ...(capabilities.includes("admin") ? {} : { personId }),
      ...(from === undefined ? {} : { fromMs: Date.parse(from) }),
      ...(to === undefined ? {} : { beforeMs: Date.parse(to) + DAY_MS }),
      ...(kind === undefined ? {} : { kind }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(position ? { after: { openedAt: position.at, id: position.id } } : {}),
    });
    return pageOf(
      rows,
      limit,
      (row): DrillView => ({
        approvalId: row.id,
        kind: row.kind,
        mission: row.mission,
        verb: row.verb,
        comment: row.comment,
        outcome: row.outcome,
        fault: sampleNamed(row.sample)?.fault ?? null,
        reviewer: { id: row.personId, name: row.personName },
        openedAt: row.openedAt.getTime(),
        closedAt: (row.closedAt ?? row.expiresAt).getTime(),
        own: row.personId === personId,
      }),
      (row) => ({ at: row.openedAt.getTime(), id: row.id }),
    );
  },
});
