"use client";

import type { RunState } from "@/lib/core/run/state";
import { Section } from "../inspector/part";
import { Button } from "../ui/button";
import { useCritique } from "./use-critique";
import { VersionScore } from "./version-score";

type CritiqueSummaryProps = { state: RunState; openTab(key: string): void };

/** What the critic thinks of the plan in force, and the way to what it found. */
export function CritiqueSummary({ state, openTab }: CritiqueSummaryProps) {
  const critique = useCritique(state, state.planVersion);
  if (!critique) return null;
  return (
    <Section title="The plan, as the critic sees it" level={2} aside={`version ${state.planVersion}`}>
      <VersionScore critique={critique} />
      <Button size="small" className="justify-self-start" onClick={() => openTab("replans")}>
        Findings and export
      </Button>
    </Section>
  );
}
