import { z } from "zod";
import { withRoute } from "@/app/api/route-app";

export const GET = withRoute(z.object({}), ({ services, actor }) =>
  services.system.health({ actor, input: {} }),
);
