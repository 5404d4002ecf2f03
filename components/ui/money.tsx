import { formatUsd } from "@/lib/core/describe/amounts";

/** Dollars, to four digits under one; null is unknown, which is not zero. */
export function Money({ usd }: { usd: number | null }) {
  if (usd === null) return <span className="text-muted">unknown</span>;
  return <span title={`${usd} US dollars`}>{formatUsd(usd)}</span>;
}
