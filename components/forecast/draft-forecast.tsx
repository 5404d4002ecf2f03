"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "@/lib/client/call";
import type { Plan } from "@/lib/core/plan/schema";
import { Button } from "../ui/button";
import { ForecastFacts } from "./forecast-facts";

/** What a plan that has not run yet is expected to take, by the default models; made when it is asked for. */
export function DraftForecast({ plan }: { plan: Plan }) {
  const text = useMemo(() => JSON.stringify(plan), [plan]);
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ["draft-forecast", text],
    enabled: false,
    queryFn: ({ signal }) => call("POST /api/v1/plans/forecast", { plan }, { signal }),
  });
  return (
    <section aria-label="Forecast" className="grid justify-items-start gap-1.5">
      {data ? (
        <ForecastFacts forecast={data} />
      ) : (
        <Button size="small" disabled={isFetching} onClick={() => void refetch()}>
          {isFetching ? "Forecasting…" : "Forecast cost and time"}
        </Button>
      )}
      {isError && !isFetching && (
        <p role="alert" className="text-bad text-xs">
          Could not make a forecast. Try again.
        </p>
      )}
    </section>
  );
}
