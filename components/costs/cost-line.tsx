import type { ReactNode } from "react";
import { formatDuration, formatUsd } from "@/lib/client/format";
import type { CostLine as Line } from "@/lib/core/views";
import { tokensText } from "../runs/run-use";
import { Money } from "../ui/money";

type CostLineProps = {
  name: ReactNode;
  line: Line;
  /** Of the whole, 0 to 1; `of` says of what. */
  share: number;
  basis: "cost" | "tokens";
  children?: ReactNode;
};

/** One part of a bill: its money and tokens in figures, its share of the whole as a bar. */
export function CostLine({ name, line, share, basis, children }: CostLineProps) {
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
          {tokens === null && " · some not counted"}
        </span>
        <span>{formatDuration(latencyMs)} of answers</span>
      </p>
      {children}
    </li>
  );
}
