"use client";

import { useCallback, useMemo } from "react";
import { useChosenView, viewOf } from "../graph/chosen-view";
import type { GraphView } from "../graph/graph-bar";
import { readUrlParam, useUrlParam } from "../ui/behavior/use-url-param";

/** Two plan versions that are compared. */
export type VersionPair = { from: number; to: number };

/** The task that is selected when a key comes: quick keys come before the last one is drawn. */
export const selectedInAddress = (): string | undefined => readUrlParam("task");

/** What of the control room is in the page's address, in addition to the filters of the log. */
export function useRunAddress() {
  const [taskId, setTask] = useUrlParam("task");
  const [from, setFrom] = useUrlParam("from");
  const [to, setTo] = useUrlParam("to");
  const [, setTab] = useUrlParam("tab");
  const compared = useMemo(() => readPair(from, to), [from, to]);
  const select = useCallback((id: string | undefined) => setTask(id), [setTask]);
  const compare = useCallback(
    (pair: VersionPair | undefined) => {
      setFrom(pair && String(pair.from));
      setTo(pair && String(pair.to));
    },
    [setFrom, setTo],
  );
  /** `undefined` is the first tab, the plan. */
  const openTab = useCallback((key: string | undefined) => setTab(key, "push"), [setTab]);
  return { taskId, select, compared, compare, openTab };
}

/** Graph or list: as the address says, else as chosen last; undefined leaves it to the width of the page. */
export function useGraphView() {
  const [named, setNamed] = useUrlParam("view");
  const [chosen, choose] = useChosenView();
  const onView = (view: GraphView) => {
    choose(view);
    setNamed(view);
  };
  return { view: viewOf(named) ?? chosen, onView };
}

/** The versions that an address names; undefined unless both are there and differ. */
export function readPair(from: string | undefined, to: string | undefined): VersionPair | undefined {
  const pair = { from: Number(from), to: Number(to) };
  const isVersion = (n: number) => Number.isInteger(n) && n > 0;
  return isVersion(pair.from) && isVersion(pair.to) && pair.from !== pair.to ? pair : undefined;
}
