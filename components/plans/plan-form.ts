import { hasStepHeader } from "@/lib/core/plan/read-text";
import { scanJson } from "@/lib/core/plan/scan-json";
import { cleanText } from "@/lib/core/text";

/** How a plan is written down. */
export type PlanSourceFormat = "json" | "text";

/** The form that a plan's text is read in: plan text if a `Step` header stands outside any JSON (docs/plans.md). */
export function planSourceFormat(text: string): PlanSourceFormat {
  const clean = cleanText(text);
  let outside = "";
  let from = 0;
  for (const { start, end } of scanJson(clean).found) {
    outside += `${clean.slice(from, start)} `;
    from = end;
  }
  return hasStepHeader(outside + clean.slice(from)) ? "text" : "json";
}
