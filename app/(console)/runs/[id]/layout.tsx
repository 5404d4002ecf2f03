import type { ReactNode } from "react";
import { UnreadableRun } from "@/components/runs/unreadable-run";
import { consoleCall, orNotFound, unsupportedReason } from "../../call";

type RunLayoutProps = { children: ReactNode; params: Promise<{ id: string }> };

/** Asks before the page begins to stream: an unknown run is answered by 404, one of another version by why. */
export default async function RunLayout({ children, params }: RunLayoutProps) {
  const { id } = await params;
  const { services, actor } = await consoleCall();
  const refusal = await unsupportedReason(orNotFound(services.runs.get({ actor, input: { runId: id } })));
  return refusal === undefined ? children : <UnreadableRun message={refusal} />;
}
