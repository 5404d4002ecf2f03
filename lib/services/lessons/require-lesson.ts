import type { Orm } from "@/db/client";
import { readLesson } from "@/db/queries/learning/lessons";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { LessonView } from "@/lib/core/lessons/view";
import type { ServiceContext } from "../context";

type LessonRef = { lessonId: string; expectedVersion: number };

export const noLesson = (): DomainFailure =>
  new DomainFailure(domainError("not_found", "There is no such lesson."));

/**
 * The lesson that a person decides on, locked until the end of the transaction. Throws `not_found`, and `conflict` when
 * it is at another version than the one they read.
 */
export async function requireLesson(
  ctx: Pick<ServiceContext, "actor">,
  tx: Orm,
  { lessonId, expectedVersion }: LessonRef,
): Promise<LessonView> {
  const { workspaceId } = ctx.actor;
  const lesson = await readLesson(tx, { workspaceId, lessonId }, { lock: true });
  if (!lesson) throw noLesson();
  if (lesson.version !== expectedVersion) throw lessonConflict(lesson);
  return lesson;
}

/** Somebody else has changed the lesson in the meantime: `details` say what it is now. */
function lessonConflict({ author, version, status }: LessonView): DomainFailure {
  const message = `${author} changed this lesson in the meantime: it is at version ${version} and ${status}.`;
  return new DomainFailure(domainError("conflict", message, { version, author, status }));
}
