import { readComments } from "@/db/queries/comments";
import { reanchor } from "@/lib/core/comments/anchor";
import { countOpen, type OpenComments } from "@/lib/core/describe/gates/open-comments";
import type { RunState } from "@/lib/core/run/state";
import type { ServiceContext } from "../context";
import { placeOfRun } from "./place";

/** How many comments on the run's plan wait, as its page lists them. */
export async function openCommentsOf(ctx: ServiceContext, state: Readonly<RunState>): Promise<OpenComments> {
  const rows = await readComments(ctx.db, { workspaceId: ctx.actor.workspaceId, runId: state.runId });
  const open = rows.filter(({ status }) => status === "open");
  const place = open.length > 0 ? await placeOfRun(ctx, state) : undefined;
  const isPlaced = ({ anchor }: (typeof rows)[number]) =>
    place !== undefined && reanchor(anchor, place).found;
  return countOpen(open.map((row) => ({ ...row, status: isPlaced(row) ? "open" : "stale" })));
}
