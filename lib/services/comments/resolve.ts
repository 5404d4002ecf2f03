import { commentInput } from "@/lib/core/inputs/comments";
import { defineVerb } from "../verb";
import { type MovedComment, moveComment } from "./move";

/** Settles a comment: what models say of it never does. Throws `not_found`, and `not_allowed_now` for a resolved one. */
export const resolveComment = defineVerb({
  name: "comments/resolve",
  capability: "review",
  description: "Settles it",
  routes: [{ at: "POST /api/v1/comments/{id}/resolve", id: "commentId" }],
  input: commentInput,
  run: ({ ctx, input }): Promise<MovedComment> => moveComment(ctx, { ...input, status: "resolved" }),
});
