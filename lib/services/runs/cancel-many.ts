import { z } from "zod";
import { asDomainError, type DomainError, domainError } from "@/lib/core/errors";
import { MAX_REASON_CHARS, MAX_RUNS_AT_ONCE } from "@/lib/core/inputs/limits";
import type { RunStatus } from "@/lib/core/run/status";
import type { CallContext } from "../context";
import { defineVerb } from "../verb";
import { commandRun } from "./command";

/** What became of one of the runs. */
type CancelResult = { runId: string } & (
  | { ok: true; seq: number; status: RunStatus }
  | { ok: false; problem: DomainError }
);

/** A key is each run's own, as in `runs/command`. */
export const cancelMany = defineVerb({
  name: "runs/cancelMany",
  capability: "operate",
  description:
    "`{runIds: [up to 100], reason?}`: cancels each by itself, as the command does; `items` say of each what became of it, in their order, and one that cannot be cancelled keeps no other from it",
  routes: [{ at: "POST /api/v1/runs/cancel", limit: "long" }],
  input: z.strictObject({
    runIds: z.array(z.string().max(200)).min(1).max(MAX_RUNS_AT_ONCE),
    reason: z.string().trim().max(MAX_REASON_CHARS).optional(),
  }),
  async run({ ctx, input: { runIds, reason } }): Promise<{ items: CancelResult[] }> {
    const items: CancelResult[] = [];
    for (const runId of new Set(runIds)) items.push(await cancelOne(ctx, runId, reason));
    return { items };
  },
});

async function cancelOne(ctx: CallContext, runId: string, reason: string | undefined): Promise<CancelResult> {
  try {
    const input = { runId, type: "cancel" as const, ...(reason && { reason }) };
    const { seq, status } = await commandRun({ ctx, input });
    return { runId, ok: true, seq, status };
  } catch (thrown) {
    const known = asDomainError(thrown);
    if (!known) ctx.log.error({ err: thrown, runId }, "a run among several could not be cancelled");
    return { runId, ok: false, problem: known ?? FAULT };
  }
}

const FAULT = domainError(
  "internal",
  "Something went wrong with this one on the server. The log has the details.",
);
