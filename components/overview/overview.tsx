"use client";

import Link from "next/link";
import { useState } from "react";
import { runsQuery } from "@/lib/client/query";
import { formatCounted } from "@/lib/core/describe/amounts";
import { formatProgress } from "@/lib/core/describe/costs/totals";
import { describeEnding } from "@/lib/core/describe/endings";
import { listedQuestion } from "@/lib/core/describe/gates/listed-question";
import { runStatusDisplay } from "@/lib/core/describe/looks/run";
import type { Scenario } from "@/lib/core/scenarios";
import type { ApprovalView, Page, RunListItem, StalledRun } from "@/lib/core/views";
import { DecisionCard, PLACES } from "../approvals/decision-rows";
import { HeldDecisions } from "../approvals/held-decisions";
import { SampleCards } from "../missions/sample-cards";
import { RunTime } from "../run-list/run-time";
import { taskHref } from "../runs/task-href";
import { countText, useLiveRuns, useMyGates } from "../shell/live-lists";
import { useRendered } from "../shell/server-rendered";
import { useArrivalOrder } from "../ui/behavior/use-arrival-order";
import { Card } from "../ui/card";
import { ButtonLink } from "../ui/links/button-link";
import { PageHeader } from "../ui/page-header";
import { Progress } from "../ui/progress";
import { RelativeTime } from "../ui/relative-time";
import { StatusLabel } from "../ui/status-label";
import { Figures } from "./figures";
import { lastEnded, RECENT_RUNS } from "./recent";
import { StalledRuns } from "./stalled-runs";

/** How many rows a list has room for at least that fills while it is read. */
const MIN_ROWS = 3;

type OverviewProps = {
  scenarios: readonly Scenario[];
  stalledRuns: readonly StalledRun[];
};

/** What needs a person now, what runs, what went wrong; on the first visit, how to begin. */
export function Overview({ scenarios, stalledRuns }: OverviewProps) {
  const gates = useMyGates();
  const live = useLiveRuns();
  const failed = useRendered(runsQuery(RECENT_RUNS.failed)).items;
  const aborted = useRendered(runsQuery(RECENT_RUNS.aborted)).items;
  const completed = useRendered(runsQuery(RECENT_RUNS.completed)).items;
  const cancelled = useRendered(runsQuery(RECENT_RUNS.cancelled)).items;
  const failures = lastEnded(failed, aborted);
  const others = lastEnded(completed, cancelled);
  if (live.items.length + failures.length + others.length === 0) return <FirstVisit scenarios={scenarios} />;
  return (
    <>
      <PageHeader title="Overview" actions={<NewMissionLink />} />
      <WaitingForYou gates={gates} />
      <HeldDecisions keys="list" part="first" />
      {stalledRuns.length > 0 && (
        <Card title="Stalled runs" aside="These runs do not continue on their own">
          <StalledRuns runs={stalledRuns} />
        </Card>
      )}
      <Figures />
      <div className="grid items-start gap-4 lg:grid-cols-[repeat(auto-fit,minmax(24rem,1fr))]">
        <LiveRuns live={live} />
        {/* There before the first of them ends: what is read beside them keeps its place. */}
        <Card title="Recent failures">
          <EndedRuns runs={failures} none="No failed runs." />
        </Card>
        <Card title="Recently ended">
          <EndedRuns runs={others} none="No completed runs." />
        </Card>
      </div>
      <Card title="Sample missions" aside="One click each, no side effects">
        <SampleCards scenarios={scenarios} />
      </Card>
      <HeldDecisions keys="list" part="late" />
    </>
  );
}

function FirstVisit({ scenarios }: Pick<OverviewProps, "scenarios">) {
  return (
    <>
      <PageHeader title="Welcome to Waymark">
        Waymark runs plans written by agents and stops when a person has to decide.
      </PageHeader>
      <Card title="Start with a sample" aside="One click each, no side effects">
        <SampleCards scenarios={scenarios} leads />
      </Card>
      <Card title="Or write your own">
        <p className="text-muted">
          Describe your goal in your own words, or paste a plan as JSON or text. See the plan as a graph,
          watch it run, and approve what matters.
        </p>
        <p className="mt-3">
          <ButtonLink href="/runs/new">New mission</ButtonLink>
        </p>
      </Card>
    </>
  );
}

