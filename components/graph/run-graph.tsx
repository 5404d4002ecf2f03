"use client";

import dynamic from "next/dynamic";
import { useEffect, useMemo, useRef, useState } from "react";
import type { KeptLayout } from "@/lib/client/use-run-layout";
import type { StatusDisplay, Tone } from "@/lib/core/describe/looks/run";
import { columnsByLevel, foldPlaces } from "@/lib/core/layout/blocks";
import { getOwn } from "@/lib/core/own";
import type { RunState } from "@/lib/core/run/state";
import { useMedia } from "../ui/behavior/use-media";
import { StatusLabel } from "../ui/status-label";
import { useChosenView } from "./chosen-view";
import type { PlanOverlay, TaskComments, TaskFacts, TaskIssues } from "./facts";
import { type FlowGraph, planToFlow } from "./flow/plan-to-flow";
import { type CanvasControls, GraphBar, type GraphView } from "./graph-bar";
import type { CanvasEditing } from "./graph-canvas";
import { GraphSkeleton } from "./graph-skeleton";
import { MARK_DISPLAY } from "./labels";
import { tasksBehind } from "./levels";
import { type RenderToolbar, ToolbarContext } from "./toolbar-slot";
import { useEdgeWays, useLayout, useLayoutEngine, warmLayoutEngine } from "./use-layout";

const TaskTree = dynamic(() => import("./task-tree").then((room) => room.TaskTree), {
  loading: GraphSkeleton,
});
export const loadCanvas = () => import("./graph-canvas").then((room) => room.GraphCanvas);
const GraphCanvas = dynamic(loadCanvas, {
  ssr: false,
  loading: GraphSkeleton,
});

/** Loads what a graph needs before there is one. */
export function warmGraph(): void {
  void loadCanvas();
  warmLayoutEngine();
}

/** Words for tones under which each task says something of its own. */
const TONE_LABELS: Partial<Record<Tone, string>> = { retry: "retrying", amber: "accepted by a person" };

export type RunGraphProps = {
  state: RunState;
  selectedTaskId?: string | undefined;
  /** The same when a key comes, where it is known before it is drawn. */
  selectedNow?: () => string | undefined;
  onSelect?: (taskId: string | undefined) => void;
  /** Controls on a node that waits for a person or holds a decision. */
  renderToolbar?: RenderToolbar;
  /** Compares two plan versions on the same canvas. */
  overlay?: PlanOverlay | undefined;
  /** What was found wrong, by task. */
  issues?: ReadonlyMap<string, TaskIssues> | undefined;
  /** What people say of it, by task. */
  comments?: ReadonlyMap<string, TaskComments> | undefined;
  /** A status in the place of a task's own, by task. */
  looks?: ReadonlyMap<string, StatusDisplay> | undefined;
  /** What the server keeps of the layout; the page lays out what it lacks. */
  kept?: KeptLayout | undefined;
  /** The plan is still being written. */
  draft?: boolean;
  /** Graph or list, when the page has that in its address; else it is what the person chose last. */
  view?: GraphView | undefined;
  onView?: (view: GraphView) => void;
  /** The plan is edited on the canvas. */
  editing?: CanvasEditing | undefined;
  className?: string;
};

/** A draft of more tasks than this is not laid out again with each key. */
const MAX_ELK_DRAFT_TASKS = 1_500;
const NO_LEVELS: ReadonlySet<number> = new Set();
const NO_BLOCKS: FlowGraph["blocks"] = [];

