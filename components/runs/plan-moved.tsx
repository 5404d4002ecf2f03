import { type DiffLine, diffLines } from "@/lib/core/describe/plans/plan-diff";
import { diffPlans } from "@/lib/core/plan/compare/diff";
import type { RunEvent } from "@/lib/core/run/events";
import { planVersionsOf } from "@/lib/core/run/events/plan-versions";
import { Button } from "../ui/button";

type PlanMovedProps = { events: readonly RunEvent[]; from: number; to: number; onAccept(): void };

/** The plan changed while the person wrote: what is different, before their words are used on it. */
export function PlanMoved({ events, from, to, onAccept }: PlanMovedProps) {
  return (
    <div role="alert" className="grid gap-1.5 rounded-lg border border-amber px-3 py-2">
      <p className="font-medium text-amber">
        <span aria-hidden="true">~ </span>The plan changed while you were writing, from version {from} to
        version {to}.
      </p>
      <ul className="grid gap-0.5 text-xs">
        {changesBetween(events, from, to).map(({ sign, text }) => (
          <li key={`${sign} ${text}`} className="line-clamp-3">
            {sign} {text}
          </li>
        ))}
      </ul>
      <Button size="small" className="justify-self-start" onClick={onAccept}>
        Apply to version {to}
      </Button>
    </div>
  );
}

function changesBetween(events: readonly RunEvent[], from: number, to: number): DiffLine[] {
  const versions = planVersionsOf(events);
  const before = versions.find(({ version }) => version === from);
  const after = versions.find(({ version }) => version === to);
  return before && after ? diffLines(diffPlans(before.plan, after.plan)) : [];
}
