import { z } from "zod";
import { readStoredSizes } from "@/db/queries/retention/read-sizes";
import { readRetentionChoices, readRetentionProgress } from "@/db/queries/retention/settings";
import { RETENTION_KINDS, settingsOf } from "@/lib/core/retention";
import type { RetentionView } from "@/lib/core/retention/views";
import { defineVerb } from "../verb";

export const getRetention = defineVerb({
  name: "retention/get",
  capability: "admin",
  description:
    "What the workspace keeps and for how long, about how much there is, and when some was last removed",
  see: ["operations.md#retention"],
  routes: [{ at: "GET /api/v1/retention" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<RetentionView> {
    const { workspaceId } = ctx.actor;
    const [choices, progress, sizes] = await Promise.all([
      readRetentionChoices(ctx.db, workspaceId),
      readRetentionProgress(ctx.db, workspaceId),
      readStoredSizes(ctx.db, workspaceId),
    ]);
    const settings = settingsOf(choices);
    const kinds = RETENTION_KINDS.map((kind) => {
      const { checkedAt, purgedAt, removed = 0 } = progress.find((row) => row.kind === kind) ?? {};
      return {
        kind,
        keepDays: settings[kind],
        stored: sizes[kind],
        removed,
        checkedAt: checkedAt?.getTime() ?? null,
        purgedAt: purgedAt?.getTime() ?? null,
      };
    });
    return { kinds, audit: { stored: sizes.audit } };
  },
});
