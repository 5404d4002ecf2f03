"use client";

import { EmptyState } from "../../ui/empty-state";
import { Skeleton } from "../../ui/skeleton";
import { CoverageView } from "./coverage";
import { FindingList } from "./finding-list";
import { FindingVerdictField, type ReviewFinding } from "./finding-verdict";
import { VersionScore } from "./score";
import type { VersionCritique } from "./use-critique";

type VersionCritiqueProps = {
  critique: VersionCritique | undefined;
  titles: ReadonlyMap<string, string>;
  /** What is typed of its findings is kept in this tab under it. */
  keptAs: string;
  onSelect(taskId: string): void;
  /** Left out once the run has ended: nothing can be said of its plan any more. */
  review?: ReviewFinding | undefined;
};

/** What the critic says of a plan version, finding by finding, with people's word on each. */
export function VersionCritiqueView({ critique, titles, keptAs, onSelect, review }: VersionCritiqueProps) {
  if (!critique) {
    return (
      <EmptyState title="This version was not critiqued">
        Plans are critiqued before they run, unless the run settings turn it off.
      </EmptyState>
    );
  }
  const { findings, omitted, failed, coverage } = critique;
  return (
    <div className="grid gap-3">
      <VersionScore critique={critique} />
      {findings ? (
        <FindingList
          label="Critic findings"
          findings={findings}
          titles={titles}
          onSelect={onSelect}
          below={(finding) => <FindingVerdictField finding={finding} keptAs={keptAs} review={review} />}
        />
      ) : failed ? (
        <p className="text-bad">
          <span aria-hidden="true">✕ </span>Could not load the findings.
        </p>
      ) : (
        <Skeleton className="h-40" />
      )}
      {!review && findings && findings.length > 0 && (
        <p className="text-muted text-xs">The run has ended, so verdicts are final.</p>
      )}
      {omitted > 0 && <p className="text-muted">{omitted} more findings were not stored.</p>}
      {coverage && <CoverageView coverage={coverage} titles={titles} onSelect={onSelect} />}
    </div>
  );
}
