import { z } from "zod";
import { withRoute } from "@/app/api/route-app";
import { runCommand } from "@/lib/services/runs/command-input";

export const POST = withRoute(
  z.object({ id: z.string().max(200) }).and(runCommand),
  ({ services, input: { id, ...command }, ...call }) =>
    services.runs.command({ ...call, input: { runId: id, ...command } }),
);
