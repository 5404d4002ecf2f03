import { readComments } from "@/db/queries/comments";
import { isPlaced } from "@/lib/core/comments/anchor";
import { countOpen, type OpenComments } from "@/lib/core/describe/gates/open-comments";
import type { RunState } from "@/lib/core/run/state";
import type { ServiceContext } from "../context";
import { openPlaces } from "./place";

/** How many comments on the run's plan wait, as its page lists them. */
export async function openCommentsOf(ctx: ServiceContext, state: Readonly<RunState>): Promise<OpenComments> {
  const rows = await readComments(ctx.db, { workspaceId: ctx.actor.workspaceId, runId: state.runId });
  const open = rows.filter(({ status }) => status === "open");
  const places = open.length > 0 ? await openPlaces(ctx, state) : [];
  return countOpen(open.map((row) => ({ ...row, status: isPlaced(row.anchor, places) ? "open" : "stale" })));
}
