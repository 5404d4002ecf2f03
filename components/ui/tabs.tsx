"use client";

import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { useInSight } from "./behavior/use-in-sight";
import { useUrlParam } from "./behavior/use-url-param";
import { LiveButton } from "./live";

export type Tab = {
  key: string;
  label: string;
  /** A figure beside the label. */
  count?: number | string | undefined;
  panel: ReactNode;
};

type TabsProps = {
  /** What the tabs are about, for a screen reader. */
  label: string;
  /** The first one is shown while the address names none. */
  tabs: readonly Tab[];
  /** Name of the parameter of the address that keeps the tab. */
  param?: string;
  className?: string;
  panelClassName?: string;
};

/** Tabs whose choice is in the address. Arrow keys, Home and End move; only the chosen panel is in the document. */
export function Tabs({ label, tabs, param = "tab", className = "", panelClassName = "" }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [named, setNamed] = useUrlParam(param);
  const chosen = tabs.find((tab) => tab.key === named) ?? tabs[0];
  useInSight(list, '[aria-selected="true"]', chosen?.key);
  if (!chosen) return null;
  const choose = (tab: Tab) => setNamed(tab === tabs[0] ? undefined : tab.key);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = tabs[indexAfterKey(event.key, tabs.indexOf(chosen), tabs.length)];
    if (!to) return;
    event.preventDefault();
    choose(to);
    list.current?.querySelector<HTMLElement>(`[data-tab="${to.key}"]`)?.focus();
  };
  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex gap-5 overflow-x-auto border-line border-b px-1 [overflow-wrap:normal]"
      >
        {tabs.map((tab) => (
          <LiveButton
            key={tab.key}
            role="tab"
            id={`${id}-${tab.key}`}
            data-tab={tab.key}
            aria-selected={tab === chosen}
            aria-controls={tab === chosen ? `${id}-panel` : undefined}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => choose(tab)}
            className={`-mb-px whitespace-nowrap border-b-2 py-2 -outline-offset-2 ${
              tab === chosen
                ? "border-ink font-medium text-ink"
                : "border-transparent text-muted hover:text-ink"
            }`}
          >
            {tab.label}
            {/* Room for three digits: a count that grows moves no tab. */}
            {tab.count !== undefined && (
              <span className="ml-1.5 inline-block min-w-[3ch] text-left text-muted tabular-nums">
                {" "}
                {tab.count}
              </span>
            )}
          </LiveButton>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen.key}`}
        className={panelClassName}
      >
        {chosen.panel}
      </div>
    </div>
  );
}

/** Where a key leads from one of `count` tabs; -1 for a key that leads nowhere. */
function indexAfterKey(key: string, at: number, count: number): number {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : -1;
}
