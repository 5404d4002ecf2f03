import type { Metadata } from "next";
import { redirect, unstable_rethrow } from "next/navigation";
import { preload } from "react-dom";
import { closedGateHref } from "@/components/approvals/address";
import { LargeRun } from "@/components/runs/large-run";
import { WrittenRun } from "@/components/runs/written-run";
import { toPageText } from "@/lib/client/page-text";
import { runPagePath } from "@/lib/client/run-page-path";
import { runView } from "./run-view";

/** Runs of more tasks are read after the page, which stays small. */
const TASKS_WITHIN = 150;

type RunPageProps = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: RunPageProps): Promise<Metadata> {
  // What cannot be read is the page's to tell: it has a name all the same.
  const view = await runView((await params).id).catch(unstable_rethrow);
  return { title: view?.state.mission.slice(0, 80) ?? "Run" };
}

export default async function RunPage({ params }: RunPageProps) {
  const { id } = await params;
  const view = await runView(id);
  const { state, drill } = view;
  if (drill) redirect(closedGateHref(Object.keys(state.approvals)[0] ?? ""));
  if (state.order.length > TASKS_WITHIN) {
    preload(runPagePath(id), { as: "fetch", crossOrigin: "anonymous" });
    return <LargeRun key={id} runId={id} />;
  }
  return <WrittenRun key={id} view={toPageText(view)} />;
}
