import { z } from "zod";
import { withRoute } from "@/app/api/route-app";
import { runEvents } from "@/lib/http/run-events";
import { verbs } from "@/lib/services/registry";

const { runId } = verbs.runs.events.schema.shape;

export const GET = withRoute(
  verbs.runs.events.schema.omit({ runId: true }).extend({
    id: runId,
    /** For a stream: the chunk of text to go on after. */
    chunk: z.coerce.number().int().min(0).optional(),
  }),
  ({ services, actor, request, input: { id, ...page } }) =>
    runEvents({ services, actor, request, input: { runId: id, ...page } }),
);
