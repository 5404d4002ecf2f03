import { cache } from "react";
import { consoleCall, orNotFound } from "../../call";

/** What the page of a run begins with: read once for a request, whatever of the page asks. */
export const runView = cache(async (runId: string) => {
  const { services, actor } = await consoleCall();
  return orNotFound(services.runs.view({ actor, input: { runId } }));
});
