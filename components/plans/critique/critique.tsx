"use client";

import type { RunState, TaskState } from "@/lib/core/run/state";
import { SEVERITY_DISPLAY } from "../../status";
import { Button } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { StatusLabel } from "../../ui/status-label";
import { FindingList } from "./finding-list";
import { FindingVerdictField, type ReviewFinding, VerdictNote } from "./finding-verdict";
import { taskOfFinding } from "./issues-by-task";
import { VersionScore } from "./score";
import { useCritique, type VersionCritique } from "./use-critique";

type CritiqueSummaryProps = { state: RunState; openTab(key: string): void };

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
      <EmptyState title="This version was not critiqued">
        Plans are critiqued before they run, unless the run settings turn it off.
      </EmptyState>
    );
  }
  const { findings, omitted, failed } = critique;
  return (
    <div className="grid gap-3">
      <VersionScore critique={critique} />
      {findings ? (
        <FindingList
          label="Critic findings"
          findings={findings}
          titles={titles}
          onSelect={onSelect}
          below={(finding) => <FindingVerdictField finding={finding} review={review} />}
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
    </div>
  );
}

/** What the critic thinks of the plan in force, and the way to what it found. */
export function CritiqueSummary({ state, openTab }: CritiqueSummaryProps) {
  const critique = useCritique(state, state.planVersion);
  if (!critique) return null;
  return (
    <Section title="Plan critique" level={2} aside={`version ${state.planVersion}`}>
      <VersionScore critique={critique} />
      <Button size="small" className="justify-self-start" onClick={() => openTab("replans")}>
        View findings
      </Button>
    </Section>
  );
}

/** What the critic says of one task of the plan in force. */
export function TaskFindings({ state, task }: { state: RunState; task: TaskState }) {
  const critique = useCritique(state, state.planVersion);
  const findings = critique?.findings?.filter((finding) => taskOfFinding(finding) === task.id) ?? [];
  if (findings.length === 0) return null;
  return (
    <Section title="Critique" aside={`plan v${state.planVersion}`}>
      <ul className="grid gap-2">
        {findings.map(({ key, severity, message, verdict }) => (
          <li key={key} className="grid gap-0.5">
            <StatusLabel status={SEVERITY_DISPLAY[severity]} className="text-xs" />
            <span>{message}</span>
            {verdict && <VerdictNote verdict={verdict} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
