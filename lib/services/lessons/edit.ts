import { lessonOfText, writeLessonVersion } from "@/db/queries/learning/lessons";
import { writeAudit } from "@/db/queries/write-audit";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { editLessonInput } from "@/lib/core/inputs/lessons";
import { lessonKey, lessonText } from "@/lib/core/lessons/text";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";
import type { ChangedLesson } from "./change-status";
import { requireLesson } from "./require-lesson";

/** Throws `not_found`, and `conflict` for a version that is not the newest, or a text that another lesson has or had. */
export const editLesson = defineVerb({
  name: "lessons/edit",
  capability: "review",
  description: "`{expectedVersion, text, tags?}`: its next version, with the same status",
  routes: [{ at: "POST /api/v1/lessons/{id}", id: "lessonId" }],
  input: editLessonInput,
  async run({ ctx, input }): Promise<ChangedLesson> {
    const { lessonId } = input;
    const { workspaceId, name: author } = ctx.actor;
    const text = lessonText(input.text);
    return ctx.transact(async (tx) => {
      const { status, ...lesson } = await requireLesson(ctx, tx, input);
      const owner = await lessonOfText(tx, { workspaceId, key: lessonKey(text), claimFor: lessonId });
      if (owner !== lessonId)
        throw new DomainFailure(
          domainError("conflict", "Another lesson says the same: change that one.", { lessonId: owner }),
        );
      const version = lesson.version + 1;
      const tags = input.tags ?? lesson.tags;
      await writeLessonVersion(tx, { workspaceId, id: lessonId, version, text, tags, status, author });
      const entry = { action: "lesson_edited", subject: lessonId, details: { version, text, tags } };
      await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), ...entry });
      return { lessonId, version, status };
    });
  },
});
