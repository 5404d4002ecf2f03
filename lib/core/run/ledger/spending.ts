import type { Spending } from "../../views";
import type { ModelSpend } from "./spend";

/** What calls have used as clients read it: null for what is not known of all of them. */
export function spendingOf({
  calls,
  unpricedCalls,
  costMicroUsd,
  uncountedCalls,
  tokens,
}: ModelSpend): Spending {
  const knownUsd = costMicroUsd / 1_000_000;
  return {
    usd: unpricedCalls > 0 ? null : knownUsd,
    knownUsd,
    unknownCalls: unpricedCalls,
    modelCalls: calls,
    tokens: uncountedCalls > 0 ? null : tokens,
    knownTokens: tokens,
  };
}
