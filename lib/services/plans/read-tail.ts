import type { JsonObject } from "@/lib/core/json";
import { tailDigest } from "@/lib/core/run/controls/release/tails";
import type { RunState } from "@/lib/core/run/state";
import { tailBlob } from "@/lib/core/run/truncate/proposal";
import type { Blob } from "@/lib/core/stored-value";
import { fitTail, tailAt, tailBase } from "@/lib/engine/effects/plan/tail";
import { createStoredReads } from "@/lib/engine/effects/stored-reads";
import { toolsOfRun } from "@/lib/engine/simulated-tools";
import type { ServiceContext } from "../context";
import { invalidPlan, readPlanInput } from "./plan-input";

/**
 * A tail as a person wrote it for a review's REPLAN: the digests that the command names, of the tail and of what it sets
 * free, and the blob to store with it.
 * It is checked against the run as the replan will check it, so that nothing is decided on a tail that cannot be
 * used. Throws `invalid_plan` with every issue.
 */
export async function readTail(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  reviewTaskId: string,
  source: string | JsonObject,
): Promise<{ named: { tail: string; released: string }; blob: Blob }> {
  const reads = createStoredReads(ctx.db);
  const base = await tailBase({ ...ctx.setup, state: () => state, reads }, { writer: ctx.actor.id });
  const { plan } = await readPlanInput(ctx, source, { inForce: base.current });
  const tools = toolsOfRun(ctx.setup, state);
  const { merged, errors } = fitTail({ tools }, base, plan, {
    rootsDependOn: reviewTaskId,
    writtenBy: "person",
  });
  if (errors.length > 0) throw invalidPlan(errors);
  const blob = tailBlob(plan);
  const released = tailDigest(tailAt({ tools }, base, merged, reviewTaskId));
  return { named: { tail: blob.digest, released }, blob };
}
