import { cache } from "react";
import { consoleCall, orNotFound } from "../../call";

/** The replay of a page: read once for a request, whatever of the page asks. */
export const replayOf = cache(async (replayId: string) => {
  const { services, actor } = await consoleCall();
  return orNotFound(services.replays.get({ actor, input: { replayId } }));
});
