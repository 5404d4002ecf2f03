import { deleteRuns } from "@/db/queries/retention/delete-runs";
import { deleteEndedInput } from "@/lib/core/inputs/retention";
import { actorRefOf } from "../context";
import { dayStartMs } from "../runs/deletion";
import { defineVerb } from "../verb";

const RUNS_PER_BATCH = 50;
/** What one request deletes at most; who has more asks again. */
const BATCHES = 20;

/** Deletes each batch in a transaction of its own, oldest first. Throws `invalid_input` without the words that confirm it. */
export const deleteEndedRuns = defineVerb({
  name: "retention/deleteRuns",
  capability: "admin",
  description:
    '`{endedBefore, confirm: "delete runs"}`: deletes runs that ended before that day (UTC), 1000 at most: `{deleted, more}`',
  see: ["operations.md#deleting-runs"],
  routes: [{ at: "POST /api/v1/retention/runs", limit: "long" }],
  input: deleteEndedInput,
  async run({ ctx, input: { endedBefore } }): Promise<{ deleted: number; more: boolean }> {
    const { workspaceId } = ctx.actor;
    const choice = { beforeMs: dayStartMs(endedBefore) };
    const batch = { workspaceId, choice, by: actorRefOf(ctx.actor), limit: RUNS_PER_BATCH };
    let deleted = 0;
    for (let n = 0; n < BATCHES; n += 1) {
      const { length } = await ctx.transact((tx) => deleteRuns(tx, batch));
      deleted += length;
      if (length < RUNS_PER_BATCH) return { deleted, more: false };
    }
    return { deleted, more: true };
  },
});
