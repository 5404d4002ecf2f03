"use client";

import { ListTree, Maximize, Minus, Plus, Workflow } from "lucide-react";
import { type RefObject, useState } from "react";
import { Button } from "../ui/button";
import { LiveButton } from "../ui/live";
import { SearchInput } from "../ui/search-input";
import type { TaskFacts } from "./facts";

type GraphSearchProps = { nodes: readonly TaskFacts[]; onFind(id: string): void };

export type GraphView = "graph" | "list";

/** What the canvas does for the bar above it; nothing until it is there. */
export type CanvasControls = { zoomIn(): void; zoomOut(): void; fit(): void; flyTo(taskId: string): void };

type GraphBarProps = {
  view: GraphView;
  /** Nobody has chosen the view: it follows the width of the page, which is not known before the page runs. */
  isViewOpen?: boolean;
  onView(view: GraphView): void;
  nodes: readonly TaskFacts[];
  onFind(id: string): void;
  controls: RefObject<CanvasControls | null>;
  /** Whether levels will finish, so that they can be folded. */
  finishes?: boolean;
  /** Whether there are levels that can be folded, and that are. */
  isFoldable: boolean;
  isFolded: boolean;
  onFold(isWanted: boolean): void;
  /** Tasks that later plan versions dropped. */
  dropped: number;
  ghostsShown: boolean;
  onGhosts(shown: boolean): void;
};

/** What one can do with the graph as a whole. */
export function GraphBar(props: GraphBarProps) {
  const { view, isViewOpen = false, onView, nodes, onFind, controls } = props;
  const { finishes = false, isFoldable, isFolded, onFold, dropped, ghostsShown, onGhosts } = props;
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b bg-panel px-3 py-2">
      <fieldset className="flex rounded-lg border border-line p-0.5">
        <legend className="sr-only">Plan view</legend>
        <ViewButton view="graph" now={view} onView={onView} />
        <ViewButton view="list" now={view} onView={onView} />
      </fieldset>
      <GraphSearch nodes={nodes} onFind={onFind} />
      {/* There before it can be used: on a phone it would move the plan when it comes. */}
      {(isFoldable || finishes) && (
        <Button
          variant="quiet"
          disabled={!isFoldable}
          title={isFoldable ? undefined : "Nothing has finished yet"}
          onClick={() => onFold(!isFolded)}
        >
          {isFolded ? "Show finished" : "Collapse finished"}
        </Button>
      )}
      {dropped > 0 && (
        <Button variant="quiet" onClick={() => onGhosts(!ghostsShown)}>
          {ghostsShown ? "Hide" : "Show"} {dropped} dropped
        </Button>
      )}
      {view === "graph" && (
        <div className={`ml-auto flex gap-1 ${isViewOpen ? "max-[640px]:hidden" : ""}`}>
          <Button aria-label="Zoom out" title="Zoom out" onClick={() => controls.current?.zoomOut()}>
            <Minus aria-hidden="true" className="size-4" />
          </Button>
          <Button aria-label="Zoom in" title="Zoom in" onClick={() => controls.current?.zoomIn()}>
            <Plus aria-hidden="true" className="size-4" />
          </Button>
          <Button aria-label="Fit to screen" title="Fit to screen" onClick={() => controls.current?.fit()}>
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
    <LiveButton
      aria-pressed={isNow}
      onClick={() => onView(view)}
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-md px-2.5 font-medium ${
        isNow ? "bg-ground text-ink" : "text-muted hover:text-ink"
      }`}
    >
      <Icon aria-hidden="true" className="size-4" />
      {view === "graph" ? "Graph" : "List"}
    </LiveButton>
  );
}

/** Finds tasks by title, id, agent or status; Enter goes from one to the next. */
function GraphSearch({ nodes, onFind }: GraphSearchProps) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const found = findTasks(nodes, text);
  const next = () => {
    const node = found[at % Math.max(1, found.length)];
    if (!node) return;
    onFind(node.id);
    setAt((at + 1) % found.length);
  };
  return (
    <search className="flex items-center gap-2">
      <SearchInput
        label="Find a task"
        value={text}
        onChange={(wanted) => {
          setText(wanted);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") next();
          if (event.key === "Escape") setText("");
        }}
        className="w-36 sm:w-44"
      />
      <span role="status" className="whitespace-nowrap text-muted text-xs">
        {text.trim() !== "" && foundText(found.length, at)}
      </span>
    </search>
  );
}

/** The tasks whose facts hold every word of the text. */
export function findTasks(nodes: readonly TaskFacts[], text: string): TaskFacts[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return nodes.filter(({ id, title, actor, word }) => {
    const all = `${id} ${title} ${actor} ${word}`.toLowerCase();
    return words.every((one) => all.includes(one));
  });
}

function foundText(count: number, next: number): string {
  if (count === 0) return "No matches";
  const at = next === 0 ? count : next;
  return next === 0 && count > 1 ? `${count} found · Enter` : `${at} of ${count}`;
}
