import { readLessonUses } from "@/db/queries/learning/lessons";
import { decideLessonInput } from "@/lib/core/inputs/lessons";
import type { LessonUse } from "@/lib/core/lessons/view";
import { defineVerb } from "../verb";
import { type ChangedLesson, changeLessonStatus } from "./change-status";

/**
 * Keeps a lesson out of every prompt from now on; `usedBy` are the runs and plan versions whose prompts carried it.
 * Throws `not_found`, and `conflict` for a version that is not the newest.
 */
export const revokeLesson = defineVerb({
  name: "lessons/revoke",
  capability: "review",
  routes: [{ at: "POST /api/v1/lessons/{id}/revoke", id: "lessonId" }],
  input: decideLessonInput,
  async run({ ctx, input }): Promise<ChangedLesson & { usedBy: LessonUse[] }> {
    const changed = await changeLessonStatus(ctx, { ...input, status: "revoked" });
    const { workspaceId } = ctx.actor;
    const usedBy = await readLessonUses(ctx.db, { workspaceId, lessonId: input.lessonId });
    return { ...changed, usedBy };
  },
});
