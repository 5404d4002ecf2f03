import { deleteRuns, readObstacles, readRemoved } from "@/db/queries/retention/delete-runs";
import { type DomainError, domainError } from "@/lib/core/errors";
import { deleteRunsInput } from "@/lib/core/inputs/retention";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";

/** What became of one of the runs. */
type DeleteResult = { runId: string } & ({ ok: true } | { ok: false; problem: DomainError });

/**
 * Deletes finished runs for good (docs/operations.md, "Deleting runs"): they are gone when it answers, and workers remove what
 * they held. What became of each is in `items`, in the order given; one that was removed before is deleted as well.
 */
export const deleteMany = defineVerb({
  name: "runs/deleteMany",
  capability: "admin",
  description:
    "`{runIds}`, 100 at most: deletes finished runs for good. `{items: [{runId, ok, problem?}]}`; one that was removed before is `ok`",
  see: ["operations.md#deleting-runs"],
  routes: [{ at: "POST /api/v1/runs/delete", limit: "long" }],
  input: deleteRunsInput,
  async run({ ctx, input }): Promise<{ items: DeleteResult[] }> {
    const { workspaceId } = ctx.actor;
    const runIds = [...new Set(input.runIds)];
    const by = actorRefOf(ctx.actor);
    const choice = { runIds };
    const deleted = await ctx.transact((tx) =>
      deleteRuns(tx, { workspaceId, choice, by, limit: runIds.length }),
    );
    const [gone, obstacles] = await Promise.all([
      readRemoved(ctx.db, { workspaceId, runIds }),
      readObstacles(ctx.db, { workspaceId, runIds }),
    ]);
    const items = runIds.map((runId): DeleteResult => {
      if (deleted.includes(runId) || gone.includes(runId)) return { runId, ok: true };
      const why = obstacles.find((one) => one.runId === runId)?.why;
      const problem = why
        ? domainError("not_allowed_now", OBSTACLES[why], { why })
        : domainError("not_found", `There is no run ${runId}.`);
      return { runId, ok: false, problem };
    });
    return { items };
  },
});

const OBSTACLES = {
  unfinished: "This run has not finished. Cancel it first.",
  fork: "A fork of this run has not finished. Cancel the fork first.",
  replay: "A replay of this run has not finished. Cancel the replay first.",
} as const;
