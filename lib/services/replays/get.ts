import { z } from "zod";
import { readReplaySteps } from "@/db/queries/replays/replays";
import { replayId } from "@/lib/core/inputs/replays";
import type { ReplayDetail } from "@/lib/core/replay/view";
import { defineVerb } from "../verb";
import { requireReplay } from "./require-replay";

/** A replay with its report and what each step has come to so far. Throws `not_found`. */
export const getReplay = defineVerb({
  name: "replays/get",
  capability: "view",
  description: "One replay with its settings, report and what each step has come to so far",
  routes: [{ at: "GET /api/v1/replays/{id}", id: "replayId" }],
  input: z.strictObject({ replayId }),
  async run({ ctx, input }): Promise<ReplayDetail> {
    const { material: _material, ...replay } = await requireReplay(ctx, input.replayId);
    const { workspaceId } = ctx.actor;
    return { ...replay, steps: await readReplaySteps(ctx.db, { workspaceId, replayId: input.replayId }) };
  },
});
