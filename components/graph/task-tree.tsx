"use client";

import { ChevronDown, ChevronRight, Lock } from "lucide-react";
import {
  type Dispatch,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  type SetStateAction,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { isFoldId } from "@/lib/core/layout/blocks";
import { markedLine } from "@/lib/core/legible/marked";
import { StatusLabel } from "../ui/status-label";
import { treeItemAfterKey } from "./arrow-keys";
import { CommentPin } from "./comment-pin";
import { shallowEqual, type TaskFacts } from "./facts";
import type { FlowGraph } from "./flow/plan-to-flow";
import { afterText, costText, markWord, severityDisplay, statusWords, taskNotes } from "./labels";
import { type TaskLevel, taskLevels, tasksBehind } from "./levels";
import { NodeClock } from "./node-clock";
import { hasShape, NodeShape } from "./node-shape";
import { ToolbarSlot } from "./toolbar-slot";

type TreeTaskProps = {
  facts: TaskFacts;
  /** What it waits for, as its edges show: for those who hear the list. */
  after: string;
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
const TreeTask = memo(function TreeTask(props: TreeTaskProps) {
  const { facts, after, selected, isTabStop, depth, position, siblings } = props;
  const { id, status, mark } = facts;
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
      <TaskRow facts={facts} after={after} indent={depth === 2} />
    </div>
  );
}, sameProps);

export type TaskTreeProps = {
  graph: Pick<FlowGraph, "nodes" | "edges" | "folds">;
  selectedTaskId?: string | undefined;
  onSelect?: ((taskId: string | undefined) => void) | undefined;
  onUnfold(fold: string): void;
};

/**
 * The graph as a tree of levels and their tasks, in the same order and words and with the same buttons. Up and down go
 * through what is open, left and right close and open a level, Enter selects, Tab leads to the buttons of a row.
 */
export function TaskTree({ graph, selectedTaskId, onSelect, onUnfold }: TaskTreeProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string>();
  const tree = useRef<HTMLDivElement>(null);
  const levels = taskLevels(graph.nodes);
  const after = useMemo(() => afterText(graph), [graph]);
  const tabStop = tabStopOf(levels, closed, [focused, selectedTaskId]);
  const levelOfSelected = levels.find(({ tasks }) => tasks.some(({ id }) => id === selectedTaskId))?.key;
  useSelectedInSight(tree, selectedTaskId, levelOfSelected, closed, setClosed);

  const toggle = (level: string, open: boolean) => {
    setClosed((now) => new Set(open ? [...now].filter((one) => one !== level) : [...now, level]));
  };
  const unfold = (fold: string) => {
    onUnfold(fold);
    // The focus moves to what stood behind a row that is gone.
    const [first] = tasksBehind(fold, graph);
    if (first !== undefined) requestAnimationFrame(() => rowOf(tree.current, first)?.focus());
  };
  const activate = ({ dataset: { level, task } }: HTMLElement) => {
    if (task !== undefined && isFoldId(task)) unfold(task);
    else if (task !== undefined) onSelect?.(task);
    else if (level !== undefined) toggle(level, closed.has(level));
  };
  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest("[data-toolbar]")) return;
    const item = target.closest<HTMLElement>('[role="treeitem"]');
    if (!item) return;
    item.focus();
    activate(item);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])];
    const at = event.target instanceof HTMLElement ? items.indexOf(event.target) : -1;
    const item = items[at];
    if (!item) return;
    const to = treeItemAfterKey(event.key, items, at);
    const { level } = item.dataset;
    if (to) to.focus();
    else if (event.key === "Enter" || event.key === " ") activate(item);
    else if (event.key === "ArrowRight" && level !== undefined) toggle(level, true);
    else if (event.key === "ArrowLeft" && level !== undefined) toggle(level, false);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={tree}
      role="tree"
      tabIndex={-1}
      aria-label="Plan by level"
      onClick={onClick}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => setFocused(target.dataset.task ?? target.dataset.level)}
      className="py-1"
    >
      {levels.map((group, index) => (
        <Fragment key={group.key}>
          {group.label !== undefined && (
            <LevelItem
              group={group}
              open={!closed.has(group.key)}
              tabStop={tabStop === group.key}
              position={index + 1}
              levels={levels.length}
            />
          )}
          {!closed.has(group.key) &&
            group.tasks.map((facts, taskIndex) => (
              <TreeTask
                key={facts.id}
                facts={facts}
                after={after.get(facts.id) ?? ""}
                selected={facts.id === selectedTaskId}
                isTabStop={tabStop === facts.id}
                depth={group.label === undefined ? 1 : 2}
                position={group.label === undefined ? index + 1 : taskIndex + 1}
                siblings={group.label === undefined ? levels.length : group.tasks.length}
              />
            ))}
        </Fragment>
      ))}
    </div>
  );
}

type Closed = ReadonlySet<string>;

/**
 * A task that somebody goes to shows itself, wherever that was asked for: its level opens, and its row comes into sight.
 * For one that is selected when the list appears only the list scrolls: its page may begin with something else.
 */
