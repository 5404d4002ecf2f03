import { commentInput } from "@/lib/core/inputs/comments";
import { defineVerb } from "../verb";
import { type MovedComment, moveComment } from "./move";

/** Opens a comment again, to be sent with the next round. Throws `not_found`, and `not_allowed_now` for one that is open or sent. */
export const reopenComment = defineVerb({
  name: "comments/reopen",
  capability: "review",
  description: "Opens it again",
  routes: [{ at: "POST /api/v1/comments/{id}/reopen", id: "commentId" }],
  input: commentInput,
  run: ({ ctx, input }): Promise<MovedComment> => moveComment(ctx, { ...input, status: "open" }),
});
