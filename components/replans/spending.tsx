import { moneyText } from "@/lib/client/format";
import type { Spent } from "@/lib/core/run/spent";

/** What calls have used; a sum with an unknown part is unknown, and what is known of it is said beside. */
export function Spending({
  spent: { calls, unpricedCalls, costMicroUsd, uncountedCalls, tokens },
}: {
  spent: Spent;
}) {
  if (calls === 0) return "nothing";
  return (
    <>
      <Figure
        text={moneyText(costMicroUsd / 1_000_000)}
        isKnown={unpricedCalls === 0}
        isPart={costMicroUsd > 0}
      />
      {" · "}
      <Figure
        text={`${tokens.toLocaleString("en")} tokens`}
        isKnown={uncountedCalls === 0}
        isPart={tokens > 0}
      />
      {` · ${calls} model ${calls === 1 ? "call" : "calls"}`}
    </>
  );
}

function Figure({ text, isKnown, isPart }: { text: string; isKnown: boolean; isPart: boolean }) {
  if (isKnown) return text;
  return (
    <>
      {text.endsWith("tokens") ? "tokens unknown" : "unknown"}
      {isPart && ` (${text} known)`}
    </>
  );
}
