import type { ReactNode } from "react";
import { RemovedRun, UnreadableRun } from "@/components/runs/unreadable-run";
import { refusalOf } from "../../call";
import { runView } from "./run-view";

type RunLayoutProps = { children: ReactNode; params: Promise<{ id: string }> };

/** Asks before the page begins to stream: an unknown run is answered by 404, one that cannot be shown by why. */
export default async function RunLayout({ children, params }: RunLayoutProps) {
  const refusal = await refusalOf(runView((await params).id));
  if (refusal === undefined) return children;
  const { code, message } = refusal;
  return code === "removed" ? <RemovedRun message={message} /> : <UnreadableRun message={message} />;
}
