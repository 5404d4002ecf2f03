"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { call, withQuery } from "@/lib/client/call";
import { dayOfMs } from "@/lib/core/cost/days";
import { formatDuration, formatUsd } from "@/lib/core/describe/amounts";
import {
  bySize,
  COST_DIMENSIONS,
  costLineName,
  shareBasis,
  shareOf,
  versionName,
} from "@/lib/core/describe/costs/lines";
import { type LedgerLine, ledgerOf } from "@/lib/core/run/ledger/budgets";
import { costsOfEvents } from "@/lib/core/run/ledger/costs-of-events";
import type { RunState } from "@/lib/core/run/state";
import type { CostLine as Line, RunCosts } from "@/lib/core/views";
import { BudgetBar } from "../budgets/budget-bar";
import { SpendingText } from "../replans/spending";
import { tokensText } from "../runs/run-usage";
import type { Moment } from "../runs/use-moment";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { LiveButton } from "../ui/live";
import { Money } from "../ui/money";
import { Skeleton } from "../ui/skeleton";

type CostLineProps = {
  name: ReactNode;
  line: Line;
  /** Of the whole, 0 to 1; `of` says of what. */
  share: number;
  basis: "cost" | "tokens";
  children?: ReactNode;
};

const isMoneyLimit = ({ counter, limit }: LedgerLine): boolean =>
  limit !== undefined && (counter === "maxCostMicroUsd" || counter === "maxTokens");

type CostTabProps = {
  state: RunState;
  showTask(taskId: string): void;
  /** The past moment whose costs are shown; `state` is that of it. */
  moment?: Moment | undefined;
};

/** What the run has cost so far, told apart in every way that helps to spend less. Follows the run. */
export function CostTab({ state, showTask, moment }: CostTabProps) {
  if (!moment?.complete) return <FetchedCosts state={state} showTask={showTask} at={moment?.seq} />;
  const costs = costsOfEvents(moment.state, moment.events);
  return <CostView state={state} costs={costs} showTask={showTask} />;
}

type FetchedCostsProps = Omit<CostTabProps, "moment"> & {
  /** The past moment of a run that is too long to be read here. */
  at: number | undefined;
};

