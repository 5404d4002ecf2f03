import { cache } from "react";
import { consoleCall, orNotFound } from "../../call";

/** What the run that a new one begins with was asked to do: read once for a request, whatever of the page asks. */
export const sourceOf = cache(async (runId: string) => {
  const { services, actor } = await consoleCall();
  return orNotFound(services.runs.again({ actor, input: { runId } }));
});
