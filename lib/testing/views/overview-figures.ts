import type { DaySpending } from "@/lib/core/cost/spending-cap";
import type { OverviewFigures } from "@/lib/core/views";

/** What is spent in a day without a cap. */
export const daySpending = (part: Partial<DaySpending> = {}): DaySpending => ({
  day: "2026-11-24",
  costMicroUsd: 1_200_000,
  uncostedCalls: 0,
  capMicroUsd: null,
  ...part,
});

/** How 25 runs of a week came out. */
export const weekFigures = (part: Partial<OverviewFigures> = {}): OverviewFigures => ({
  from: "2026-11-18",
  to: "2026-11-24",
  runs: "real",
  ended: 25,
  completed: 23,
  replanned: 3,
  ...part,
});
