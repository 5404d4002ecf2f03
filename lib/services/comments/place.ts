import { readPlanVersion } from "@/db/queries/read-plan-version";
import type { Place } from "@/lib/core/comments/anchor";
import type { RunState } from "@/lib/core/run/state";
import type { ServiceContext } from "../context";

/** A plan version of the run as comments are anchored in it, the one in force unless another is named; undefined without one. */
export async function placeOfRun(
  { db, actor }: ServiceContext,
  { runId, planVersion, tasks }: Readonly<RunState>,
  version = planVersion,
): Promise<Place | undefined> {
  const specs = Object.values(tasks).map(({ spec }) => spec);
  const lineages = new Map(specs.map(({ id, lineage }) => [id, lineage]));
  const replaces = new Map(specs.flatMap((one) => (one.replaces ? [[one.id, one.replaces] as const] : [])));
  const row = await readPlanVersion(db, { workspaceId: actor.workspaceId, runId, version });
  return row?.plan ? { plan: row.plan, version, lineages, replaces } : undefined;
}
