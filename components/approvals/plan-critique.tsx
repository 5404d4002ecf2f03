"use client";

import type { RunState } from "@/lib/core/run/state";
import { FindingList } from "../plans/finding-list";
import { VerdictNote } from "../plans/finding-verdict";
import { useCritique } from "../plans/use-critique";
import { VersionScore } from "../plans/version-score";
import { PanelSection } from "./panel-section";

type PlanCritiqueProps = { state: RunState; version: number };

/** The critic's word on the plan that waits for approval. */
export function PlanCritique({ state, version }: PlanCritiqueProps) {
  const critique = useCritique(state, version);
  if (!critique) return null;
  const titles = new Map(Object.values(state.tasks).map(({ id, spec }) => [id, spec.title]));
  return (
    <PanelSection title="What the critic says">
      <div className="grid gap-2">
        <VersionScore critique={critique} />
        <FindingList
          label="Findings of the critic"
          findings={critique.findings ?? []}
          titles={titles}
          below={({ verdict }) => verdict && <VerdictNote verdict={verdict} />}
        />
      </div>
    </PanelSection>
  );
}
