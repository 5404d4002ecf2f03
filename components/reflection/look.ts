import type { ReflectionOutcome } from "@/lib/core/reflection/next";
import type { Look } from "../status";

/** How each end of a reflection looks. */
export const OUTCOME_LOOK: Record<ReflectionOutcome, Look> = {
  passed: { icon: "✓", word: "Passed", tone: "ok" },
  requires_followup: { icon: "△", word: "Requires follow-up", tone: "amber" },
  unrevised: { icon: "△", word: "Below the threshold, not revised", tone: "amber" },
  not_critiqued: { icon: "○", word: "Not critiqued", tone: "amber" },
};

export const hundredths = (score: number): number => Math.round(score * 100);
