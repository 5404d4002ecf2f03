import type { Orm } from "@/db/client";
import { type DrillRow, readDrillsOfRuns } from "@/db/queries/drills";
import { statusOf } from "@/lib/core/run/effects/status-of";
import type { RunEvent } from "@/lib/core/run/events";
import { shownDrill } from "../drills/shown";
import type { HeardChange } from "./types";

const shown = (row: DrillRow) => shownDrill(row, Date.now());

/** Where the runs that drills tell of have come to: the gate, or what closed it. */
export async function drillHeads(
  orm: Orm,
  runIds: readonly string[],
): Promise<Map<string, { seq: number; ended: boolean }>> {
  if (runIds.length === 0) return new Map();
  const rows = await readDrillsOfRuns(orm, { runIds });
  return new Map(
    rows.flatMap((row) => {
      const drill = shown(row);
      return drill ? [[row.runId, { seq: drill.state.seq, ended: false }] as const] : [];
    }),
  );
}

export async function drillEvents(
  orm: Orm,
  { runId, afterSeq, limit }: { runId: string; afterSeq: number; limit: number },
): Promise<RunEvent[]> {
  const [row] = await readDrillsOfRuns(orm, { runIds: [runId] });
  const log = (row && shown(row))?.log ?? [];
  return log.filter(({ seq }) => seq > afterSeq).slice(0, limit);
}

/** Drills of a workspace as changed runs, each with the one person who hears of it. */
export async function changedDrills(
  orm: Orm,
  workspaceId: string,
  which: { runIds: string[] } | { sinceMs: number },
): Promise<HeardChange[]> {
  if ("runIds" in which && which.runIds.length === 0) return [];
  const rows = await readDrillsOfRuns(orm, { workspaceId, ...which });
  return rows.flatMap((row) => {
    const drill = shown(row);
    if (!drill) return [];
    const { state, gate } = drill;
    return {
      runId: row.runId,
      seq: state.seq,
      status: statusOf(state),
      finishReason: null,
      title: row.mission,
      planVersion: state.planVersion,
      tasks: state.taskTotals,
      openGates: gate.status === "open" ? [{ id: row.id, kind: row.kind, assignees: [] }] : [],
      createdAt: state.createdAt,
      changedAt: (row.closedAt ?? row.openedAt).getTime(),
      personId: row.personId,
    };
  });
}
