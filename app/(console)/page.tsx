import type { Metadata } from "next";
import { Overview } from "@/components/overview/overview";
import { RECENT_RUNS } from "@/components/overview/recent";
import { LIVE_GATES, LIVE_RUNS } from "@/components/shell/live-filters";
import { consoleCall } from "./call";
import { startMission } from "./runs/new/actions";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { services, actor } = await consoleCall();
  const [scenarios, gates, live, recent, health] = await Promise.all([
    services.scenarios.list({ actor, input: {} }),
    services.approvals.list({ actor, input: LIVE_GATES }),
    services.runs.list({ actor, input: LIVE_RUNS }),
    services.runs.list({ actor, input: RECENT_RUNS }),
    services.system.health({ actor, input: {} }),
  ]);
  return (
    <Overview
      {...{ gates, live, recent }}
      scenarios={scenarios.items}
      stalledRuns={health.runFailures}
      start={startMission}
    />
  );
}
