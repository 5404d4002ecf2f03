import { z } from "zod";
import {
  readLesson,
  readLessonEffect,
  readLessonUses,
  readLessonVersions,
} from "@/db/queries/learning/lessons";
import { lessonId } from "@/lib/core/inputs/lessons";
import type { LessonDetail } from "@/lib/core/lessons/view";
import { defineVerb } from "../verb";
import { noLesson } from "./require-lesson";

/** A lesson with its versions, the prompts that carried it, and how runs with and without it went. Throws `not_found`. */
export const getLesson = defineVerb({
  name: "lessons/get",
  capability: "view",
  description:
    "One lesson with its versions, where it comes from, the prompts that carried it (`usedBy`), and how runs without and with it went (`effect`)",
  routes: [{ at: "GET /api/v1/lessons/{id}", id: "lessonId" }],
  input: z.strictObject({ lessonId }),
  async run({ ctx, input }): Promise<LessonDetail> {
    const of = { workspaceId: ctx.actor.workspaceId, lessonId: input.lessonId };
    const [lesson, versions, usedBy, effect] = await Promise.all([
      readLesson(ctx.db, of),
      readLessonVersions(ctx.db, of),
      readLessonUses(ctx.db, of),
      readLessonEffect(ctx.db, of),
    ]);
    if (!lesson) throw noLesson();
    return { ...lesson, versions, usedBy, effect };
  },
});
