import type { Json, JsonObject } from "@/lib/core/json";
import type { Plan } from "@/lib/core/plan/schema";
import type { RunState } from "@/lib/core/run/state";
import { type Blob, storeValue } from "@/lib/core/stored-value";
import { fitTail, tailBase } from "@/lib/engine/effects/plan/tail";
import { createStoredReads } from "@/lib/engine/effects/stored-reads";
import { toolsOfRun } from "@/lib/engine/simulated-tools";
import type { ServiceContext } from "../context";
import { invalidPlan, readPlanInput } from "./plan-input";

/**
 * A tail as a person wrote it for a review's REPLAN: the digest that the command names, and the blob to store with it.
 * It is checked against the run as the replan will check it, so that nothing is decided on a tail that cannot be
 * used. Throws `invalid_plan` with every issue.
 */
export async function readTail(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  reviewTaskId: string,
  source: string | JsonObject,
): Promise<{ tail: string; blob: Blob }> {
  const reads = createStoredReads(ctx.db);
  const base = await tailBase({ ...ctx.setup, state: () => state, reads }, { writer: ctx.actor.id });
  const { plan } = await readPlanInput(ctx, source, { inForce: base.current });
  const { errors } = fitTail({ tools: toolsOfRun(ctx.setup, state) }, base, plan, {
    rootsDependOn: reviewTaskId,
    writtenBy: "person",
  });
  if (errors.length > 0) throw invalidPlan(errors);
  return tailBlob(plan);
}

function tailBlob(plan: Plan): { tail: string; blob: Blob } {
  const body = JSON.parse(JSON.stringify(plan)) as Json;
  const { digest, bytes } = storeValue(body).stored;
  return { tail: digest, blob: { digest, bytes, body } };
}
