import { z } from "zod";
import { withRoute } from "@/app/api/route-app";
import { sharedStream } from "@/lib/http/shared-stream";

export const GET = withRoute(z.object({ topics: z.string() }), ({ services, actor, request, input }) =>
  sharedStream({ services, actor, request, topics: input.topics }),
);
