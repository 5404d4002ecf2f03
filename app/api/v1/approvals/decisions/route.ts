import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const POST = withRoute(verbs.approvals.decideMany.schema, ({ services, request: _request, ...call }) =>
  services.approvals.decideMany(call),
);
