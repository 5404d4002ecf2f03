import type { StepCritique } from "@/lib/core/trajectory";
import { CritiqueView } from "./critique-words";

/** A critic's word on the answer of one step, and whether the agent was to mend it. */
export function StepCritiqueView({ critique, step }: { critique: StepCritique; step: number }) {
  return (
    <div className="grid gap-2 rounded-lg border border-line px-2.5 py-2" data-critique={step}>
      <p className={`text-xs ${critique.revise ? "text-retry" : "text-muted"}`}>
        <span aria-hidden="true">{critique.revise ? "↻ " : "◇ "}</span>
        {critique.revise ? "A critic wants it mended; the agent goes on" : "What a critic says of it"}
      </p>
      <CritiqueView critique={critique} of={`the answer of step ${step}`} />
    </div>
  );
}
