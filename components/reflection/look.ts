import type { ReflectionOutcome } from "@/lib/core/reflection/next";
import type { StatusDisplay } from "../status";

/** How each end of a reflection looks. */
export const OUTCOME_DISPLAY: Record<ReflectionOutcome, StatusDisplay> = {
  passed: { icon: "✓", word: "Passed", tone: "ok" },
  requires_followup: { icon: "△", word: "Requires follow-up", tone: "amber" },
  unrevised: { icon: "△", word: "Below the threshold, not revised", tone: "amber" },
  not_critiqued: { icon: "○", word: "Not critiqued", tone: "amber" },
};

export const toPercent = (score: number): number => Math.round(score * 100);
