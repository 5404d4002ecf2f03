"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { runQuery } from "@/lib/client/query";
import { useRunLayout } from "@/lib/client/use-run-layout";
import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import type { ReplayDetail } from "@/lib/core/replay/view";
import type { RunState } from "@/lib/core/run/state";
import { RunGraph } from "../graph/run-graph";
import { REPLAY_STATUS_DISPLAY } from "../status";
import { Skeleton } from "../ui/skeleton";

type ReplayCanvasProps = { replay: ReplayDetail; source: NonNullable<ReplayDetail["source"]> };

/** The canvas of the run that the attempt is from, with what the replay came to in the place of its task's status. */
export function ReplayCanvas({ replay, source }: ReplayCanvasProps) {
  const { data, isError } = useQuery({ ...runQuery(source.runId), retry: false });
  return (
    <section aria-label="Run of the attempt">
      {data ? (
        <Painted state={data.state} replay={replay} taskId={source.taskId} />
      ) : isError ? (
        <p className="rounded-xl border border-line bg-panel px-4 py-3 text-muted">
          Could not load the run of this attempt. It may have been removed; the replay holds its own
          recording.
        </p>
      ) : (
        <Skeleton className="h-80 md:h-112" />
      )}
    </section>
  );
}

type PaintedProps = { state: RunState; replay: ReplayDetail; taskId: string };

function Painted({ state, replay, taskId }: PaintedProps) {
  const kept = useRunLayout(state, null);
  const [selected, setSelected] = useState<string | undefined>(taskId);
  const { status, mismatches } = replay;
  const looks = useMemo(
    () => new Map([[taskId, lookOf(status, mismatches ?? 0)]]),
    [taskId, status, mismatches],
  );
  return (
    <RunGraph
      state={state}
      kept={kept}
      looks={looks}
      selectedTaskId={selected}
      onSelect={setSelected}
      className="h-80 md:h-112"
    />
  );
}

function lookOf(status: ReplayDetail["status"], mismatches: number): StatusDisplay {
  const look = REPLAY_STATUS_DISPLAY[status];
  const isDifferent = (status === "mismatched" || status === "stopped") && mismatches > 0;
  const word = `replay ${isDifferent ? `mismatched (${mismatches})` : look.word}`;
  return { ...look, word };
}
