import { formatCount, formatUsd } from "@/lib/core/describe/amounts";
import type { Spending } from "@/lib/core/views";

/** What calls have used; a sum with an unknown part is unknown, and what is known of it is said beside. */
export function SpendingText({ spending }: { spending: Spending }) {
  const { usd, knownUsd, modelCalls, tokens, knownTokens } = spending;
  if (modelCalls === 0) return "nothing";
  const formatTokens = (count: number) => `${formatCount(count)} tokens`;
  const parts = [
    usd === null ? `unknown${knownUsd > 0 ? ` (${formatUsd(knownUsd)} known)` : ""}` : formatUsd(usd),
    tokens === null
      ? `tokens unknown${knownTokens > 0 ? ` (${formatTokens(knownTokens)} known)` : ""}`
      : formatTokens(tokens),
    `${modelCalls} model ${modelCalls === 1 ? "call" : "calls"}`,
  ];
  return parts.join(" · ");
}
