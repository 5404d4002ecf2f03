import type { Orm } from "@/db/client";
import { countReplies, insertReply } from "@/db/queries/comments";
import { MAX_REPLIES } from "@/lib/core/comments/words";
import { replyInput } from "@/lib/core/inputs/comments";
import { actorRefOf } from "../context";
import { idForKey } from "../submit";
import { defineVerb } from "../verb";
import { changeComments } from "./change-comments";
import { refused, requireComment } from "./require-comment";

/** Adds to the thread of a comment, whatever has become of it. Throws `not_found`, and `not_allowed_now` for a full thread. */
export const replyToComment = defineVerb({
  name: "comments/reply",
  capability: "review",
  description: "`{text}`: adds to its thread",
  routes: [{ at: "POST /api/v1/comments/{id}/replies", id: "commentId", answer: "created" }],
  input: replyInput,
  async run({ ctx, input: { commentId, text } }): Promise<{ replyId: string }> {
    const { workspaceId, id: personId } = ctx.actor;
    const replyId = idForKey(ctx, "rep");
    const ofThread = async (tx: Orm) => (await requireComment(ctx, tx, commentId)).runId;
    await changeComments(ctx, "reply_to_comment", ofThread, async (tx, { runId }) => {
      // It may have been removed while the run was waited for.
      await requireComment(ctx, tx, commentId);
      const replies = await countReplies(tx, { workspaceId, commentId });
      if (replies >= MAX_REPLIES)
        throw refused(`This thread has ${MAX_REPLIES} replies, the most there can be.`);
      const by = actorRefOf(ctx.actor);
      await insertReply(tx, { id: replyId, workspaceId, runId, commentId, personId, by, text });
    });
    return { replyId };
  },
});
