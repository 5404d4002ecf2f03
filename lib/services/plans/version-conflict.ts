import { readPlanTexts } from "@/db/queries/runs/read-plan-version";
import { describeDiff } from "@/lib/core/describe/plans/plan-diff";
import { asDomainError, DomainFailure, domainError } from "@/lib/core/errors";
import { isJsonObject, type Json } from "@/lib/core/json";
import { diffPlans } from "@/lib/core/plan/compare/diff";
import type { ServiceContext } from "../context";

/**
 * For `catch`: a refusal because another plan version is in force than a person saw is thrown on with the
 * changes between the two in words (`details.changes`), when both are stored. Everything else is thrown on as it is.
 */
export const rethrowWithVersionChanges =
  (ctx: ServiceContext, runId: string) =>
  async (thrown: unknown): Promise<never> => {
    const known = asDomainError(thrown);
    if (!STALE.has(known?.code) || !known || !isJsonObject(known.details)) throw thrown;
    const { expected, current } = known.details;
    const changes = await changesBetween(ctx, runId, expected, current);
    if (!changes) throw thrown;
    throw new DomainFailure(domainError(known.code, known.message, { ...known.details, changes }));
  };

/** Of a tail that was written for another version `superseded`. */
const STALE: ReadonlySet<string | undefined> = new Set(["conflict", "superseded"]);

/** What one plan version changes against another, in words; undefined where either is not stored. */
export async function changesBetween(
  ctx: ServiceContext,
  runId: string,
  from: Json | undefined,
  to: Json | undefined,
): Promise<string | undefined> {
  if (!isVersion(from) || !isVersion(to)) return;
  const { workspaceId } = ctx.actor;
  const texts = await readPlanTexts(ctx.db, { workspaceId, runId, versions: [from, to] });
  const [before, after] = [from, to].map((version) => texts.find((text) => text.version === version)?.plan);
  return before && after ? describeDiff(diffPlans(before, after)) : undefined;
}

const isVersion = (version: Json | undefined): version is number =>
  typeof version === "number" && version >= 1;
