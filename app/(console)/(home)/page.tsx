import Link from "next/link";
import { NeedsYou } from "@/components/approvals/needs-you";
import { MissionForm } from "@/components/missions/mission-form";
import { SampleCards } from "@/components/missions/sample-cards";
import { RefreshWhileLive } from "@/components/runs/refresh-while-live";
import { RunList } from "@/components/runs/run-list";
import { Card } from "@/components/ui/card";
import { isTerminalRun } from "@/lib/core/run/status";
import { consoleCall } from "../call";
import { startMission } from "./actions";

type HomeProps = { searchParams: Promise<{ cursor?: string | string[] }> };

export default async function Home({ searchParams }: HomeProps) {
  const { cursor } = await searchParams;
  const { services, actor } = await consoleCall();
  const [scenarios, runs, gates] = await Promise.all([
    services.scenarios.list({ actor, input: {} }),
    services.runs.list({ actor, input: typeof cursor === "string" ? { cursor, limit: 20 } : { limit: 20 } }),
    services.approvals.list({ actor, input: { limit: 20 } }),
  ]);
  return (
    <>
      <h1 className="font-semibold text-xl tracking-tight">Missions</h1>
      <NeedsYou gates={gates.items} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <Card title="Try a sample">
            <SampleCards scenarios={scenarios.items} start={startMission} />
          </Card>
          <Card title="Start your own">
            <MissionForm start={startMission} />
          </Card>
        </div>
        <Card title="Runs">
          <RunList runs={runs.items} />
          {runs.nextCursor && (
            <p className="-mx-4 mt-3 border-t border-line px-4 pt-3">
              <Link href={`/?cursor=${runs.nextCursor}`} className="text-run underline">
                Older runs
              </Link>
            </p>
          )}
        </Card>
      </div>
      <RefreshWhileLive live={runs.items.some((run) => !isTerminalRun(run.status))} />
    </>
  );
}
