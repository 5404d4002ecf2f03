import { withRoute } from "@/app/api/route-app";
import { MAX_FILE_BYTES } from "@/lib/core/attachments";
import { verbs } from "@/lib/services/registry";

export const POST = withRoute(
  verbs.attachments.add.schema,
  ({ services, ...call }) => services.attachments.add(call),
  { status: 201, maxFileBytes: MAX_FILE_BYTES },
);