function NewMissionLink() {
  return (
    <ButtonLink href="/runs/new" variant="main">
      New mission
    </ButtonLink>
  );
}

/** The rows that a list begins with are its room while it is shown: what comes and goes moves nothing below it. */
function useRoom(rows: number): number {
  const [room] = useState(Math.min(PLACES.length, Math.max(MIN_ROWS, rows)));
  return room;
}

/** Runs that have not ended, newest first, with how far they are; those that begin while it is read come last. */
function LiveRuns({ live }: { live: Page<RunListItem> }) {
  const room = useRoom(live.items.length);
  const runs = useArrivalOrder(live.items, ({ id }) => id);
  const all = `${countText(live)} live`;
  return (
    <Card
      title="Live runs"
      aside={
        runs.length > room ? (
          <Link href="/runs?show=live" className="underline">
            All {all} runs
          </Link>
        ) : (
          runs.length > 0 && all
        )
      }
    >
      {runs.length === 0 && <p className="-mb-5 text-muted">No live runs.</p>}
      <ul className="-mx-4 -my-3 divide-y divide-line">
        {runs.slice(0, room).map((run) => (
          <LiveRun key={run.id} run={run} />
        ))}
        {PLACES.slice(runs.length, room).map((place) => (
          <li key={place} aria-hidden="true" className="invisible h-[4.375rem]" />
        ))}
      </ul>
    </Card>
  );
}

function LiveRun({ run }: { run: RunListItem }) {
  const look = runStatusDisplay(run);
  const { total, open } = run.tasks;
  return (
    <li className="relative grid gap-1 px-4 py-2.5 hover:bg-ground">
      {/* Below it from the start: a longer status would break to a line of its own, and move the rows below. */}
      <div className="grid justify-items-start">
        <Link
          data-opens
          href={`/runs/${run.id}`}
          className="line-clamp-2 min-w-0 font-medium after:absolute after:inset-0 hover:underline"
        >
          {run.title}
        </Link>
        <StatusLabel status={look} />
      </div>
      <Progress label="Finished tasks" value={total - open} max={Math.max(1, total)} tone={look.tone} />
      <p className="flex flex-wrap gap-x-3 text-muted text-xs">
        <span>{total === 0 ? "No plan yet" : `${formatProgress(run.tasks, false)} tasks`}</span>
        <span>
          <RunTime run={run} />
        </span>
        {run.replans > 0 && <span>{formatCounted(run.replans, "replan", "replans")}</span>}
      </p>
    </li>
  );
}

/** Open gates for the one who looks, oldest first. */
function WaitingForYou({ gates }: { gates: Page<ApprovalView> }) {
  const room = useRoom(gates.items.length);
  const rows = gates.items.slice(0, room).map((gate) => ({
    key: gate.id,
    href: taskHref(gate),
    title: listedQuestion(gate),
    mission: gate.mission,
    when: <RelativeTime at={gate.openedAt} />,
  }));
  const aside = gates.items.length > room && (
    <Link href="/inbox" className="underline">
      View all {countText(gates)} in the inbox
    </Link>
  );
  return (
    <DecisionCard
      title="Waiting for you"
      look={rows.length > 0 ? "person" : "plain"}
      rows={rows}
      aside={aside}
      minRows={room}
      keys="list"
      empty="Nothing needs you now."
    />
  );
}

/** Runs that have ended, newest first, each with why. */
function EndedRuns({ runs, none }: { runs: readonly RunListItem[]; none: string }) {
  if (runs.length === 0) return <p className="text-muted">{none}</p>;
  return (
    <ul className="-mx-4 -my-3 divide-y divide-line">
      {runs.map((run) => (
        <li key={run.id} className="relative grid gap-0.5 px-4 py-2.5 hover:bg-ground">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <Link
              data-opens
              href={`/runs/${run.id}`}
              className="line-clamp-2 min-w-0 font-medium after:absolute after:inset-0 hover:underline"
            >
              {run.title}
            </Link>
            <StatusLabel status={runStatusDisplay(run)} />
          </div>
          <p className="flex flex-wrap gap-x-3 text-muted text-xs">
            {run.finishReason && <span>{describeEnding(run.finishReason, run.tasks)}</span>}
            <RelativeTime at={run.finishedAt ?? run.createdAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}
