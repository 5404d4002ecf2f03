"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { runPageQuery } from "@/lib/client/query";
import { warmGates } from "../approvals/lazy-panels";
import { loadCanvas } from "../graph/run-graph";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { RunScreen } from "./run-screen";
import { RunSkeleton } from "./run-skeleton";
import { selectedInAddress } from "./use-run-address";

/** The control room of a run that is read after its page: HTML would hold it as markup and once more as data. */
export function LargeRun({ runId }: { runId: string }) {
  // It comes while the run is read, not after it.
  useEffect(() => void loadCanvas(), []);
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery(runPageQuery(runId));
  useEffect(() => {
    if (data) warmGates(queries, data.state, selectedInAddress());
  }, [queries, data]);
  if (data) {
    const { state, log, usage, forks, purged, layout } = data;
    return (
      <RunScreen snapshot={{ state, log }} usage={usage} forks={forks} purged={purged} layout={layout} />
    );
  }
  if (isError) {
    return (
      <EmptyState
        title="Could not load the run"
        action={<Button onClick={() => refetch()}>Try again</Button>}
      />
    );
  }
  return <RunSkeleton />;
}
