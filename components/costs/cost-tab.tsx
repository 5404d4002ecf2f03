"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fetchJson } from "@/lib/client/fetch-json";
import type { RunState } from "@/lib/core/run/state";
import type { RunCosts } from "@/lib/core/views";
import { SpendingText } from "../replans/spending";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { Skeleton } from "../ui/skeleton";
import { CostSummary } from "./cost-figures";
import { CostLine } from "./cost-line";
import { bySize, COST_DIMENSIONS, costLineName, shareBasis, shareOf, versionName } from "./cost-names";

type CostTabProps = { state: RunState; showTask(taskId: string): void };

/** What the run has cost so far, told apart in every way that helps to spend less. Follows the run. */
export function CostTab({ state, showTask }: CostTabProps) {
  const { runId, counters, planVersion } = state;
  const { data, isError, refetch } = useQuery({
    queryKey: ["costs", runId, counters.modelCalls, planVersion],
    queryFn: ({ signal }) => fetchJson<RunCosts>(`/api/v1/runs/${encodeURIComponent(runId)}/costs`, signal),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return isError ? <Failed retry={() => void refetch()} /> : <Loading />;
  if (data.total.modelCalls === 0) {
    return (
      <EmptyState title="No model was asked yet">
        What each request to a model costs is added up here: by role, task, agent, model and plan version.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-4 p-4 md:p-6">
      {isError && (
        <p role="alert" className="text-bad">
          The newest figures could not be loaded.{" "}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      <CostSummary state={state} costs={data} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Versions costs={data} />
        {COST_DIMENSIONS.map(({ side, title }) => (
          <Card key={side} title={title}>
            <ul>
              {data[side].toSorted(bySize).map((line) => {
                const name = costLineName(side, line, state);
                const { key } = line;
                const isTask = side === "tasks" && key !== null;
                return (
                  <CostLine
                    key={key ?? ""}
                    line={line}
                    share={shareOf(line, data.total)}
                    basis={shareBasis(data.total)}
                    name={isTask ? <TaskName name={name} onShow={() => showTask(key)} /> : name}
                  />
                );
              })}
            </ul>
          </Card>
        ))}
      </div>
    </div>
  );
}

function Versions({ costs }: { costs: RunCosts }) {
  return (
    <Card title="By plan version">
      <ul>
        {costs.versions.map((line) => (
          <CostLine
            key={line.key ?? ""}
            line={line}
            share={shareOf(line, costs.total)}
            basis={shareBasis(costs.total)}
            name={versionName(line)}
          >
            {line.replacedBy !== null && (
              <p className="text-muted text-xs">
                Replaced by v{line.replacedBy}
                {line.discardedCost && (
                  <>
                    {"; sunk: "}
                    <SpendingText spending={line.discardedCost} />
                  </>
                )}
              </p>
            )}
          </CostLine>
        ))}
      </ul>
    </Card>
  );
}

function TaskName({ name, onShow }: { name: string; onShow(): void }) {
  return (
    <button type="button" className="text-left hover:underline" onClick={onShow}>
      {name}
    </button>
  );
}

function Failed({ retry }: { retry(): void }) {
  const again = <Button onClick={retry}>Try again</Button>;
  return <EmptyState title="The costs could not be loaded" action={again} />;
}

function Loading() {
  return (
    <div role="status" className="grid gap-4 p-4 md:p-6">
      <span className="sr-only">Loading the costs…</span>
      <Skeleton className="h-28" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    </div>
  );
}
