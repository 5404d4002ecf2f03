import { readLessons } from "@/db/queries/learning/lessons";
import { listLessonsInput } from "@/lib/core/inputs/lessons";
import type { LessonView } from "@/lib/core/lessons/view";
import type { Page } from "@/lib/core/views";
import { pageOf, readCursor } from "../cursor";
import { defineVerb } from "../verb";

/** The lessons of the workspace, newest first, in pages. Throws `invalid_input` for a foreign cursor. */
export const listLessons = defineVerb({
  name: "lessons/list",
  capability: "view",
  description:
    "The lessons of the workspace, newest first; `proposedBy` and `shownTo` name a run that proposed them, or whose prompts carried them",
  see: ["lessons.md"],
  routes: [{ at: "GET /api/v1/lessons" }],
  input: listLessonsInput,
  async run({ ctx, input }): Promise<Page<LessonView>> {
    const { cursor, limit, ...filter } = input;
    const rows = await readLessons(ctx.db, {
      workspaceId: ctx.actor.workspaceId,
      limit: limit + 1,
      ...filter,
      ...(cursor !== undefined && { after: readCursor(cursor) }),
    });
    return pageOf(
      rows,
      limit,
      (lesson) => lesson,
      ({ createdAt: at, id }) => ({ at, id }),
    );
  },
});
