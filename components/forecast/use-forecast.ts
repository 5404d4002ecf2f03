"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { fetchJson } from "@/lib/client/fetch-json";
import { restOfRun } from "@/lib/core/forecast/rest-of-run";
import type { Forecast } from "@/lib/core/forecast/types";
import type { RunForecast } from "@/lib/core/forecast/views";
import { isOver } from "@/lib/core/run/retrospects";
import type { RunState } from "@/lib/core/run/state";

/** What a version of the run's plan was expected to take; undefined until it is there. Asked again once the run is over. */
export function useForecast({ runId, version, over }: { runId: string; version: number; over: boolean }) {
  return useQuery({
    queryKey: ["forecast", runId, version, over],
    enabled: version > 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      fetchJson<RunForecast>(`/api/v1/runs/${encodeURIComponent(runId)}/forecast?version=${version}`, signal),
  }).data;
}

/** What is expected until the run ends, which follows its tasks; undefined while it is not known, and once it is over. */
export function useRestOfRun(state: RunState): Forecast | undefined {
  const found = useForecast({ runId: state.runId, version: state.planVersion, over: isOver(state) });
  const forecast = found?.forecast;
  return useMemo(() => (forecast ? (restOfRun(state, forecast) ?? undefined) : undefined), [state, forecast]);
}
