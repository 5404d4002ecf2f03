import type { ReactNode } from "react";
import { consoleCall, orNotFound } from "../../call";

type RunLayoutProps = { children: ReactNode; params: Promise<{ id: string }> };

/** Asks before the page begins to stream: an unknown run is answered by 404. */
export default async function RunLayout({ children, params }: RunLayoutProps) {
  const { id } = await params;
  const { services, actor } = await consoleCall();
  await orNotFound(services.runs.get({ actor, input: { runId: id } }));
  return children;
}
