import type { ReactNode } from "react";
import { formatUsd } from "@/lib/client/format";
import { type LedgerLine, ledgerOf } from "@/lib/core/run/ledger";
import type { RunState } from "@/lib/core/run/state";
import type { RunCosts } from "@/lib/core/views";
import { BudgetBar } from "../budgets/budget-bar";
import { SpendingText } from "../replans/spending";
import { tokensText } from "../runs/run-use";
import { Card } from "../ui/card";

/** The bill in a few figures, against the limits of the run, with what of it nobody can know. */
export function CostSummary({ state, costs }: { state: RunState; costs: RunCosts }) {
  const { total, discardedCost, replanning, unpricedModels } = costs;
  const metrics: [string, ReactNode][] = [
    ["Cost", total.usd === null ? "unknown" : formatUsd(total.usd)],
    ...(total.usd === null && total.knownUsd > 0
      ? [["Known of it", formatUsd(total.knownUsd)] as [string, ReactNode]]
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
    <Card title="The bill">
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
            ? "No price is known for these calls"
            : `${total.unknownCalls} of ${total.modelCalls} calls have no known price`}
          {unpricedModels.length > 0 && (
            <>
              {": "}
              <span className="font-mono text-xs">{unpricedModels.join(", ")}</span>
            </>
          )}
          . Unknown is not zero: the total is at least what is known of it.
        </p>
      )}
      {replanning.modelCalls > 0 && (
        <p className="mt-3">
          Spent on changing the plan: <SpendingText spending={replanning} />
          {discardedCost.modelCalls > 0 && (
            <>
              {"; sunk in what was dropped: "}
              <SpendingText spending={discardedCost} />
            </>
          )}
          .
        </p>
      )}
    </Card>
  );
}

const isMoneyLimit = ({ counter, limit }: LedgerLine): boolean =>
  limit !== undefined && (counter === "maxCostMicroUsd" || counter === "maxTokens");
