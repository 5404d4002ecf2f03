import { editComment as storeEdit } from "@/db/queries/comments";
import { editCommentInput } from "@/lib/core/inputs/comments";
import { defineVerb } from "../verb";
import { changeComments } from "./change-comments";
import { refused, requireNextEvent, requireOwnComment } from "./require-comment";

/** Changes the words or the label of one's own open comment. Throws `not_found`, `forbidden`, `not_allowed_now`. */
export const editComment = defineVerb({
  name: "comments/edit",
  capability: "review",
  input: editCommentInput,
  async run({ ctx, input: { commentId, ...change } }): Promise<{ commentId: string }> {
    const { workspaceId } = ctx.actor;
    await changeComments(ctx, async (tx) => {
      const { runId } = await requireOwnComment(ctx, tx, commentId);
      const next = await requireNextEvent(ctx, tx, runId);
      const edited = await storeEdit(tx, { workspaceId, commentId }, change, next);
      if (!edited)
        throw refused("Only an open comment that asks nothing can be changed. Reply to it instead.");
      return runId;
    });
    return { commentId };
  },
});
