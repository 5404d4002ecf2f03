import { DomainFailure, invalidInput } from "@/lib/core/errors";
import type { JsonObject } from "@/lib/core/json";
import { tailDigest } from "@/lib/core/run/controls/release/tails";
import { staleTailRefusal } from "@/lib/core/run/decide/operator";
import type { RunState } from "@/lib/core/run/state";
import { tailBlob } from "@/lib/core/run/truncate/proposal";
import type { Blob } from "@/lib/core/stored-value";
import { fitTail, tailAt, tailBase } from "@/lib/engine/effects/plan/tail";
import { createStoredReads } from "@/lib/engine/effects/stored-reads";
import { toolsOfRun } from "@/lib/engine/simulated-tools";
import type { ServiceContext } from "../context";
import { invalidPlan, readPlanInput } from "./plan-input";

/** A person's tail, and the plan version that they saw when they wrote it. */
type GivenTail = { source: string | JsonObject; expectedPlanVersion: number | undefined };

/**
 * A tail as a person wrote it for a review's REPLAN: the digests that the command names, of the tail and of what it sets
 * free, and the blob to store with it.
 * It is checked against the run as the replan will check it, so that nothing is decided on a tail that cannot be
 * used. Throws `invalid_input` without the version for which it was written, `superseded` where another is in force, and
 * `invalid_plan` with every issue.
 */
export async function readTail(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  reviewTaskId: string,
  { source, expectedPlanVersion }: GivenTail,
): Promise<{ named: { tail: string; released: string; expectedPlanVersion: number }; blob: Blob }> {
  if (expectedPlanVersion === undefined)
    throw invalidInput("Send the plan version for which you wrote the tail, as `expectedPlanVersion`.");
  const stale = staleTailRefusal(state, { tail: "", expectedPlanVersion });
  if (stale) throw new DomainFailure(stale);
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
  return { named: { tail: blob.digest, released, expectedPlanVersion }, blob };
}
