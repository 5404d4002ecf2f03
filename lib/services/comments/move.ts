import type { Orm } from "@/db/client";
import { moveComment as storeMove } from "@/db/queries/comments";
import { writeAudit } from "@/db/queries/write-audit";
import { actorRefOf, type ServiceContext } from "../context";
import { changeComments } from "./change-comments";
import { refused, requireComment } from "./require-comment";

/** What resolving and reopening answer. */
export type MovedComment = { commentId: string; status: "resolved" | "open" };

/** Takes a comment where a person may take it, and says so in the audit log. Throws `not_found`, `not_allowed_now`. */
export async function moveComment(
  ctx: ServiceContext,
  { commentId, status }: MovedComment,
): Promise<MovedComment> {
  const { workspaceId } = ctx.actor;
  const by = actorRefOf(ctx.actor);
  const ofComment = async (tx: Orm) => (await requireComment(ctx, tx, commentId)).runId;
  await changeComments(ctx, "move_comment", ofComment, async (tx, { runId, next }) => {
    const { status: before } = await requireComment(ctx, tx, commentId);
    const moved = await storeMove(tx, { workspaceId, commentId }, status, by, next);
    if (!moved) throw refused(`This comment is ${before}.`);
    const entry = { action: `comment_${status === "resolved" ? "resolved" : "reopened"}`, subject: runId };
    await writeAudit(tx, { workspaceId, actor: by, ...entry, details: { commentId } });
  });
  return { commentId, status };
}