function useSelectedInSight(
  tree: RefObject<HTMLElement | null>,
  selected: string | undefined,
  level: string | undefined,
  closed: Closed,
  setClosed: Dispatch<SetStateAction<Closed>>,
): void {
  useEffect(() => {
    if (selected === undefined || level === undefined) return;
    setClosed((now) => (now.has(level) ? new Set([...now].filter((one) => one !== level)) : now));
  }, [selected, level, setClosed]);
  const isThere = level !== undefined && !closed.has(level);
  const appeared = useRef(false);
  /** Anyone who opens its level again later stays there. */
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const hasAppeared = appeared.current;
    appeared.current = true;
    if (selected === undefined || !isThere || shown.current === selected) return;
    shown.current = selected;
    const row = rowOf(tree.current, selected);
    if (!row) return;
    if (hasAppeared) bringIntoSight(row);
    else scrollListTo(row);
  }, [tree, selected, isThere]);
}

const boxOf = (row: Element) => row.closest("[data-scrolls-tasks]");

/** A row from elsewhere comes to the middle: what opens beside the list, or closes, leaves it in sight. */
function bringIntoSight(row: Element): void {
  const [inner, outer] = [row.getBoundingClientRect(), boxOf(row)?.getBoundingClientRect()];
  const isInBox = outer !== undefined && inner.top >= outer.top && inner.bottom <= outer.bottom;
  const isInWindow = inner.top >= 0 && inner.bottom <= window.innerHeight;
  row.scrollIntoView({ block: isInBox && isInWindow ? "nearest" : "center" });
}

/** Scrolls the box of the list as little as shows a row, and nothing around it. */
function scrollListTo(row: Element): void {
  const box = boxOf(row);
  if (!box) return;
  const [inner, outer] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
  else if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
}

const rowOf = (tree: HTMLElement | null, task: string) =>
  tree?.querySelector<HTMLElement>(`[data-task="${CSS.escape(task)}"]`);

type LevelItemProps = { group: TaskLevel; open: boolean; tabStop: boolean; position: number; levels: number };

function LevelItem({ group: { key, label }, open, tabStop, position, levels }: LevelItemProps) {
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <div
      role="treeitem"
      aria-level={1}
      aria-posinset={position}
      aria-setsize={levels}
      aria-expanded={open}
      aria-selected={false}
      data-level={key}
      tabIndex={tabStop ? 0 : -1}
      className="flex cursor-pointer items-center gap-1 px-3 pt-2.5 pb-1 text-muted text-xs"
    >
      <Chevron aria-hidden="true" className="size-3.5" />
      {label}
    </div>
  );
}

/** The one item that the Tab key stops at: the first of the wanted ones that is there, else the first of all. */
function tabStopOf(levels: TaskLevel[], closed: ReadonlySet<string>, wanted: (string | undefined)[]): string {
  const keys = levels.flatMap(({ key, label, tasks }) => [
    ...(label === undefined ? [] : [key]),
    ...(closed.has(key) ? [] : tasks.map(({ id }) => id)),
  ]);
  const present = new Set(keys);
  return wanted.find((key) => key !== undefined && present.has(key)) ?? keys[0] ?? "";
}

/** Where people are asked: the second line has room for their buttons from the first, so that none moves a row. */
const ASKS: ReadonlySet<TaskFacts["kind"]> = new Set(["planning_review", "human_review"]);

function TaskRow({ facts, after, indent }: { facts: TaskFacts; after: string; indent: boolean }) {
  const { id, kind, title, actor, icon, tone, ghost, locked, status, heldUntil } = facts;
  const waits = status === "waiting" || heldUntil !== undefined;
  const notes = [actor, ...taskNotes(facts), markWord(facts)].filter(Boolean).join(" · ");
  const color = ghost ? "plain" : tone;
  const severity = severityDisplay(facts);
  return (
    <div className={`grid gap-y-0.5 py-2 pr-3 ${indent ? "pl-7" : "pl-3.5"}`}>
      {/* The status has room for most words, so that a title does not break otherwise when it changes. */}
      <span className="flex justify-between gap-x-3">
        <span className="flex min-w-0 items-center gap-2">
          {hasShape(kind) && <NodeShape kind={kind} tone={color} className="size-4 shrink-0" />}
          <span className={`min-w-0 font-medium ${ghost ? "text-muted line-through" : ""}`}>
            {markedLine(title)}
          </span>
          {locked && (
            <>
              <Lock aria-hidden="true" className="size-3 shrink-0 text-muted" />
              <span className="sr-only">locked</span>
            </>
          )}
        </span>
        <StatusLabel
          status={{ icon, word: statusWords(facts).filter(Boolean).join(" "), tone: color }}
          className="min-w-34 shrink-0 self-start justify-end text-xs"
        />
      </span>
      <div
        className={`flex items-center justify-between gap-x-3 text-muted text-xs ${ASKS.has(kind) ? "min-h-7" : ""}`}
      >
        <span className="min-w-0">
          {waits ? <ToolbarSlot id={id} className="text-ink" fallback={notes} /> : notes}
          <span className="sr-only">{after}</span>
        </span>
        <span className="flex shrink-0 gap-2">
          {severity && <StatusLabel status={severity} />}
          {facts.comments > 0 && <CommentPin facts={facts} className="" />}
          <NodeClock facts={facts} />
          <span>{costText(facts)}</span>
        </span>
      </div>
    </div>
  );
}

function sameProps(before: TreeTaskProps, now: TreeTaskProps): boolean {
  const { facts, ...rest } = before;
  const { facts: factsNow, ...restNow } = now;
  return shallowEqual(rest, restNow) && shallowEqual(facts, factsNow);
}
