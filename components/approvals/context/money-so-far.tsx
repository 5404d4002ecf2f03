"use client";

import dynamic from "next/dynamic";
import { formatUsd } from "@/lib/core/describe/amounts";
import { formatBasis, formatRestOfMoney } from "@/lib/core/describe/costs/forecast";
import { upperFirst } from "@/lib/core/describe/letters";
import { Skeleton } from "../../ui/skeleton";
import type { ApprovalContext } from "./use-approval-context";

/** Most gates are about no plan. */
const ForecastFacts = dynamic(() =>
  import("../../forecast/forecast-facts").then((room) => room.ForecastFacts),
);
const ProposedForecast = dynamic(() =>
  import("../../forecast/proposed-forecast").then((room) => room.ProposedForecast),
);

type MoneySoFarProps = {
  context: ApprovalContext | undefined;
  /** The plan itself is decided on: what it takes is shown in full. */
  ofPlan?: boolean;
};

/**
 * What the run has cost, unknown as soon as the price of one call is; and what the rest is expected to cost, where another
 * plan waits for the decision beside that plan.
 */
export function MoneySoFar({ context, ofPlan = false }: MoneySoFarProps) {
  if (!context) return <Skeleton className="h-10 w-40" />;
  const { cost, toFinish, proposal, tail } = context;
  return (
    <>
      <CostSoFar cost={cost} />
      {proposal && <ProposedForecast forecast={proposal} isWritten={tail !== null} />}
      {!proposal && ofPlan && toFinish && (
        <div className="mt-2 grid gap-1.5">
          <h4 className="text-muted text-xs">Forecast to finish</h4>
          <ForecastFacts forecast={toFinish} />
        </div>
      )}
      {!proposal && !(ofPlan && toFinish) && (
        <p className="text-muted text-xs" title={toFinish ? formatBasis(toFinish) : undefined}>
          {upperFirst(formatRestOfMoney(toFinish))}
        </p>
      )}
    </>
  );
}

function CostSoFar({ cost }: Pick<ApprovalContext, "cost">) {
  const calls = `${cost.modelCalls} model ${cost.modelCalls === 1 ? "call" : "calls"}`;
  if (cost.usd !== null) {
    return (
      <p>
        {formatUsd(cost.usd)} so far <span className="text-muted">· {calls}</span>
      </p>
    );
  }
  return (
    <p>
      Unknown so far <span className="text-muted">· {unpricedText(cost)}</span>
    </p>
  );
}

function unpricedText({ unknownCalls, modelCalls, knownUsd }: ApprovalContext["cost"]): string {
  const calls = `${modelCalls} model ${modelCalls === 1 ? "call" : "calls"}`;
  if (unknownCalls === modelCalls) return `no known price for ${calls}`;
  return `${unknownCalls} of ${calls} without a known price; the others cost ${formatUsd(knownUsd)}`;
}
