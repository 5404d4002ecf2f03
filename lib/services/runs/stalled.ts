import { z } from "zod";
import { readRunFailures } from "@/db/queries/runs/read-run-failures";
import type { StalledRun } from "@/lib/core/views";
import { defineVerb } from "../verb";

const MAX_STALLED_RUNS = 20;

export const listStalledRuns = defineVerb({
  name: "runs/stalled",
  capability: "view",
  description:
    "Up to twenty runs that need a look because no worker moves them: `{items: [{runId, title, code, message, atMs}]}`",
  see: ["engine.md#faults"],
  routes: [{ at: "GET /api/v1/runs/stalled" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<{ items: StalledRun[] }> {
    const { workspaceId } = ctx.actor;
    const rows = await readRunFailures(ctx.db, { workspaceId, limit: MAX_STALLED_RUNS });
    return {
      items: rows.map(({ mission, title, ...row }) => ({ ...row, title: title || mission.slice(0, 80) })),
    };
  },
});
