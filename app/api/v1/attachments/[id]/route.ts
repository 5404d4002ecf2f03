import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const GET = withRoute(verbs.attachments.get.schema, ({ services, actor, input }) =>
  services.attachments.get({ actor, input }),
);
