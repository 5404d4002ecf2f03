import { sql } from "drizzle-orm";
import { z } from "zod";
import { readRunFailures } from "@/db/queries/read-run-failures";
import type { StalledRun } from "@/lib/core/views";
import { defineVerb } from "../verb";

const MAX_STUCK_RUNS = 20;

/**
 * Whether the store answers, and which runs need a look because no worker moves them (docs/engine.md, "Faults"). A
 * store fault is thrown as it is; transports answer 503.
 */
export const checkHealth = defineVerb({
  name: "system/health",
  capability: "view",
  input: z.object({}),
  async run({ ctx }): Promise<{ status: "ok"; runFailures: StalledRun[] }> {
    await ctx.db.execute(sql`select 1`);
    const { workspaceId } = ctx.actor;
    const rows = await readRunFailures(ctx.db, { workspaceId, limit: MAX_STUCK_RUNS });
    const runFailures = rows.map(({ mission, title, ...row }) => ({
      ...row,
      title: title || mission.slice(0, 80),
    }));
    return { status: "ok", runFailures };
  },
});
