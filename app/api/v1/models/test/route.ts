import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const POST = withRoute(verbs.models.test.schema, ({ services, actor, input }) =>
  services.models.test({ actor, input }),
);
