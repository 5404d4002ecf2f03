"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type DaySpending, isCapReached, isNearCap } from "@/lib/core/cost/spending-cap";
import { formatUsd } from "@/lib/core/describe/amounts";
import { spendingQuery } from "../overview/figure-queries";
import { Badge } from "../ui/badge";

/** Not with each event: the day's calls are added up for it. */
const POLL_MS = 60_000;

/** How much of the workspace's daily cap is spent, on every page; on a phone once that is most of it. Nothing without a cap. */
export function SpendingBadge({ first }: { first: DaySpending }) {
  const { data } = useQuery({
    ...spendingQuery("frame"),
    initialData: first,
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
  });
  const { costMicroUsd, capMicroUsd } = data;
  if (capMicroUsd === null) return null;
  const isNear = isNearCap(data);
  const [spent, cap] = [formatUsd(costMicroUsd / 1_000_000), formatUsd(capMicroUsd / 1_000_000)];
  return (
    <Link
      href="/settings/spending"
      className={`inline-flex rounded-md ${isNear ? "" : "max-md:hidden"}`}
      title="Spent today (UTC), of the daily cap"
    >
      <Badge tone={isCapReached(data) ? "bad" : isNear ? "amber" : "plain"}>
        <span className="sr-only">Spent today: </span>
        {spent} of {cap}
        <span className="sr-only"> of the daily cap</span>
      </Badge>
    </Link>
  );
}
