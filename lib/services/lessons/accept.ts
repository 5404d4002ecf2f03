import { decideLessonInput } from "@/lib/core/inputs/lessons";
import { defineVerb } from "../verb";
import { type ChangedLesson, changeLessonStatus } from "./change-status";

/** Lets a lesson into prompts, a revoked one again. Throws `not_found`, and `conflict` for a version that is not the newest. */
export const acceptLesson = defineVerb({
  name: "lessons/accept",
  capability: "review",
  description: "`{expectedVersion}`: lets it into prompts",
  routes: [{ at: "POST /api/v1/lessons/{id}/accept", id: "lessonId" }],
  input: decideLessonInput,
  run: ({ ctx, input }): Promise<ChangedLesson> => changeLessonStatus(ctx, { ...input, status: "accepted" }),
});
