import type { OrmOrTx } from "@/db/client";
import { type CommentRow, readComment } from "@/db/queries/comments";
import { holdNextEvent } from "@/db/queries/next-event";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { ServiceContext } from "../context";
import { noSuchRun } from "../submit";

/** The comment of the actor's workspace. Throws `not_found`. */
export async function requireComment(
  { actor }: ServiceContext,
  db: OrmOrTx,
  commentId: string,
): Promise<CommentRow> {
  const row = await readComment(db, { workspaceId: actor.workspaceId, commentId });
  if (row) return row;
  throw new DomainFailure(domainError("not_found", "There is no such comment."));
}

/** The same, of the actor's own. Throws `forbidden` for somebody else's. */
export async function requireOwnComment(
  ctx: ServiceContext,
  db: OrmOrTx,
  commentId: string,
): Promise<CommentRow> {
  const row = await requireComment(ctx, db, commentId);
  if (row.personId === ctx.actor.id) return row;
  throw new DomainFailure(domainError("forbidden", "Only the author can change a comment."));
}

/** Keeps the run from making an event, and others from changing its comments; answers its next event. Throws `not_found`. */
export async function requireNextEvent(ctx: ServiceContext, tx: OrmOrTx, runId: string): Promise<number> {
  const next = await holdNextEvent(tx, { workspaceId: ctx.actor.workspaceId, runId });
  if (next === undefined) throw await noSuchRun(ctx, runId);
  return next;
}

export const refused = (message: string): DomainFailure =>
  new DomainFailure(domainError("not_allowed_now", message));
