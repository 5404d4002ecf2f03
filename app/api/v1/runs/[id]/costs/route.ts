import { z } from "zod";
import { withRoute } from "@/app/api/route-app";

export const GET = withRoute(z.object({ id: z.string() }), ({ services, actor, input }) =>
  services.runs.costs({ actor, input: { runId: input.id } }),
);
