import type { ReactNode } from "react";
import type { InsightChart, InsightTable } from "@/lib/core/describe/learning/insights";
import type { InsightsReport } from "@/lib/core/insights/report";

/** What a card shows: the figures to read first, and the chart, or why there is none. */
export type CardOf = {
  figures?: { value: string; label: string }[];
  empty?: string | undefined;
  className?: string;
  children: ReactNode;
};

/** What cards are made of. */
export type Parts = {
  report: InsightsReport;
  tables: Record<InsightChart, InsightTable>;
  hrefOf(row: InsightTable["rows"][number]): string | undefined;
};

export const emptyWhen = (none: boolean, sentence: string) => (none ? { empty: sentence } : {});
