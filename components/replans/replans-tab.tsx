"use client";

import { useMemo } from "react";
import type { PlanVersion } from "@/lib/core/run/plan-versions";
import type { RunState } from "@/lib/core/run/state";
import type { History } from "../log/use-history";
import type { SendCommand } from "../runs/types";
import type { VersionPair } from "../runs/use-room-address";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { Skeleton } from "../ui/skeleton";
import { useUrlParam } from "../ui/use-url-param";
import { Comparison } from "./comparison";
import { HistoryCard } from "./history-card";
import { type VersionEntry, versionEntries } from "./replan-entries";
import { VersionCard } from "./version-card";
import { VersionList } from "./version-list";

type ReplansTabProps = {
  state: RunState;
  history: History;
  versions: readonly PlanVersion[];
  compared: VersionPair | undefined;
  compare(pair: VersionPair): void;
  showOnCanvas(from: number, to: number): void;
  sendCommand: SendCommand;
  showTask(taskId: string): void;
};

/** How the plan came to be what it is: its versions, and what differs between any two of them. */
export function ReplansTab(props: ReplansTabProps) {
  const { state, history, versions, compared, compare, showOnCanvas, sendCommand, showTask } = props;
  const [chosen, setChosen] = useUrlParam("version");
  const { complete } = history;
  const { replanHistory } = state;
  const entries = useMemo(() => versionEntries(versions, replanHistory), [versions, replanHistory]);
  const pair = compared ?? newestPair(versions);
  const shown =
    versions.find(({ version }) => String(version) === chosen) ??
    versions.find(({ version }) => version === pair?.to) ??
    versions.at(-1);
  const show = ({ version, parent }: VersionEntry) => {
    setChosen(String(version.version));
    if (parent) compare({ from: parent.version, to: version.version });
  };
  if (!complete) return <Loading failed={history.failed} retry={history.retry} />;
  if (versions.length === 0) {
    return (
      <EmptyState title={state.phase === "ended" ? "There was no plan" : "The plan is being written"}>
        Every version of it is kept here, with what it changed and why.
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
            <p role="status" className="border-line border-b px-4 py-3 text-retry">
              <span aria-hidden="true">↻ </span>
              Replan {state.replan.number} is under way: {state.replan.cause.reason}
            </p>
          )}
          <VersionList entries={entries} shown={shown?.version} current={state.planVersion} onShow={show} />
        </section>
        <HistoryCard
          state={state}
          showTask={showTask}
          showVersion={(number) => entries.filter(({ version }) => version.version === number).forEach(show)}
        />
      </div>
      <div className="grid min-w-0 gap-4">
        {shown && <VersionCard state={state} version={shown} sendCommand={sendCommand} onSelect={showTask} />}
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
            <EmptyState title="The plan has not changed">
              When what is left of it is replaced, the two versions are compared here.
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
    return <EmptyState title="The older versions could not be loaded" action={again} />;
  }
  return (
    <div role="status" className="grid gap-4 p-4 md:p-6 lg:grid-cols-[24rem_minmax(0,1fr)]">
      <span className="sr-only">Loading the versions…</span>
      <Skeleton className="h-64" />
      <Skeleton className="h-96" />
    </div>
  );
}

function newestPair(versions: readonly PlanVersion[]): VersionPair | undefined {
  const newest = versions.findLast(({ parent }) => parent !== undefined);
  return newest?.parent === undefined ? undefined : { from: newest.parent, to: newest.version };
}
