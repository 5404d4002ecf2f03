import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { type PlanLayout, toGraphLayout } from "@/lib/core/layout/plan-layout";
import { layoutQuery } from "./query";

/** What the server keeps of a plan's layout. While a part is on its way, the page need not make it. */
export type KeptLayout = {
  /** That of the plan version or, until it is there, of the one before. */
  layout: ReturnType<typeof toGraphLayout> | undefined;
  isPlacing: boolean;
  isRouting: boolean;
};

type RunPlan = { runId: string; planVersion: number };

/** Where the server put the tasks of a run's plan; `given` is what the page began with. Nodes come first, then edges. */
export function useRunLayout({ runId, planVersion }: RunPlan, given: PlanLayout | null): KeptLayout {
  const own = given?.version === planVersion ? given : undefined;
  const hasPlan = planVersion > 0;
  const nodes = useQuery({ ...layoutQuery(runId, planVersion, "nodes"), enabled: hasPlan && !own });
  const placed = own ?? nodes.data;
  const lacksEdges = placed !== undefined && placed.edges === null;
  const edges = useQuery({ ...layoutQuery(runId, planVersion, "edges"), enabled: lacksEdges });
  const newest = (lacksEdges ? edges.data : undefined) ?? placed;
  const last = useRef(newest);
  if (newest) last.current = newest;
  const shown = newest ?? last.current;
  const layout = useMemo(() => shown && toGraphLayout(shown), [shown]);
  const isPlacing = hasPlan && !own && nodes.isPending;
  return { layout, isPlacing, isRouting: isPlacing || (lacksEdges && edges.isPending) };
}
