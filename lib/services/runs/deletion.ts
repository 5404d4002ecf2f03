import { countDeletion } from "@/db/queries/retention/delete-runs";
import { daysInMs } from "@/lib/core/cost/days";
import { deletionInput } from "@/lib/core/inputs/retention";
import type { DeletionCounts } from "@/lib/core/retention/deletion";
import { defineVerb } from "../verb";

export const previewDeletion = defineVerb({
  name: "runs/deletion",
  capability: "admin",
  description:
    "What deleting these runs (separated by commas), or those that ended before a day, would remove, and what would stay: `{runs, events, comments, replays, files, forks, unfinished, inUse}`",
  routes: [{ at: "GET /api/v1/runs/deletion", lists: ["runIds"] }],
  input: deletionInput,
  async run({ ctx, input: { runIds, endedBefore } }): Promise<DeletionCounts> {
    const { workspaceId } = ctx.actor;
    const choice =
      endedBefore === undefined ? { runIds: runIds ?? [] } : { beforeMs: dayStartMs(endedBefore) };
    return countDeletion(ctx.db, { workspaceId, choice });
  },
});

/** The first moment of a day (UTC). */
export const dayStartMs = (day: string): number => daysInMs({ from: day, to: day }).fromMs;
