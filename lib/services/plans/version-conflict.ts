import { readPlanVersion } from "@/db/queries/read-plan-version";
import { asDomainError, DomainFailure, domainError } from "@/lib/core/errors";
import { isJsonObject, type Json } from "@/lib/core/json";
import { describeDiff } from "@/lib/core/plan/describe-diff";
import { diffPlans } from "@/lib/core/plan/diff";
import type { ServiceContext } from "../context";

/**
 * For `catch`: a `conflict` between the plan version that a person saw and the one in force is thrown on with the
 * changes between the two in words (`details.changes`), when both are stored. Everything else is thrown on as it is.
 */
export const withVersionChanges =
  (ctx: ServiceContext, runId: string) =>
  async (thrown: unknown): Promise<never> => {
    const known = asDomainError(thrown);
    if (known?.code !== "conflict" || !isJsonObject(known.details)) throw thrown;
    const { expected, current } = known.details;
    const [before, after] = await Promise.all([planOf(ctx, runId, expected), planOf(ctx, runId, current)]);
    if (!before || !after) throw thrown;
    const changes = describeDiff(diffPlans(before, after));
    throw new DomainFailure(domainError("conflict", known.message, { ...known.details, changes }));
  };

async function planOf(ctx: ServiceContext, runId: string, version: Json | undefined) {
  if (typeof version !== "number" || version < 1) return;
  const row = await readPlanVersion(ctx.db, { workspaceId: ctx.actor.workspaceId, runId, version });
  return row?.plan ?? undefined;
}
