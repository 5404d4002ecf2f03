import { formatUsd } from "@/lib/core/describe/amounts";
import { Skeleton } from "../../ui/skeleton";
import type { ApprovalContext } from "./use-approval-context";

/** What the run has cost: unknown as soon as the price of one call is. */
export function MoneySoFar({ cost }: { cost: ApprovalContext["cost"] | undefined }) {
  if (!cost) return <Skeleton className="h-5 w-40" />;
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
