import { countComments, insertComment } from "@/db/queries/comments";
import { writeAudit } from "@/db/queries/write-audit";
import { anchorOn } from "@/lib/core/comments/anchor";
import { MAX_COMMENTS } from "@/lib/core/comments/words";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { addCommentInput } from "@/lib/core/inputs/comments";
import { actorRefOf } from "../context";
import { idForKey, requireRun } from "../submit";
import { defineVerb } from "../verb";
import { changeComments } from "./change-comments";
import { placeOfRun } from "./place";
import { refused } from "./require-comment";

/** Throws `not_found` for a place that the version does not have, and `not_allowed_now` past the most comments of a run. */
export const addComment = defineVerb({
  name: "comments/add",
  capability: "review",
  description:
    "`{target, version, text, label?}`: comments on a plan version; `target` is `{kind: plan}`, `{kind: task, taskId}`, `{kind: field, taskId, field}` (any field that its type has, filled or not) or `{kind: edge, taskId, fromId}`, of which `taskId` waits for `fromId`",
  see: ["comments.md#anchors"],
  routes: [{ at: "POST /api/v1/runs/{id}/comments", id: "runId", answer: "created" }],
  input: addCommentInput,
  async run({ ctx, input }): Promise<{ commentId: string }> {
    const { runId, target, version, label, text } = input;
    const { workspaceId, id: personId } = ctx.actor;
    const place = await placeOfRun(ctx, await requireRun(ctx, runId), version);
    const anchor = place && anchorOn(place, target);
    if (!anchor)
      throw new DomainFailure(domainError("not_found", `Plan version ${version} has no such place.`));
    const commentId = idForKey(ctx, "cmt");
    const by = actorRefOf(ctx.actor);
    const ofRun = async () => runId;
    await changeComments(ctx, "add_comment", ofRun, async (tx) => {
      const { comments } = await countComments(tx, { workspaceId, runId });
      if (comments >= MAX_COMMENTS)
        throw refused(`This run has ${MAX_COMMENTS} comments, the most there can be.`);
      await insertComment(tx, { id: commentId, workspaceId, runId, personId, by, anchor, label, text });
      const details = { commentId, planVersion: version };
      await writeAudit(tx, { workspaceId, actor: by, action: "comment_added", subject: runId, details });
    });
    return { commentId };
  },
});
