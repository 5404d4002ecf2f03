import { readLessonUses } from "@/db/queries/learning/lessons";
import { decideLessonInput } from "@/lib/core/inputs/lessons";
import type { LessonUse } from "@/lib/core/lessons/view";
import { defineVerb } from "../verb";
import { type ChangedLesson, changeLessonStatus } from "./change-status";

/** Throws `not_found`, and `conflict` for a version that is not the newest. */
export const revokeLesson = defineVerb({
  name: "lessons/revoke",
  capability: "review",
  description:
    "`{expectedVersion}`: keeps it out of prompts; `usedBy` are the runs and plan versions whose prompts carried it",
  routes: [{ at: "POST /api/v1/lessons/{id}/revoke", id: "lessonId" }],
  input: decideLessonInput,
  async run({ ctx, input }): Promise<ChangedLesson & { usedBy: LessonUse[] }> {
    const changed = await changeLessonStatus(ctx, { ...input, status: "revoked" });
    const { workspaceId } = ctx.actor;
    const usedBy = await readLessonUses(ctx.db, { workspaceId, lessonId: input.lessonId });
    return { ...changed, usedBy };
  },
});
