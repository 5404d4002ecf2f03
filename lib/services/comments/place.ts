import { readPlanVersion } from "@/db/queries/runs/read-plan-version";
import type { Place } from "@/lib/core/comments/anchor";
import { placeIn } from "@/lib/core/comments/place";
import type { RunState } from "@/lib/core/run/state";
import type { ServiceContext } from "../context";

/** A plan version of the run as comments are anchored in it, the one in force unless another is named; undefined without one. */
export async function placeOfRun(
  { db, actor }: ServiceContext,
  state: Readonly<RunState>,
  version = state.planVersion,
): Promise<Place | undefined> {
  const { runId } = state;
  const row = await readPlanVersion(db, { workspaceId: actor.workspaceId, runId, version });
  return row?.plan ? placeIn(state, row.plan, version) : undefined;
}
