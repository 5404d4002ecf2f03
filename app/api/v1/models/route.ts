import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const GET = withRoute(verbs.models.list.schema, ({ services, actor, input }) =>
  services.models.list({ actor, input }),
);

export const POST = withRoute(verbs.models.saveModel.schema, ({ services, actor, input }) =>
  services.models.saveModel({ actor, input }),
);
