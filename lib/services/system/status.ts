import { z } from "zod";
import { readSilentModels, readWork } from "@/db/queries/read-status";
import { readRunFailures } from "@/db/queries/runs/read-run-failures";
import type { SystemStatus } from "@/lib/core/views";
import { defineVerb } from "../verb";
import { probeStore } from "./health";

const MAX_STALLED_RUNS = 20;

export const readStatus = defineVerb({
  name: "system/status",
  capability: "view",
  description:
    "How the installation stands for the workspace: `{atMs, writable, workers, waitingRuns, waitingSinceMs, silentModels: [{model, gates, sinceMs}], stalledRuns}`; a run waits until a worker takes it, a model is silent while runs wait for it at a gate",
  routes: [{ at: "GET /api/v1/status" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<SystemStatus> {
    const { workspaceId } = ctx.actor;
    const [writable, work, silentModels, stalled] = await Promise.all([
      probeStore(ctx.db).then(
        () => true,
        () => false,
      ),
      readWork(ctx.db, workspaceId),
      readSilentModels(ctx.db, workspaceId),
      readRunFailures(ctx.db, { workspaceId, limit: MAX_STALLED_RUNS }),
    ]);
    return { ...work, writable, silentModels: [...silentModels], stalledRuns: stalled.length };
  },
});