/** A run's plan as a graph, or as a list of the same order and words; the list comes first on narrow screens. */
export function RunGraph(props: RunGraphProps) {
  const { state, overlay, kept, draft = false, className = "h-[34rem]", ...others } = props;
  const { issues, comments, looks, ...rest } = others;
  const [folded, setFolded] = useState<ReadonlySet<number>>(NO_LEVELS);
  const [ghosts, setGhosts] = useState<boolean>();
  const placed = kept?.layout?.positions;
  const { selectedTaskId: selected = "" } = rest;
  const selectedGhost = getOwn(state.tasks, selected)?.status === "superseded" ? selected : undefined;
  const graph = useMemo(
    () =>
      planToFlow(state, {
        ...(overlay && { overlay }),
        ...(issues && { issues }),
        ...(comments && { comments }),
        ...(looks && { looks }),
        foldedLevels: folded,
        ghosts,
        selectedTaskId: selectedGhost,
        draft,
        ...(placed && { placed }),
      }),
    [state, overlay, issues, comments, looks, folded, ghosts, selectedGhost, draft, placed],
  );
  const own = useMemo(
    () =>
      kept?.layout && graph.folds.size > 0 ? { ...kept, layout: foldPlaces(kept.layout, graph.folds) } : kept,
    [kept, graph.folds],
  );
  const { renderToolbar: render } = rest;
  const tasks = render && state.tasks;
  const toolbars = useMemo(() => ({ render, taskOf: (id: string) => getOwn(tasks, id) }), [render, tasks]);
  return (
    <ToolbarContext value={toolbars}>
      <div className={`flex flex-col overflow-hidden rounded-xl border border-line bg-ground ${className}`}>
        {graph.nodes.length === 0 ? (
          <EmptyGraph state={state} />
        ) : (
          <Views
            graph={graph}
            finishes={kept !== undefined && !draft}
            skipLayout={draft && graph.nodes.length > MAX_ELK_DRAFT_TASKS}
            kept={own}
            folded={folded}
            onFold={setFolded}
            onGhosts={setGhosts}
            {...rest}
          />
        )}
      </div>
    </ToolbarContext>
  );
}

type ViewsProps = Pick<
  RunGraphProps,
  "selectedTaskId" | "selectedNow" | "onSelect" | "view" | "onView" | "editing"
> & {
  graph: FlowGraph;
  finishes: boolean;
  /** Columns by level at once, in place of a layout that takes its time. */
  skipLayout: boolean;
  kept: KeptLayout | undefined;
  folded: ReadonlySet<number>;
  onFold(levels: ReadonlySet<number>): void;
  onGhosts(shown: boolean): void;
};

function Views(props: ViewsProps) {
  const { graph, finishes, skipLayout, kept, folded, onFold, onGhosts, selectedTaskId, onSelect, ...given } =
    props;
  const narrow = useMedia("(max-width: 640px)");
  const [own, setOwn] = useChosenView();
  const view = given.view ?? own ?? (narrow ? "list" : "graph");
  const onView = given.onView ?? setOwn;
  const [chosen, setChosen] = useState<string>();
  const selected = onSelect ? selectedTaskId : (selectedTaskId ?? chosen);
  const select = onSelect ?? setChosen;
  // The canvas loads while the layout is computed, not after it.
  useEffect(() => void loadCanvas(), []);
  const ask = useLayoutEngine();
  const { layout, failed } = useLayout(skipLayout ? NO_BLOCKS : graph.blocks, ask, kept, graph.all);
  const inColumns = skipLayout || failed;
  const grid = useMemo(() => (inColumns ? columnsByLevel(graph.nodes) : undefined), [inColumns, graph.nodes]);
  const shown = grid ?? layout;
  const ways = useEdgeWays(shown, graph.edges, ask, kept);
  const controls = useRef<CanvasControls>(null);
  const unfold = (fold: string) => {
    const tasks = new Set(tasksBehind(fold, graph));
    const behind = new Set(graph.all.flatMap(({ id, level }) => (tasks.has(id) ? level : [])));
    onFold(new Set([...folded].filter((level) => !behind.has(level))));
  };
  useUnfold(selected, graph.folds, unfold);
  const common = { graph, selectedTaskId: selected, onSelect: select, onUnfold: unfold };
  return (
    <>
      <GraphBar
        view={view}
        isViewOpen={(given.view ?? own) === undefined}
        onView={onView}
        nodes={graph.all}
        onFind={(id) => {
          select(id);
          controls.current?.flyTo(id);
        }}
        controls={controls}
        finishes={finishes}
        isFoldable={graph.foldable.length > 0}
        isFolded={graph.folds.size > 0}
        onFold={(isWanted) => onFold(isWanted ? new Set(graph.foldable) : NO_LEVELS)}
        dropped={graph.dropped}
        ghostsShown={graph.ghostsShown}
        onGhosts={onGhosts}
      />
      {inColumns && <ColumnsNote isLarge={skipLayout} />}
      <div data-scrolls-tasks className="relative min-h-0 flex-1 overflow-auto">
        {view === "list" && (
          <div className="bg-panel">
            <TaskTree {...common} />
          </div>
        )}
        {view === "graph" &&
          (shown ? (
            <GraphCanvas
              {...common}
              layout={shown}
              ways={ways}
              controls={controls}
              selectedNow={given.selectedNow ?? (() => selected)}
              editing={given.editing}
            />
          ) : (
            <GraphSkeleton />
          ))}
      </div>
      {view === "graph" && <GraphLegend nodes={graph.nodes} />}
    </>
  );
}

