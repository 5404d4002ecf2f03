"use client";

import { upperFirst } from "@/lib/core/describe/letters";
import type { LessonView } from "@/lib/core/lessons/view";
import { LESSON_STATUSES } from "@/lib/core/lessons/words";
import type { Page } from "@/lib/core/views";
import { useUrlParam } from "../ui/behavior/use-url-param";
import { EmptyState } from "../ui/empty-state";
import { ButtonLink } from "../ui/links/button-link";
import { FilterLinks } from "../ui/links/filter-links";
import { PageHeader } from "../ui/page-header";
import { addressOf, LESSON_PARAM, type LessonsView } from "./address";
import { LESSON_STATUS_DISPLAY } from "./labels";
import { LessonDrawer } from "./lesson-drawer";
import { LessonRow } from "./lesson-row";
import { ProposeLesson } from "./propose-lesson";

type LessonsScreenProps = { view: LessonsView; page: Page<LessonView> };

/** What the workspace has learned: what is proposed, what prompts are shown, and one lesson in a drawer. */
export function LessonsScreen({ view, page: { items, nextCursor } }: LessonsScreenProps) {
  const [openId, setOpenId] = useUrlParam(LESSON_PARAM);
  return (
    <>
      <PageHeader title="Lessons" actions={<ProposeLesson />}>
        What runs and people have learned. Only accepted lessons are shown to planners and reviewers.
      </PageHeader>
      <StatusFilter view={view} />
      {items.length === 0 ? (
        <NoLessons view={view} />
      ) : (
        <ol
          aria-label="Lessons"
          className="overflow-hidden rounded-xl border border-line bg-panel shadow-card"
        >
          {items.map((lesson) => (
            <LessonRow key={lesson.id} lesson={lesson} onOpen={() => setOpenId(lesson.id, "push")} />
          ))}
        </ol>
      )}
      {nextCursor && (
        <ButtonLink className="justify-self-start" href={addressOf({ ...view, cursor: nextCursor })}>
          Older lessons
        </ButtonLink>
      )}
      <LessonDrawer lessonId={openId} onClose={() => setOpenId(undefined)} />
    </>
  );
}

function NoLessons({ view }: { view: LessonsView }) {
  if (view.status === undefined && view.cursor === undefined) {
    return (
      <EmptyState title="No lessons yet">
        Runs that propose lessons list them here when they end. You can also write one yourself.
      </EmptyState>
    );
  }
  const all = <ButtonLink href="/lessons">Show all</ButtonLink>;
  return <EmptyState title="No lessons match the filter" action={all} />;
}

function StatusFilter({ view }: { view: LessonsView }) {
  return (
    <FilterLinks
      label="Filter lessons"
      links={[undefined, ...LESSON_STATUSES].map((status) => ({
        href: addressOf({ status, cursor: undefined }),
        label: status === undefined ? "All" : upperFirst(LESSON_STATUS_DISPLAY[status].word),
        isCurrent: status === view.status,
      }))}
    />
  );
}
