"use client";

import { lessonQuery } from "@/lib/client/query";
import { LESSON_SOURCES, LESSON_STATUSES } from "@/lib/core/lessons/words";
import { lessonDetail, lessonView } from "@/lib/testing/views/lesson-view";
import { LessonDrawer, LessonEdit } from "../../lessons/lesson-drawer";
import { LessonFields } from "../../lessons/lesson-fields";
import { LessonRow } from "../../lessons/lesson-row";
import { LessonsScreen } from "../../lessons/lessons-screen";
import { ProposeLesson } from "../../lessons/propose-lesson";
import {
  ActStates,
  Fetched,
  InPlace,
  List,
  LONG_TEXT,
  nothing,
  Opened,
  refused,
  Specimen,
  State,
} from "../specimen";

/** What runs have taught. */
export function Lessons() {
  return (
    <>
      <Specimen name="LessonRow" states="each status, each source, long text, while it is accepted, refused">
        {() => (
          <>
            <List>
              {LESSONS.map((lesson) => (
                <LessonRow key={lesson.id} lesson={lesson} accept={refused} onOpen={nothing} />
              ))}
            </List>
            <ActStates>
              {(id) => (
                <List>
                  <LessonRow
                    lesson={lessonView({ id, status: "proposed" })}
                    accept={refused}
                    onOpen={nothing}
                  />
                </List>
              )}
            </ActStates>
          </>
        )}
      </Specimen>
      <Specimen name="LessonFields" states="empty, filled, too long and refused">
        {() => (
          <>
            <State name="empty">
              <LessonFields fields={{ text: "", tags: "" }} onChange={nothing} error={undefined} />
            </State>
            <State name="filled">
              <LessonFields
                fields={{ text: "Measure the accuracy first.", tags: "ml, release" }}
                onChange={nothing}
                error={undefined}
              />
            </State>
            <State name="too long">
              <LessonFields
                fields={{ text: LONG_TEXT.repeat(4), tags: LONG_TEXT }}
                onChange={nothing}
                error="Shorten the lesson to 500 characters."
              />
            </State>
          </>
        )}
      </Specimen>
      <Specimen name="LessonDrawer" states="each status, never shown, long text, loading, not loaded">
        {() => (
          <Fetched
            queries={LESSON_DETAILS.map((data) => ({ queryKey: lessonQuery(data.id).queryKey, data }))}
            failed={[lessonQuery("failed").queryKey]}
          >
            <InPlace>
              {[...LESSON_DETAILS.map(({ id }) => id), "loading", "failed"].map((id) => (
                <State key={id} name={id}>
                  <LessonDrawer lessonId={id} actions={LESSON_ACTIONS} onClose={nothing} />
                </State>
              ))}
              {[LESSON_ACTIONS.accept, LESSON_ACTIONS.revoke].map((by, at) => (
                <ActStates key={by.name} by={by}>
                  {() => (
                    <LessonDrawer
                      lessonId={at === 0 ? "proposed" : "accepted"}
                      actions={LESSON_ACTIONS}
                      onClose={nothing}
                    />
                  )}
                </ActStates>
              ))}
            </InPlace>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="LessonEdit" states="as it opens, while it saves, refused">
        {() => (
          <Fetched queries={[]}>
            <LessonEdit lesson={lessonDetail()} edit={refused} onClose={nothing} />
            <ActStates>
              {() => <LessonEdit lesson={lessonDetail()} edit={refused} onClose={nothing} />}
            </ActStates>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="ProposeLesson" states="as it opens, while it is proposed, refused">
        {() => (
          <Opened>
            <ProposeLesson propose={refused} />
            <ActStates>{() => <ProposeLesson propose={refused} />}</ActStates>
          </Opened>
        )}
      </Specimen>
      <Specimen name="LessonsScreen" states="some, none yet, none that fit the filter">
        {() => (
          <Fetched queries={[]}>
            <LessonsScreen
              view={{ status: undefined, cursor: undefined }}
              page={{ items: LESSONS.slice(0, 2), nextCursor: "older" }}
              actions={LESSON_ACTIONS}
            />
            {([undefined, "revoked"] as const).map((status) => (
              <LessonsScreen
                key={status ?? "all"}
                view={{ status, cursor: undefined }}
                page={{ items: [], nextCursor: status ? "older" : null }}
                actions={LESSON_ACTIONS}
              />
            ))}
          </Fetched>
        )}
      </Specimen>
    </>
  );
}

const LESSONS = [
  ...LESSON_STATUSES.map((status) => lessonView({ id: status, status, text: `A lesson that is ${status}` })),
  ...LESSON_SOURCES.map((source) => lessonView({ id: source, source, demo: false, tags: [], uses: 3 })),
  lessonView({ id: "long", text: LONG_TEXT, tags: ["release", LONG_TEXT], status: "proposed", origins: [] }),
];
const LESSON_DETAILS = [
  ...LESSON_STATUSES.map((status) => lessonDetail({ id: status, status })),
  lessonDetail({
    ...{ id: "never shown", demo: false, usedBy: [], origins: [], text: LONG_TEXT, tags: [LONG_TEXT] },
    effect: { without: { ...lessonDetail().effect.without, runs: 0 }, shown: lessonDetail().effect.shown },
  }),
];
const LESSON_ACTIONS = {
  ...{ propose: refused, edit: refused },
  accept: async () => refused(),
  revoke: async () => refused(),
};
