import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const POST = withRoute(verbs.plans.preview.schema, async ({ services, actor, input }) => {
  const { plan, warnings, errors } = await services.plans.preview({ actor, input });
  return { plan: plan ?? null, warnings, errors };
});