function FetchedCosts({ state, showTask, at }: FetchedCostsProps) {
  const { runId, counters, planVersion } = state;
  const { data, isError, refetch } = useQuery({
    queryKey: ["costs", runId, counters.modelCalls, planVersion, at],
    queryFn: ({ signal }) => call("GET /api/v1/runs/{id}/costs", { id: runId, at }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return isError ? <Failed retry={() => void refetch()} /> : <Loading />;
  return (
    <CostView state={state} costs={data} showTask={showTask}>
      {isError && (
        <p role="alert" className="text-bad">
          Could not load the latest costs.{" "}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
    </CostView>
  );
}

type CostViewProps = Omit<CostTabProps, "moment"> & { costs: RunCosts; children?: ReactNode };

function CostView({ state, costs, showTask, children }: CostViewProps) {
  if (costs.total.modelCalls === 0) {
    return (
      <EmptyState title="No model calls yet">
        Costs of model calls are broken down here by role, task, agent, model and plan version.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-4 p-4 md:p-6">
      {children}
      <CostSummary state={state} costs={costs} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Versions costs={costs} state={state} />
        {COST_DIMENSIONS.map(({ side, title }) => (
          <Card key={side} title={title}>
            <ul>
              {costs[side].toSorted(bySize).map((line) => {
                const name = costLineName(side, line, state);
                const { key } = line;
                const isTask = side === "tasks" && key !== null;
                return (
                  <CostLine
                    key={key ?? ""}
                    line={line}
                    share={shareOf(line, costs.total)}
                    basis={shareBasis(costs.total)}
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

function Versions({ costs, state }: { costs: RunCosts; state: RunState }) {
  const hrefOf = (version: string) =>
    withQuery("/costs", { runId: state.runId, version, from: dayOfMs(state.createdAt) });
  return (
    <Card title="By plan version">
      <ul>
        {costs.versions.map((line) => (
          <CostLine
            key={line.key ?? ""}
            line={line}
            share={shareOf(line, costs.total)}
            basis={shareBasis(costs.total)}
            name={
              line.key === null ? (
                versionName(line)
              ) : (
                <Link
                  href={hrefOf(line.key)}
                  prefetch={false}
                  className="inline-block py-0.5 hover:underline"
                >
                  {versionName(line)}
                </Link>
              )
            }
          >
            {line.replacedBy !== null && (
              <p className="text-muted text-xs">
                Replaced by v{line.replacedBy}
                {line.discardedCost && (
                  <>
                    {"; discarded: "}
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
    <LiveButton className="min-h-6 text-left hover:underline" onClick={onShow}>
      {name}
    </LiveButton>
  );
}

function Failed({ retry }: { retry(): void }) {
  const again = <Button onClick={retry}>Try again</Button>;
  return <EmptyState title="Could not load costs" action={again} />;
}

function Loading() {
  return (
    <div role="status" className="grid gap-4 p-4 md:p-6">
      <span className="sr-only">Loading costs…</span>
      <Skeleton className="h-28" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    </div>
  );
}

/** The bill in a few figures, against the limits of the run, with what of it nobody can know. */
function CostSummary({ state, costs }: { state: RunState; costs: RunCosts }) {
  const { total, discardedCost, replanningCost, unpricedModels } = costs;
  const metrics: [string, ReactNode][] = [
    ["Cost", total.usd === null ? "unknown" : formatUsd(total.usd)],
    ...(total.usd === null && total.knownUsd > 0
      ? [["Known part", formatUsd(total.knownUsd)] as [string, ReactNode]]
      : []),
    ["Tokens in", `${tokensText(total.inputTokens)} (${tokensText(total.cachedInputTokens)} cached)`],
    ["Tokens out", `${tokensText(total.outputTokens)} (${tokensText(total.reasoningTokens)} reasoning)`],
    [
      "Model calls",
      total.failedCalls > 0 ? `${total.modelCalls}, ${total.failedCalls} failed` : total.modelCalls,
    ],
  ];
  const limits = ledgerOf(state, state.lastAt).filter(isMoneyLimit);
  return (
    <Card title="Summary">
      <dl className="flex flex-wrap gap-x-7 gap-y-2 text-xs">
        {metrics.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium text-sm tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {limits.length > 0 && (
        <div className="mt-3 grid max-w-xl gap-2">
          {limits.map((line) => (
            <BudgetBar key={line.counter} line={line} />
          ))}
        </div>
      )}
      {total.unknownCalls > 0 && (
        <p className="mt-3 text-muted">
          {total.unknownCalls === total.modelCalls
            ? "These calls have no known price"
            : `${total.unknownCalls} of ${total.modelCalls} calls have no known price`}
          {unpricedModels.length > 0 && (
            <>
              {": "}
              <span className="font-mono text-xs">{unpricedModels.join(", ")}</span>
            </>
          )}
          . The total is at least the known part.
        </p>
      )}
      {replanningCost.modelCalls > 0 && (
        <p className="mt-3">
          Spent on replanning: <SpendingText spending={replanningCost} />
          {discardedCost.modelCalls > 0 && (
            <>
              {"; discarded work: "}
              <SpendingText spending={discardedCost} />
            </>
          )}
          .
        </p>
      )}
    </Card>
  );
}

/** One part of a bill: its money and tokens in figures, its share of the whole as a bar. */
function CostLine({ name, line, share, basis, children }: CostLineProps) {
  const { usd, knownUsd, modelCalls, failedCalls, inputTokens, outputTokens, tokens, latencyMs } = line;
  const percent = Math.round(share * 100);
  return (
    <li className="grid gap-1 border-line border-b py-2 last:border-b-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 break-words font-medium">{name}</span>
        <span className="tabular-nums">
          <Money usd={usd} />
          {usd === null && knownUsd > 0 && <span className="text-muted"> · {formatUsd(knownUsd)} known</span>}
        </span>
      </div>
      <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-line">
        <div className="h-full rounded-full bg-run" style={{ width: `${percent}%` }} />
      </div>
      <p className="flex flex-wrap gap-x-3 text-muted text-xs">
        <span>
          {percent} % of the {basis}
        </span>
        <span>
          {modelCalls} {modelCalls === 1 ? "call" : "calls"}
          {failedCalls > 0 && <span className="text-bad"> · {failedCalls} failed</span>}
        </span>
        <span>
          {tokensText(inputTokens)} in · {tokensText(outputTokens)} out
          {tokens === null && " · partly uncounted"}
        </span>
        <span>{formatDuration(latencyMs)} response time</span>
      </p>
      {children}
    </li>
  );
}
