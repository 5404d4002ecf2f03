"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { forecastQuery } from "@/lib/client/late-reads";
import { restOfRun } from "@/lib/core/forecast/rest-of-run";
import type { Forecast, PlanForecast } from "@/lib/core/forecast/types";
import { isOver } from "@/lib/core/run/retrospects";
import type { RunState } from "@/lib/core/run/state";
import { usePainted } from "../ui/behavior/use-painted";

/** What a version of the run's plan was expected to take; undefined until it is there. */
export function useForecast(of: { runId: string; version: number; over: boolean }) {
  return useQuery({ ...forecastQuery(of), enabled: of.version > 0 }).data;
}

type Rest = {
  forecast: PlanForecast;
  order: unknown;
  totals: unknown;
  settings: unknown;
  rest: Forecast | null;
};

/** What was found last: two parts of a page say it, and most events end no task. */
let last: Rest | undefined;

/** As `restOfRun` has it. States share what an event leaves alone: with the same totals the same tasks are left. */
export function restNow(state: RunState, forecast: PlanForecast): Forecast | null {
  if (isOver(state)) return null;
  const { order, taskTotals: totals, settings } = state;
  const isKnown =
    last?.forecast === forecast &&
    last.order === order &&
    last.totals === totals &&
    last.settings === settings;
  if (last && isKnown) return last.rest;
  last = { forecast, order, totals, settings, rest: restOfRun(state, forecast) };
  return last.rest;
}

/** What is expected until the run ends, which follows its tasks; undefined while it is not known, and once it is over. */
export function useRestOfRun(state: RunState): Forecast | undefined {
  const found = useForecast({ runId: state.runId, version: state.planVersion, over: isOver(state) });
  const forecast = found?.forecast;
  // What is drawn of the tasks goes first.
  const painted = usePainted(state);
  return useMemo(
    () => (forecast ? (restNow(painted, forecast) ?? undefined) : undefined),
    [painted, forecast],
  );
}
