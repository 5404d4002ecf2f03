import type { Metadata } from "next";
import Link from "next/link";
import { RunScreen } from "@/components/runs/run-screen";
import { LOG_EVENTS } from "@/lib/client/fold-events";
import { consoleCall, orNotFound } from "../../call";
import { commandRun, decideApproval } from "./actions";

type RunPageProps = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: RunPageProps): Promise<Metadata> {
  const { id } = await params;
  const { services, actor } = await consoleCall();
  const { state } = await orNotFound(services.runs.snapshot({ actor, input: { runId: id } }));
  return { title: state.mission.slice(0, 80) };
}

export default async function RunPage({ params }: RunPageProps) {
  const { id } = await params;
  const { services, actor } = await consoleCall();
  const { state } = await orNotFound(services.runs.snapshot({ actor, input: { runId: id } }));
  const after = Math.max(0, state.seq - LOG_EVENTS);
  const { items } = await services.runs.events({ actor, input: { runId: id, after, limit: LOG_EVENTS } });
  const log = items.filter((event) => event.seq <= state.seq);
  return (
    <>
      <p className="-mb-1 text-xs">
        <Link href="/" className="text-muted hover:underline">
          ← Missions
        </Link>
      </p>
      <RunScreen snapshot={{ state, log }} command={commandRun} decide={decideApproval} />
    </>
  );
}
