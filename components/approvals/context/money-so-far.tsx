import { formatUsd } from "@/lib/core/describe/amounts";
import { formatBasis, formatRestOfMoney } from "@/lib/core/describe/forecast";
import { Skeleton } from "../../ui/skeleton";
import type { ApprovalContext } from "./use-approval-context";

/** What the run has cost, unknown as soon as the price of one call is; and what the rest is expected to cost. */
export function MoneySoFar({ context }: { context: ApprovalContext | undefined }) {
  if (!context) return <Skeleton className="h-10 w-40" />;
  const { cost, toFinish } = context;
  return (
    <>
      <CostSoFar cost={cost} />
      {toFinish && (
        <p className="text-muted text-xs" title={formatBasis(toFinish)}>
          {capitalized(formatRestOfMoney(toFinish))}
        </p>
      )}
    </>
  );
}

const capitalized = (text: string): string => `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;

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
