import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const POST = withRoute(verbs.plans.preview.schema, async ({ services, actor, input }) => {
  const { errors, issues, levels } = await services.plans.preview({ actor, input });
  return { issues: [...errors, ...issues], levels };
});
