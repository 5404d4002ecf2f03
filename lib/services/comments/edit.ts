import type { Orm } from "@/db/client";
import { editComment as storeEdit } from "@/db/queries/comments";
import { editCommentInput } from "@/lib/core/inputs/comments";
import { defineVerb } from "../verb";
import { changeComments } from "./change-comments";
import { refused, requireOwnComment } from "./require-comment";

/** Changes the words or the label of one's own open comment. Throws `not_found`, `forbidden`, `not_allowed_now`. */
export const editComment = defineVerb({
  name: "comments/edit",
  capability: "review",
  description: "`{text, label?}`: changes one's own open comment",
  routes: [{ at: "POST /api/v1/comments/{id}", id: "commentId" }],
  input: editCommentInput,
  async run({ ctx, input: { commentId, ...change } }): Promise<{ commentId: string }> {
    const { workspaceId } = ctx.actor;
    const ofOwn = async (tx: Orm) => (await requireOwnComment(ctx, tx, commentId)).runId;
    await changeComments(ctx, "edit_comment", ofOwn, async (tx, { next }) => {
      const edited = await storeEdit(tx, { workspaceId, commentId }, change, next);
      if (!edited)
        throw refused("Only an open comment that asks nothing can be changed. Reply to it instead.");
    });
    return { commentId };
  },
});
