import { DRILL_WITHOUT_EFFECT, describeFault, drillHeadline } from "@/lib/core/describe/gates/drills";
import type { Tone } from "@/lib/core/describe/looks/run";
import type { DrillOutcome } from "@/lib/core/drills/judge";
import type { DrillResult } from "@/lib/core/drills/view";
import { TONE_TEXT } from "../status";

export const DRILL_OUTCOME_LOOKS: Record<DrillOutcome, { icon: string; tone: Tone }> = {
  found: { icon: "✓", tone: "ok" },
  missed: { icon: "✕", tone: "bad" },
  passed: { icon: "✓", tone: "ok" },
  false_alarm: { icon: "▲", tone: "amber" },
};

/** That a gate was a drill: whether its fault was found, what it was, and where it stood. */
export function DrillNote({ result }: { result: DrillResult }) {
  const { outcome, fault } = result;
  const { icon, tone } = outcome ? DRILL_OUTCOME_LOOKS[outcome] : { icon: "◇", tone: "plain" as const };
  return (
    <div role="status" className="grid gap-1 border-line border-b px-4 py-3">
      <p className={`font-semibold ${TONE_TEXT[tone]}`}>
        <span aria-hidden="true">{icon} </span>
        {drillHeadline(result)}
      </p>
      {fault && <p>{describeFault(fault)}</p>}
      <p className="text-muted text-xs">{DRILL_WITHOUT_EFFECT}</p>
    </div>
  );
}
