import type { Metadata } from "next";
import { RunScreen } from "@/components/runs/run-screen";
import { unsupportedReason } from "../../call";
import { commandRun } from "./actions";
import { runView } from "./run-view";

type RunPageProps = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: RunPageProps): Promise<Metadata> {
  const view = runView((await params).id);
  if ((await unsupportedReason(view)) !== undefined) return { title: "Run" };
  return { title: (await view).state.mission.slice(0, 80) };
}

export default async function RunPage({ params }: RunPageProps) {
  const { id } = await params;
  const { state, log, usage } = await runView(id);
  return <RunScreen key={id} snapshot={{ state, log }} usage={usage} sendCommand={commandRun} />;
}
