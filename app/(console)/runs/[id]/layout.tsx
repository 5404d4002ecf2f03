import type { ReactNode } from "react";
import { UnreadableRun } from "@/components/runs/unreadable-run";
import { unsupportedReason } from "../../call";
import { runView } from "./run-view";

type RunLayoutProps = { children: ReactNode; params: Promise<{ id: string }> };

/** Asks before the page begins to stream: an unknown run is answered by 404, one of another version by why. */
export default async function RunLayout({ children, params }: RunLayoutProps) {
  const refusal = await unsupportedReason(runView((await params).id));
  return refusal === undefined ? children : <UnreadableRun message={refusal} />;
}
