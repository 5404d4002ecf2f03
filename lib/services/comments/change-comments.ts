import type { Orm } from "@/db/client";
import { keepCommand } from "@/db/queries/run-commands";
import type { ServiceContext } from "../context";
import { knownRequest } from "../submit";
import { requireNextEvent } from "./require-comment";

/**
 * Changes comments of a run in one transaction, which keeps it from making an event: `next` is the one that it makes then.
 * Those who look at it see the change at once. A repeat changes nothing; throws `not_found`, and `conflict` for a key of
 * another request.
 */
export async function changeComments(
  ctx: ServiceContext,
  type: string,
  runOf: (tx: Orm) => Promise<string>,
  change: (tx: Orm, run: { runId: string; next: number }) => Promise<void>,
): Promise<void> {
  const { commandId } = ctx;
  const { workspaceId } = ctx.actor;
  const runId = await ctx.transact(async (tx) => {
    const ofRun = await runOf(tx);
    const next = await requireNextEvent(ctx, tx, ofRun);
    if (await knownRequest(ctx, ofRun, tx)) return;
    await change(tx, { runId: ofRun, next });
    if (commandId !== undefined) {
      const request = { workspaceId, runId: ofRun, commandId, inputDigest: ctx.inputDigest() };
      await keepCommand(tx, { ...request, type, seq: next - 1 });
    }
    return ofRun;
  });
  if (runId !== undefined) ctx.notifyComments(runId);
}
