import { z } from "zod";
import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const GET = withRoute(
  z.object({ id: verbs.attachments.list.schema.shape.runId }),
  ({ services, actor, input }) => services.attachments.list({ actor, input: { runId: input.id } }),
);
