import type { Metadata } from "next";
import { overviewQuery, spendingQuery } from "@/components/overview/figure-queries";
import { Overview } from "@/components/overview/overview";
import { RECENT_RUNS } from "@/components/overview/recent";
import { ServerRendered } from "@/components/shell/server-rendered";
import { dehydrateRendered, rendered } from "@/lib/client/server-rendered";
import { consoleCall } from "../call";
import { heldDecisions, listedRuns, liveRuns, myGates } from "../lists";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { services, actor } = await consoleCall();
  const [scenarios, stalled, ...lists] = await Promise.all([
    services.scenarios.list({ actor, input: {} }),
    services.runs.stalled({ actor, input: {} }),
    rendered(spendingQuery("overview"), () => services.spending.get({ actor, input: {} })),
    rendered(overviewQuery(), () => services.overview.figures({ actor, input: {} })),
    myGates(),
    heldDecisions(),
    liveRuns(),
    ...Object.values(RECENT_RUNS).map(listedRuns),
  ]);
  return (
    <ServerRendered state={dehydrateRendered(lists)}>
      <Overview scenarios={scenarios.items} stalledRuns={stalled.items} />
    </ServerRendered>
  );
}
