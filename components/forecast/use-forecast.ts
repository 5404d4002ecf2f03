"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { forecastQuery } from "@/lib/client/late-reads";
import { restOfRun } from "@/lib/core/forecast/rest-of-run";
import type { Forecast } from "@/lib/core/forecast/types";
import { isOver } from "@/lib/core/run/retrospects";
import type { RunState } from "@/lib/core/run/state";

/** What a version of the run's plan was expected to take; undefined until it is there. */
export function useForecast(of: { runId: string; version: number; over: boolean }) {
  return useQuery({ ...forecastQuery(of), enabled: of.version > 0 }).data;
}

/** What is expected until the run ends, which follows its tasks; undefined while it is not known, and once it is over. */
export function useRestOfRun(state: RunState): Forecast | undefined {
  const found = useForecast({ runId: state.runId, version: state.planVersion, over: isOver(state) });
  const forecast = found?.forecast;
  // What is drawn of the tasks goes first.
  const drawn = useDeferredValue(state);
  return useMemo(() => (forecast ? (restOfRun(drawn, forecast) ?? undefined) : undefined), [drawn, forecast]);
}
