import { z } from "zod";
import { cancelReplay as writeCancel } from "@/db/queries/replays/replays";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { replayId } from "@/lib/core/inputs/replays";
import { defineVerb } from "../verb";
import { requireReplay } from "./require-replay";
import type { StartedReplay } from "./start-replay";

/** Throws `not_found`, and `not_allowed_now` for one that has ended. */
export const cancelReplay = defineVerb({
  name: "replays/cancel",
  capability: "operate",
  description: "Ends it: one that waits at once, one at work as soon as its worker looks",
  routes: [{ at: "POST /api/v1/replays/{id}/cancel", id: "replayId" }],
  input: z.strictObject({ replayId }),
  async run({ ctx, input }): Promise<StartedReplay> {
    await requireReplay(ctx, input.replayId);
    const { workspaceId } = ctx.actor;
    const asked = await ctx.transact((tx) => writeCancel(tx, { workspaceId, replayId: input.replayId }));
    if (!asked) throw new DomainFailure(domainError("not_allowed_now", "This replay has ended."));
    const { status } = await requireReplay(ctx, input.replayId);
    return { replayId: input.replayId, status };
  },
});
