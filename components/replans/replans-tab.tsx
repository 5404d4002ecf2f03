"use client";

import { useMemo, useState } from "react";
import { call } from "@/lib/client/call";
import { fetchPlanFile } from "@/lib/client/plan-version-file";
import { formatTaskCount } from "@/lib/core/describe/costs/totals";
import { formatReason } from "@/lib/core/describe/reason";
import { countChanges } from "@/lib/core/plan/compare/diff";
import type { PlanVersion } from "@/lib/core/run/events/plan-versions";
import { isOver } from "@/lib/core/run/retrospects";
import type { RunState } from "@/lib/core/run/state";
import type { History } from "../log/use-history";
import { VersionCritiqueView } from "../plans/critique/critique";
import type { ReviewFinding } from "../plans/critique/finding-verdict";
import { useCritique } from "../plans/critique/use-critique";
import { PlanExport } from "../plans/plan-export";
import type { VersionPair } from "../runs/use-run-address";
import { useUrlParam } from "../ui/behavior/use-url-param";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { LiveButton } from "../ui/live";
import { RelativeTime } from "../ui/relative-time";
import { Skeleton } from "../ui/skeleton";
import { Comparison } from "./comparison";
import { Counts } from "./counts";
import { HistoryCard } from "./history-card";
import { ORIGIN_LABELS, TRIGGER_LABELS } from "./labels";
import { RefinementsCard } from "./refinements-card";
import { type VersionEntry, versionEntries } from "./replan-entries";

type VersionListProps = {
  entries: readonly VersionEntry[];
  /** The version whose changes are shown. */
  shown: number | undefined;
  current: number;
  onShow(entry: VersionEntry): void;
};

type VersionCardProps = {
  state: RunState;
  version: PlanVersion;
  onSelect(taskId: string): void;
};

type ReplansTabProps = {
  state: RunState;
  history: History;
  versions: readonly PlanVersion[];
  compared: VersionPair | undefined;
  compare(pair: VersionPair): void;
  showOnCanvas(from: number, to: number): void;
  showTask(taskId: string): void;
};

/** How the plan came to be what it is: its versions, and what differs between any two of them. */
export function ReplansTab(props: ReplansTabProps) {
  const { state, history, versions, compared, compare, showOnCanvas, showTask } = props;
  const [chosen, setChosen] = useUrlParam("version");
  const { complete } = history;
  const { replanHistory } = state;
  const entries = useMemo(() => versionEntries(versions, replanHistory), [versions, replanHistory]);
  // What is read stays when another version comes, which its list tells.
  const [began, setBegan] = useState<VersionPair>();
  const newest = complete ? newestPair(versions) : undefined;
  if (newest && !began) setBegan(newest);
  const pair = compared ?? began ?? newest;
  const shown =
    versions.find(({ version }) => String(version) === chosen) ??
    versions.find(({ version }) => version === pair?.to) ??
    versions.at(-1);
  const show = ({ version, parent }: VersionEntry) => {
    setChosen(String(version.version));
    if (parent) compare({ from: parent.version, to: version.version });
  };
  const showVersion = (number: number) =>
    entries.filter(({ version }) => version.version === number).forEach(show);
  if (!complete) return <Loading failed={history.failed} retry={history.retry} />;
  if (versions.length === 0) {
    return (
      <EmptyState title={state.phase === "ended" ? "No plan" : "Planning…"}>
        Every plan version appears here, with what changed and why.
      </EmptyState>
    );
  }
  return (
    <div className="grid items-start gap-4 p-4 md:p-6 lg:grid-cols-[24rem_minmax(0,1fr)]">
      <div className="grid gap-4">
        <section
          aria-label="Replans"
          className="overflow-hidden rounded-xl border border-line bg-panel shadow-card"
        >
          {state.replan && (
            <p role="status" className="border-line border-b px-4 py-3 text-run">
              <span aria-hidden="true">◐ </span>
              Replan {state.replan.number} in progress: {formatReason(state.replan.cause.reason)}
            </p>
          )}
          <VersionList entries={entries} shown={shown?.version} current={state.planVersion} onShow={show} />
        </section>
        <HistoryCard state={state} showTask={showTask} showVersion={showVersion} />
        <RefinementsCard state={state} showVersion={showVersion} />
      </div>
      <div className="grid min-w-0 gap-4">
        {shown && <VersionCard state={state} version={shown} onSelect={showTask} />}
        {pair ? (
          <Comparison
            runId={state.runId}
            versions={versions}
            pair={pair}
            compare={(next) => {
              setChosen(undefined);
              compare(next);
            }}
            onShow={() => showOnCanvas(pair.from, pair.to)}
          />
        ) : (
          <Card title="Changes">
            <EmptyState title="No changes yet">
              When the plan is replanned, the versions are compared here.
            </EmptyState>
          </Card>
        )}
      </div>
    </div>
  );
}

