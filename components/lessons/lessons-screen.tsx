"use client";

import type { RouteInput } from "@/lib/client/call";
import { upperFirst } from "@/lib/core/describe/letters";
import type { LessonView } from "@/lib/core/lessons/view";
import { LESSON_STATUSES } from "@/lib/core/lessons/words";
import type { Page } from "@/lib/core/views";
import { useUrlParam } from "../ui/behavior/use-url-param";
import { EmptyState } from "../ui/empty-state";
import { FilterLinks } from "../ui/links/filter-links";
import { ItemList } from "../ui/links/item-list";
import { PageHeader } from "../ui/page-header";
import { LESSON_PARAM, LESSON_STATUS_DISPLAY } from "./labels";
import { LessonDrawer } from "./lesson-drawer";
import { LessonRow } from "./lesson-row";
import { ProposeLesson } from "./propose-lesson";

type LessonsScreenProps = { view: RouteInput<"GET /api/v1/lessons">; page: Page<LessonView> };

/** What the workspace has learned: what is proposed, what prompts are shown, and one lesson in a drawer. */
export function LessonsScreen({ view, page }: LessonsScreenProps) {
  const [openId, setOpenId] = useUrlParam(LESSON_PARAM);
  const none = (
    <EmptyState title="No lessons yet">
      Runs that propose lessons list them here when they end. You can also write one yourself.
    </EmptyState>
  );
  return (
    <>
      <PageHeader title="Lessons" actions={<ProposeLesson />}>
        What runs and people have learned. Only accepted lessons are shown to planners and reviewers.
      </PageHeader>
      <FilterLinks label="Filter lessons" path="/lessons" view={view} groups={[STATUSES]} />
      <ItemList label="Lessons" things="lessons" path="/lessons" view={view} page={page} none={none}>
        {(lesson) => (
          <LessonRow key={lesson.id} lesson={lesson} onOpen={() => setOpenId(lesson.id, "push")} />
        )}
      </ItemList>
      <LessonDrawer lessonId={openId} onClose={() => setOpenId(undefined)} />
    </>
  );
}

const STATUSES = {
  name: "status",
  all: "All",
  choices: LESSON_STATUSES.map((one) => [one, upperFirst(LESSON_STATUS_DISPLAY[one].word)] as const),
};
