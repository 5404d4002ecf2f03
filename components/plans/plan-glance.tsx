"use client";

import type { RunState } from "@/lib/core/run/state";
import { Part } from "../inspector/part";
import { Button } from "../ui/button";
import { useCritique } from "./use-critique";
import { VersionScore } from "./version-score";

type PlanGlanceProps = { state: RunState; openTab(key: string): void };

/** What the critic thinks of the plan in force, and the way to what it found. */
export function PlanGlance({ state, openTab }: PlanGlanceProps) {
  const critique = useCritique(state, state.planVersion);
  if (!critique) return null;
  return (
    <Part title="The plan, as the critic sees it" level={2} aside={`version ${state.planVersion}`}>
      <VersionScore critique={critique} />
      <Button size="small" className="justify-self-start" onClick={() => openTab("replans")}>
        Findings and export
      </Button>
    </Part>
  );
}