function Loading({ failed, retry }: { failed: boolean; retry(): void }) {
  if (failed) {
    const again = <Button onClick={retry}>Try again</Button>;
    return <EmptyState title="Could not load older versions" action={again} />;
  }
  return (
    <div role="status" className="grid gap-4 p-4 md:p-6 lg:grid-cols-[24rem_minmax(0,1fr)]">
      <span className="sr-only">Loading versions…</span>
      <Skeleton className="h-64" />
      <Skeleton className="h-96" />
    </div>
  );
}

function newestPair(versions: readonly PlanVersion[]): VersionPair | undefined {
  const newest = versions.findLast(({ parent }) => parent !== undefined);
  return newest?.parent === undefined ? undefined : { from: newest.parent, to: newest.version };
}

/** One plan version: what the critic says of it, people's word on that, and the way to take it away. */
function VersionCard({ state, version: { version, plan }, onSelect }: VersionCardProps) {
  const { runId } = state;
  const critique = useCritique(state, version);
  const titles = useMemo(() => new Map(plan.tasks.map(({ id, title }) => [id, title])), [plan]);
  const review: ReviewFinding = (given, key) =>
    call(
      "POST /api/v1/runs/{id}/commands",
      { id: runId, type: "review_finding", planVersion: version, ...given },
      { key },
    );
  return (
    <Card
      title={`Critique of version ${version}`}
      aside={<PlanExport fileOf={(format) => fetchPlanFile({ runId, version, format })} />}
    >
      <VersionCritiqueView
        key={version}
        critique={critique}
        titles={titles}
        keptAs={`finding/${state.runId}/${version}`}
        onSelect={onSelect}
        review={isOver(state) ? undefined : review}
      />
    </Card>
  );
}

/** The versions of the plan, newest first: where each came from, why, by whom, and what it changed. */
function VersionList({ entries, shown, current, onShow }: VersionListProps) {
  return (
    <ol aria-label="Plan versions" className="grid">
      {entries.map((entry) => {
        const { version, diff, change } = entry;
        const isShown = version.version === shown;
        const cause = change?.reason ?? version.cause;
        return (
          <li key={version.version} className="border-line border-b last:border-b-0">
            <LiveButton
              aria-pressed={isShown}
              onClick={() => onShow(entry)}
              className={`grid w-full gap-0.5 border-l-2 px-4 py-3 text-left -outline-offset-2 ${isShown ? "border-ink bg-ground" : "border-transparent enabled:hover:bg-ground"}`}
            >
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-medium">
                  Version {version.version}
                  {version.version === current && <span className="font-normal text-muted"> · current</span>}
                </span>
                {diff ? <Counts {...countChanges(diff)} /> : <TaskCount tasks={version.plan.tasks.length} />}
              </span>
              <span className="text-muted text-xs">
                {ORIGIN_LABELS[version.origin]}
                {change && ` · ${change.kind} ${change.number} · ${TRIGGER_LABELS[change.trigger]}`}
              </span>
              {cause && <span className="line-clamp-3">{formatReason(cause)}</span>}
              <span className="text-muted text-xs">
                by {version.author}, <RelativeTime at={version.at} />
              </span>
            </LiveButton>
          </li>
        );
      })}
    </ol>
  );
}

function TaskCount({ tasks }: { tasks: number }) {
  return <span className="text-muted text-xs">{formatTaskCount(tasks)}</span>;
}
