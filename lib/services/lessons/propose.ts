import { insertLesson, insertPersonOrigin, lessonOfText, readLesson } from "@/db/queries/learning/lessons";
import { writeAudit } from "@/db/queries/write-audit";
import { proposeLessonInput } from "@/lib/core/inputs/lessons";
import { lessonIdOf, lessonKey, lessonText } from "@/lib/core/lessons/text";
import type { LessonView } from "@/lib/core/lessons/view";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";
import type { ChangedLesson } from "./change-status";

/** Leaves the status of a lesson that has or had the text as it is. */
export const proposeLesson = defineVerb({
  name: "lessons/propose",
  capability: "operate",
  description: "`{text, tags?}`: proposes one; `merged` says that a lesson has or had these words already",
  routes: [{ at: "POST /api/v1/lessons", answer: "created" }],
  input: proposeLessonInput,
  async run({ ctx, input }): Promise<ChangedLesson & { merged: boolean }> {
    const { workspaceId, id: personId, name } = ctx.actor;
    const text = lessonText(input.text);
    const key = lessonKey(text);
    return ctx.transact(async (tx) => {
      const lessonId = await lessonOfText(tx, { workspaceId, key, claimFor: lessonIdOf(key) });
      const known = await readLesson(tx, { workspaceId, lessonId });
      const facts = { text, source: "person" as const, tags: input.tags, demo: false, author: name };
      if (!known) await insertLesson(tx, { workspaceId, id: lessonId, ...facts });
      await insertPersonOrigin(tx, { workspaceId, lessonId, person: name, personId });
      const entry = { action: "lesson_proposed", subject: lessonId, details: { text } };
      await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), ...entry });
      const { version, status } = known ?? PROPOSED;
      return { lessonId, version, status, merged: known !== undefined };
    });
  },
});

const PROPOSED: Pick<LessonView, "version" | "status"> = { version: 1, status: "proposed" };
