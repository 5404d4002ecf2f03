import type { Orm } from "@/db/client";
import { removeComment as storeRemoval } from "@/db/queries/comments";
import { writeAudit } from "@/db/queries/write-audit";
import { commentInput } from "@/lib/core/inputs/comments";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";
import { changeComments } from "./change-comments";
import { refused, requireOwnComment } from "./require-comment";

/** Removes one's own comment with its thread, unless a round has taken it along. Throws `not_found`, `forbidden`, `not_allowed_now`. */
export const removeComment = defineVerb({
  name: "comments/remove",
  capability: "review",
  description: "Removes one's own comment that no round has taken along",
  routes: [{ at: "POST /api/v1/comments/{id}/remove", id: "commentId" }],
  input: commentInput,
  async run({ ctx, input: { commentId } }): Promise<{ commentId: string }> {
    const { workspaceId } = ctx.actor;
    const ofOwn = async (tx: Orm) => (await requireOwnComment(ctx, tx, commentId)).runId;
    await changeComments(ctx, "remove_comment", ofOwn, async (tx, { runId }) => {
      const removed = await storeRemoval(tx, { workspaceId, commentId });
      if (!removed) throw refused("A comment that was sent stays. Resolve it instead.");
      const entry = { action: "comment_removed", subject: runId, details: { commentId } };
      await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), ...entry });
    });
    return { commentId };
  },
});
