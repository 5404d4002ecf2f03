import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

const { runId } = verbs.runs.command.schema.shape;

export const POST = withRoute(
  verbs.runs.command.schema.omit({ runId: true }).extend({ id: runId }),
  ({ services, input: { id, ...command }, ...call }) =>
    services.runs.command({ ...call, input: { runId: id, ...command } }),
);
