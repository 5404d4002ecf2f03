import { moveComment as storeMove } from "@/db/queries/comments";
import { writeAudit } from "@/db/queries/write-audit";
import { actorRefOf, type ServiceContext } from "../context";
import { changeComments } from "./change-comments";
import { refused, requireComment, requireNextEvent } from "./require-comment";

/** What resolving and reopening answer. */
export type MovedComment = { commentId: string; status: "resolved" | "open" };

/** Takes a comment where a person may take it, and says so in the audit log. Throws `not_found`, `not_allowed_now`. */
export async function moveComment(
  ctx: ServiceContext,
  { commentId, status }: MovedComment,
): Promise<MovedComment> {
  const { workspaceId } = ctx.actor;
  const by = actorRefOf(ctx.actor);
  await changeComments(ctx, async (tx) => {
    const { runId, status: before } = await requireComment(ctx, tx, commentId);
    const next = await requireNextEvent(ctx, tx, runId);
    const moved = await storeMove(tx, { workspaceId, commentId }, status, by, next);
    if (!moved) throw refused(`This comment is ${before}.`);
    const entry = { action: `comment_${status === "resolved" ? "resolved" : "reopened"}`, subject: runId };
    await writeAudit(tx, { workspaceId, actor: by, ...entry, details: { commentId } });
    return runId;
  });
  return { commentId, status };
}
