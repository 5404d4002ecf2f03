import { z } from "zod";
import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

const listQuery = verbs.runs.list.schema.extend({
  /** Statuses, separated by commas. */
  status: z
    .string()
    .transform((text) => text.split(","))
    .pipe(verbs.runs.list.schema.shape.status.unwrap())
    .optional(),
});

export const GET = withRoute(listQuery, ({ services, actor, input }) => services.runs.list({ actor, input }));

export const POST = withRoute(
  verbs.runs.create.schema,
  ({ services, ...call }) => services.runs.create(call),
  {
    status: 201,
  },
);
