"use client";

import { Lock } from "lucide-react";
import { memo } from "react";
import { StatusLabel } from "../ui/status-word";
import { shallowEqual, type TaskFacts } from "./facts";
import { NodeClock } from "./node-clock";
import { hasShape, NodeShape } from "./node-shape";
import { ToolbarSlot } from "./toolbar-slot";
import { severityDisplay, taskNotes } from "./words";

type TreeTaskProps = {
  facts: TaskFacts;
  selected: boolean;
  /** The one item that the Tab key stops at. */
  isTabStop: boolean;
  /** 1 for a task that is a level of its own, else 2. */
  depth: 1 | 2;
  position: number;
  siblings: number;
};

const DIFF_STATUS_CLASSES = {
  added: "border-l-ok border-dashed",
  removed: "border-l-edge border-dashed",
  changed: "border-l-amber",
} as const;

/** A task as a row of the list, with the words of its node. */
export const TreeTask = memo(function TreeTask(props: TreeTaskProps) {
  const { facts, selected, isTabStop, depth, position, siblings } = props;
  const { id, status, mark, heldUntil } = facts;
  return (
    <div
      role="treeitem"
      aria-level={depth}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={selected}
      data-task={id}
      data-status={status}
      tabIndex={isTabStop ? 0 : -1}
      className={`cursor-pointer border-l-2 ${mark ? DIFF_STATUS_CLASSES[mark] : "border-l-transparent"} ${
        selected ? "bg-ground" : "hover:bg-ground"
      } ${status === "waiting" ? "bg-person-soft" : ""}`}
    >
      <TaskRow facts={facts} indent={depth === 2} />
      {(status === "waiting" || heldUntil !== undefined) && <ToolbarSlot id={id} />}
    </div>
  );
}, sameProps);

function TaskRow({ facts, indent }: { facts: TaskFacts; indent: boolean }) {
  const { kind, title, actor, icon, word, tone, ghost, locked } = facts;
  const colour = ghost ? "plain" : tone;
  const flaw = severityDisplay(facts);
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 py-2 pr-3 ${indent ? "pl-7" : "pl-3.5"}`}
    >
      <span className="flex min-w-0 items-center gap-2">
        {hasShape(kind) && <NodeShape kind={kind} tone={colour} className="size-4 shrink-0" />}
        <span className={`min-w-0 font-medium ${ghost ? "text-muted line-through" : ""}`}>{title}</span>
        {locked && (
          <>
            <Lock aria-hidden="true" className="size-3 shrink-0 text-muted" />
            <span className="sr-only">locked</span>
          </>
        )}
      </span>
      <StatusLabel status={{ icon, word, tone: colour }} className="justify-self-end text-xs" />
      <span className="text-muted text-xs">{[actor, ...taskNotes(facts)].filter(Boolean).join(" · ")}</span>
      <span className="flex gap-2 justify-self-end text-muted text-xs">
        {flaw && <StatusLabel status={flaw} />}
        <NodeClock facts={facts} />
      </span>
    </div>
  );
}

function sameProps(before: TreeTaskProps, now: TreeTaskProps): boolean {
  const { facts, ...rest } = before;
  const { facts: factsNow, ...restNow } = now;
  return shallowEqual(rest, restNow) && shallowEqual(facts, factsNow);
}
