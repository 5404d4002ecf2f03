import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const GET = withRoute(verbs.approvals.list.schema, ({ services, actor, input }) =>
  services.approvals.list({ actor, input }),
);
