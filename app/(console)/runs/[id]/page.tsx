import type { Metadata } from "next";
import { RunScreen } from "@/components/runs/run-screen";
import { LOG_EVENTS } from "@/lib/client/fold-events";
import { consoleCall, orNotFound, unsupportedReason } from "../../call";
import { commandRun } from "./actions";

type RunPageProps = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: RunPageProps): Promise<Metadata> {
  const { id } = await params;
  const { services, actor } = await consoleCall();
  const snapshot = orNotFound(services.runs.snapshot({ actor, input: { runId: id } }));
  if ((await unsupportedReason(snapshot)) !== undefined) return { title: "Run" };
  return { title: (await snapshot).state.mission.slice(0, 80) };
}

export default async function RunPage({ params }: RunPageProps) {
  const { id } = await params;
  const { services, actor } = await consoleCall();
  // Before the snapshot: what the run uses in between is then among the events.
  const { use } = await orNotFound(services.runs.calls({ actor, input: { runId: id, limit: 1 } }));
  const { state } = await services.runs.snapshot({ actor, input: { runId: id } });
  const after = Math.max(0, state.seq - LOG_EVENTS);
  const { items } = await services.runs.events({ actor, input: { runId: id, after, limit: LOG_EVENTS } });
  const log = items.filter((event) => event.seq <= state.seq);
  return <RunScreen key={id} snapshot={{ state, log }} usage={use} sendCommand={commandRun} />;
}