/** Why tasks stand in columns: nobody waits for the layout of a large draft, or there is none. */
const ColumnsNote = ({ isLarge }: { isLarge: boolean }) => (
  <p role="status" className="border-line border-b px-3 py-1.5 text-muted text-xs">
    {isLarge
      ? "This draft is large, so tasks are shown in columns by level."
      : "Automatic layout failed, so tasks are shown in columns by level."}
  </p>
);

/** A task that somebody goes to shows itself, wherever that was asked for: what it is folded into opens. */
function useUnfold(
  selected: string | undefined,
  folds: ReadonlyMap<string, string>,
  unfold: (fold: string) => void,
): void {
  const latest = useRef({ folds, unfold });
  useEffect(() => {
    latest.current = { folds, unfold };
  });
  useEffect(() => {
    const fold = selected === undefined ? undefined : latest.current.folds.get(selected);
    if (fold !== undefined) latest.current.unfold(fold);
  }, [selected]);
}

function EmptyGraph({ state }: { state: RunState }) {
  const [title, text] = emptyText(state);
  return (
    <div className="grid flex-1 place-content-center gap-1 p-6 text-center">
      <p className="font-medium">{title}</p>
      <p className="text-muted">{text}</p>
    </div>
  );
}

function emptyText({ phase, paused }: RunState): [title: string, text: string] {
  if (phase === "ended") return ["No plan", "The run ended before a plan was adopted."];
  if (paused) return ["Paused before planning finished", "Planning continues when you resume the run."];
  return ["Planning…", "Tasks appear here once the plan is adopted."];
}

/** The marks of a comparison and the statuses that are on the canvas, with how many tasks have each. */
function GraphLegend({ nodes }: { nodes: readonly TaskFacts[] }) {
  return (
    <ul
      aria-label="Legend"
      className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t bg-panel px-3 py-2 text-xs"
    >
      {legendEntries(nodes).map(({ status, count }) => (
        <li key={`${status.icon} ${status.word}`} className="whitespace-nowrap">
          <span className="text-muted">{count} </span>
          <StatusLabel status={status} />
        </li>
      ))}
    </ul>
  );
}

/** Marks first, then statuses in the order in which they appear. */
export function legendEntries(nodes: readonly TaskFacts[]): { status: StatusDisplay; count: number }[] {
  const counts = new Map<string, { status: StatusDisplay; count: number }>();
  const count = (status: StatusDisplay) => {
    const key = `${status.icon} ${status.word}`;
    counts.set(key, { status, count: (counts.get(key)?.count ?? 0) + 1 });
  };
  for (const mark of ["added", "changed", "removed"] as const) {
    for (const node of nodes) if (node.mark === mark) count(MARK_DISPLAY[mark]);
  }
  for (const { kind, icon, word, tone } of nodes) {
    if (kind !== "fold") count({ icon, tone, word: TONE_LABELS[tone] ?? word });
  }
  return [...counts.values()];
}
