import { purgeAuditLines } from "@/db/queries/retention/settings";
import { purgeAuditInput } from "@/lib/core/inputs/retention";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";

const LINES_PER_BATCH = 2_000;
/** What one request removes at most; who has more asks again. */
const BATCHES = 10;

/** Writes a line about itself; `more`: there are further ones. Throws `invalid_input` without the words that confirm it. */
export const purgeAudit = defineVerb({
  name: "retention/purgeAudit",
  capability: "admin",
  description:
    '`{olderThanDays, confirm: "remove audit lines"}`: removes old lines of the audit log: `{removed, more}`',
  see: ["operations.md#the-audit-log"],
  routes: [{ at: "POST /api/v1/retention/audit", limit: "long" }],
  input: purgeAuditInput,
  async run({ ctx, input: { olderThanDays } }): Promise<{ removed: number; more: boolean }> {
    const { workspaceId } = ctx.actor;
    const line = { workspaceId, olderThanDays, actor: actorRefOf(ctx.actor), limit: LINES_PER_BATCH };
    let removed = 0;
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const gone = await purgeAuditLines(ctx.db, line);
      removed += gone;
      if (gone < LINES_PER_BATCH) return { removed, more: false };
    }
    return { removed, more: true };
  },
});
