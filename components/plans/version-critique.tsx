"use client";

import { EmptyState } from "../ui/empty-state";
import { Skeleton } from "../ui/skeleton";
import { FindingList } from "./finding-list";
import { FindingVerdictField, type ReviewFinding } from "./finding-verdict";
import type { VersionCritique } from "./use-critique";
import { VersionScore } from "./version-score";

type VersionCritiqueProps = {
  critique: VersionCritique | undefined;
  titles: ReadonlyMap<string, string>;
  onSelect(taskId: string): void;
  /** Left out once the run has ended: nothing can be said of its plan any more. */
  review?: ReviewFinding | undefined;
};

/** What the critic says of a plan version, finding by finding, with people's word on each. */
export function VersionCritiqueView({ critique, titles, onSelect, review }: VersionCritiqueProps) {
  if (!critique) {
    return (
      <EmptyState title="The critic did not look at this version">
        It judges plans before they run, where the settings of the run do not turn it off.
      </EmptyState>
    );
  }
  const { findings, omitted, failed } = critique;
  return (
    <div className="grid gap-3">
      <VersionScore critique={critique} />
      {findings ? (
        <FindingList
          label="Findings of the critic"
          findings={findings}
          titles={titles}
          onSelect={onSelect}
          below={(finding) => <FindingVerdictField finding={finding} review={review} />}
        />
      ) : failed ? (
        <p className="text-bad">
          <span aria-hidden="true">✕ </span>The findings could not be loaded.
        </p>
      ) : (
        <Skeleton className="h-40" />
      )}
      {!review && findings && findings.length > 0 && (
        <p className="text-muted text-xs">The run has ended: what was said of the findings stands.</p>
      )}
      {omitted > 0 && <p className="text-muted">{omitted} more findings were not kept.</p>}
    </div>
  );
}
