"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment, type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { FOLD_ID } from "./fold-levels";
import type { FlowGraph } from "./plan-to-flow";
import { type TaskLevel, taskLevels } from "./task-levels";
import { treeItemAfterKey } from "./tree-keys";
import { TreeTask } from "./tree-task";

export type TaskTreeProps = {
  graph: FlowGraph;
  selectedTaskId?: string | undefined;
  onSelect?: ((taskId: string | undefined) => void) | undefined;
  onUnfold(): void;
};

/**
 * The graph as a tree of levels and their tasks, in the same order and words. Up and down go through what is open,
 * left and right close and open a level, Enter selects.
 */
export function TaskTree({ graph, selectedTaskId, onSelect, onUnfold }: TaskTreeProps) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [focused, setFocused] = useState<string>();
  const tree = useRef<HTMLDivElement>(null);
  const levels = taskLevels(graph.nodes);
  const tabStop = tabStopOf(levels, closed, [focused, selectedTaskId]);

  const toggle = (level: number, open: boolean) => {
    setClosed((now) => new Set(open ? [...now].filter((one) => one !== level) : [...now, level]));
  };
  const activate = ({ dataset: { level, task } }: HTMLElement) => {
    if (task === FOLD_ID) onUnfold();
    else if (task !== undefined) onSelect?.(task);
    else toggle(Number(level), closed.has(Number(level)));
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
    else if (event.key === "ArrowRight" && level !== undefined) toggle(Number(level), true);
    else if (event.key === "ArrowLeft" && level !== undefined) toggle(Number(level), false);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={tree}
      role="tree"
      tabIndex={-1}
      aria-label="The plan by levels"
      onClick={onClick}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => setFocused(target.dataset.task ?? target.dataset.level)}
      className="py-1"
    >
      {levels.map((group, index) => (
        <Fragment key={group.level}>
          {group.label !== undefined && (
            <LevelItem
              group={group}
              open={!closed.has(group.level)}
              tabStop={tabStop === String(group.level)}
              position={index + 1}
              levels={levels.length}
            />
          )}
          {!closed.has(group.level) &&
            group.tasks.map((facts, taskIndex) => (
              <TreeTask
                key={facts.id}
                facts={facts}
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

type LevelItemProps = { group: TaskLevel; open: boolean; tabStop: boolean; position: number; levels: number };

function LevelItem({ group: { level, label }, open, tabStop, position, levels }: LevelItemProps) {
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <div
      role="treeitem"
      aria-level={1}
      aria-posinset={position}
      aria-setsize={levels}
      aria-expanded={open}
      aria-selected={false}
      data-level={level}
      tabIndex={tabStop ? 0 : -1}
      className="flex cursor-pointer items-center gap-1 px-3 pt-2.5 pb-1 text-muted text-xs"
    >
      <Chevron aria-hidden="true" className="size-3.5" />
      {label}
    </div>
  );
}

/** The one item that the Tab key stops at: the first of the wanted ones that is there, else the first of all. */
function tabStopOf(levels: TaskLevel[], closed: ReadonlySet<number>, wanted: (string | undefined)[]): string {
  const keys = levels.flatMap(({ level, label, tasks }) => [
    ...(label === undefined ? [] : [String(level)]),
    ...(closed.has(level) ? [] : tasks.map(({ id }) => id)),
  ]);
  const present = new Set(keys);
  return wanted.find((key) => key !== undefined && present.has(key)) ?? keys[0] ?? "";
}
