import { readBlobs } from "@/db/queries/read-blobs";
import { readPlanVersion } from "@/db/queries/runs/read-plan-version";
import type { Place } from "@/lib/core/comments/anchor";
import { placeIn } from "@/lib/core/comments/place";
import type { Plan } from "@/lib/core/plan/schema";
import type { RunState } from "@/lib/core/run/state";
import type { ServiceContext } from "../context";

/**
 * A plan version of the run as comments are anchored in it, the one in force unless another is named, which may be the one
 * that waits for people; undefined for one that the run does not have.
 */
export async function placeOfRun(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  version = state.planVersion,
): Promise<Place | undefined> {
  if (version === state.offered?.version) return offeredPlace(ctx, state);
  const { db, actor } = ctx;
  const { runId } = state;
  const row = await readPlanVersion(db, { workspaceId: actor.workspaceId, runId, version });
  return row?.plan ? placeIn(state, row.plan, version) : undefined;
}

/** The version that waits for people; undefined where none does. */
async function offeredPlace(
  { db, actor }: ServiceContext,
  state: Readonly<RunState>,
): Promise<Place | undefined> {
  if (!state.offered) return;
  const { digest, version } = state.offered;
  // Until it is adopted it waits among the blobs.
  const bodies = await readBlobs(db, { workspaceId: actor.workspaceId, digests: [digest] });
  const plan = bodies.get(digest) as Plan | undefined;
  return plan && { ...placeIn(state, plan, version), proposal: digest };
}

/** Where comments may go out from: the version in force, and the one that waits to take its place. */
export async function openPlaces(ctx: ServiceContext, state: Readonly<RunState>): Promise<Place[]> {
  const places = await Promise.all([placeOfRun(ctx, state), offeredPlace(ctx, state)]);
  return places.filter((place) => place !== undefined);
}
