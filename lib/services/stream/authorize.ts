import { z } from "zod";
import { orDrill } from "../drills/shown";
import { storedRun } from "../submit";
import { defineVerb } from "../verb";
import { topicsInput } from "./topics-input";

/** Whether an open stream may go on: asked again every minute. Throws `forbidden` or `not_found` when not. */
export const authorizeStream = defineVerb({
  name: "stream/authorize",
  capability: "view",
  description: "Whether the caller may still read these topics",
  routes: [],
  input: z.strictObject({ topics: topicsInput }),
  async run({ ctx, input: { topics } }): Promise<void> {
    for (const topic of topics)
      if (topic.kind === "run")
        await storedRun(ctx, topic.runId).catch(orDrill(ctx, topic.runId, () => undefined));
  },
});
