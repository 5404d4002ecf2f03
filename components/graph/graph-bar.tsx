"use client";

import { useReactFlow } from "@xyflow/react";
import { ListTree, Maximize, Minus, Plus, Workflow } from "lucide-react";
import { Button } from "../ui/button";
import type { TaskFacts } from "./facts";
import { GraphSearch } from "./graph-search";

export type GraphView = "graph" | "list";

type GraphBarProps = {
  view: GraphView;
  onView(view: GraphView): void;
  nodes: readonly TaskFacts[];
  onFind(id: string): void;
  /** Levels that can be folded, and that are. */
  foldable: number;
  folded: number;
  onFold(levels: number): void;
};

/** What one can do with the graph as a whole. */
export function GraphBar({ view, onView, nodes, onFind, foldable, folded, onFold }: GraphBarProps) {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b bg-panel px-3 py-2">
      <fieldset className="flex rounded-lg border border-line p-0.5">
        <legend className="sr-only">How to show the plan</legend>
        <ViewButton view="graph" now={view} onView={onView} />
        <ViewButton view="list" now={view} onView={onView} />
      </fieldset>
      <GraphSearch nodes={nodes} onFind={onFind} />
      {(foldable > 0 || folded > 0) && (
        <Button variant="quiet" aria-pressed={folded > 0} onClick={() => onFold(folded > 0 ? 0 : foldable)}>
          {folded > 0 ? "Show finished levels" : "Fold finished levels"}
        </Button>
      )}
      {view === "graph" && (
        <div className="ml-auto flex gap-1">
          <Button aria-label="Zoom out" title="Zoom out" onClick={() => zoomOut()}>
            <Minus aria-hidden="true" className="size-4" />
          </Button>
          <Button aria-label="Zoom in" title="Zoom in" onClick={() => zoomIn()}>
            <Plus aria-hidden="true" className="size-4" />
          </Button>
          <Button
            aria-label="Fit the whole plan"
            title="Fit the whole plan"
            onClick={() => fitView({ padding: 0.08, maxZoom: 1 })}
          >
            <Maximize aria-hidden="true" className="size-4" />
          </Button>
        </div>
      )}
    </div>
  );
}

type ViewButtonProps = { view: GraphView; now: GraphView; onView(view: GraphView): void };

function ViewButton({ view, now, onView }: ViewButtonProps) {
  const Icon = view === "graph" ? Workflow : ListTree;
  const isNow = view === now;
  return (
    <button
      type="button"
      aria-pressed={isNow}
      onClick={() => onView(view)}
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-md px-2.5 font-medium ${
        isNow ? "bg-ground text-ink" : "text-muted hover:text-ink"
      }`}
    >
      <Icon aria-hidden="true" className="size-4" />
      {view === "graph" ? "Graph" : "List"}
    </button>
  );
}
