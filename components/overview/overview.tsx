"use client";

import { useQuery } from "@tanstack/react-query";
import { useServerRendered } from "@/lib/client/page-settled";
import { runsQuery } from "@/lib/client/query";
import type { Scenario } from "@/lib/core/scenarios";
import type { ApprovalView, Page, RunListItem, StalledRun } from "@/lib/core/views";
import { SampleCards } from "../missions/sample-cards";
import type { StartMission } from "../missions/types";
import { useLiveRuns, useOpenGates } from "../shell/live-lists";
import { ButtonLink } from "../ui/button";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import { EndedRuns } from "./ended-runs";
import { LiveRuns } from "./live-runs";
import { RECENT_RUNS, splitByOutcome } from "./recent";
import { StalledRuns } from "./troubled-runs";
import { WaitingForYou } from "./waiting-for-you";

type OverviewProps = {
  gates: Page<ApprovalView>;
  live: Page<RunListItem>;
  recent: Page<RunListItem>;
  scenarios: readonly Scenario[];
  stalledRuns: readonly StalledRun[];
  start: StartMission;
};

/** What needs a person now, what runs, what went wrong; on the first visit, how to begin. */
export function Overview({ scenarios, stalledRuns, start, ...initial }: OverviewProps) {
  const gates = useOpenGates(initial.gates).items;
  const live = useLiveRuns(initial.live).items;
  const ended = useQuery({
    ...runsQuery(RECENT_RUNS),
    ...useServerRendered(initial.recent),
  }).data.items;
  if (live.length + ended.length === 0) return <FirstVisit scenarios={scenarios} start={start} />;
  const { failures, others } = splitByOutcome(ended);
  return (
    <>
      <PageHeader title="Overview" actions={<NewMissionLink />} />
      <WaitingForYou gates={gates} />
      {stalledRuns.length > 0 && (
        <Card title="Runs that need a look" aside="No worker moves them by itself">
          <StalledRuns runs={stalledRuns} />
        </Card>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[repeat(auto-fit,minmax(24rem,1fr))]">
        <Card title="Live runs" aside={live.length > 0 && `${live.length} live`}>
          <LiveRuns runs={live} />
        </Card>
        {failures.length > 0 && (
          <Card title="Recent failures">
            <EndedRuns runs={failures} />
          </Card>
        )}
        {others.length > 0 && (
          <Card title="Recently ended">
            <EndedRuns runs={others} />
          </Card>
        )}
      </div>
      <Card title="Sample missions" aside="One click each; nothing outside is touched">
        <SampleCards scenarios={scenarios} start={start} />
      </Card>
    </>
  );
}

function FirstVisit({ scenarios, start }: Pick<OverviewProps, "scenarios" | "start">) {
  return (
    <>
      <PageHeader title="Welcome to Waymark">
        It runs plans that agents write, and stops where a person has to decide.
      </PageHeader>
      <Card title="Start with a sample" aside="One click each; nothing outside is touched">
        <SampleCards scenarios={scenarios} start={start} />
      </Card>
      <Card title="Or write your own">
        <p className="text-muted">
          Say in your own words what is to be done, or paste a plan as JSON or as text. You see the plan as a
          graph, watch it run, and approve what matters.
        </p>
        <p className="mt-3">
          <NewMissionLink />
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
