import { withRoute } from "@/app/api/route-app";
import { fileResponse } from "@/lib/http/file-response";
import { verbs } from "@/lib/services/registry";

export const GET = withRoute(verbs.attachments.content.schema, async ({ services, actor, input }) =>
  fileResponse(await services.attachments.content({ actor, input })),
);
