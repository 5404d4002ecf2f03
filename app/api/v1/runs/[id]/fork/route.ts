import { z } from "zod";
import { withRoute } from "@/app/api/route-app";

export const POST = withRoute(
  z.object({ id: z.string().max(200), fromSeq: z.int().min(1) }),
  ({ services, input: { id, fromSeq }, ...call }) =>
    services.runs.fork({ ...call, input: { runId: id, fromSeq } }),
);
