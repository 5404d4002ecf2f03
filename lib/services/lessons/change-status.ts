import { writeLessonVersion } from "@/db/queries/learning/lessons";
import { writeAudit } from "@/db/queries/write-audit";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { LessonStatus } from "@/lib/core/lessons/words";
import { actorRefOf, type ServiceContext } from "../context";
import { requireLesson } from "./require-lesson";

/** What every change of a lesson answers. */
export type ChangedLesson = { lessonId: string; version: number; status: LessonStatus };

type StatusChange = { lessonId: string; expectedVersion: number; status: "accepted" | "revoked" };

/**
 * Makes the next version of a lesson with another status, and its line in the audit log. Throws `not_found`, and
 * `conflict` where it is at another version, or has that status already.
 */
export async function changeLessonStatus(ctx: ServiceContext, change: StatusChange): Promise<ChangedLesson> {
  const { lessonId, status } = change;
  const { workspaceId, name: author } = ctx.actor;
  return ctx.transact(async (tx) => {
    const { text, tags, ...lesson } = await requireLesson(ctx, tx, change);
    if (lesson.status === status)
      throw new DomainFailure(domainError("conflict", `This lesson is ${status} already.`));
    const version = lesson.version + 1;
    await writeLessonVersion(tx, { workspaceId, id: lessonId, version, text, tags, status, author });
    const entry = { action: `lesson_${status}`, subject: lessonId, details: { version, text } };
    await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), ...entry });
    return { lessonId, version, status };
  });
}
