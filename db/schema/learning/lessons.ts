import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { LESSON_ROLES, LESSON_SOURCES, LESSON_STATUSES } from "@/lib/core/lessons/words";
import { moment, oneOf, searchVector, wordChecks, workspaceId } from "../columns";

/** What a workspace has learned, each lesson as it is now. Its id follows from its first text (lib/core/lessons). */
export const lessons = pgTable(
  "lessons",
  {
    workspaceId: workspaceId(),
    id: text().notNull(),
    version: integer().notNull(),
    text: text().notNull(),
    /** The words of the text, in small letters, as they are searched. */
    words: text().notNull(),
    status: oneOf(LESSON_STATUSES).notNull(),
    source: oneOf(LESSON_SOURCES).notNull(),
    tags: text().array().notNull().default([]),
    /** Learned from runs of the simulated model alone. */
    demo: boolean().notNull().default(false),
    author: text().notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    search: searchVector(),
  },
  (t) => [
    ...wordChecks(t),
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("lessons_by_age").on(t.workspaceId, t.createdAt.desc().nullsFirst(), t.id),
    index("lessons_by_words").using("gin", t.search).where(sql`${t.status} = 'accepted'`),
    index("lessons_by_tag").using("gin", t.tags).where(sql`${t.status} = 'accepted'`),
  ],
);

/** Every version of a lesson: what it said, and what was decided about it. */
export const lessonVersions = pgTable(
  "lesson_versions",
  {
    workspaceId: workspaceId(),
    lessonId: text().notNull(),
    version: integer().notNull(),
    text: text().notNull(),
    status: oneOf(LESSON_STATUSES).notNull(),
    tags: text().array().notNull().default([]),
    author: text().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [...wordChecks(t), primaryKey({ columns: [t.workspaceId, t.lessonId, t.version] })],
);

/** Every text that a lesson has had, by its key: who proposes one of them again proposes that lesson. */
export const lessonTexts = pgTable(
  "lesson_texts",
  {
    workspaceId: workspaceId(),
    key: text().notNull(),
    lessonId: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.key] })],
);

/** What a lesson follows from: one row for each decision, replan or person that proposed it. */
export const lessonOrigins = pgTable(
  "lesson_origins",
  {
    workspaceId: workspaceId(),
    lessonId: text().notNull(),
    /** Empty for what a person wrote without a run. */
    runId: text().notNull(),
    subject: text().notNull(),
    source: oneOf(LESSON_SOURCES).notNull(),
    /** The person whose words or decision it was. */
    person: text(),
    createdAt: moment().notNull(),
  },
  (t) => [
    ...wordChecks(t),
    primaryKey({ columns: [t.workspaceId, t.lessonId, t.runId, t.subject] }),
    index("lesson_origins_by_run").on(t.runId),
  ],
);

/** Which version of a lesson stood in the prompt of which piece of work. */
export const lessonUses = pgTable(
  "lesson_uses",
  {
    runId: text().notNull(),
    /** Of the work, as its effect has it. */
    key: text().notNull(),
    lessonId: text().notNull(),
    version: integer().notNull(),
    workspaceId: workspaceId(),
    role: oneOf(LESSON_ROLES).notNull(),
    /** The plan version in force when it was shown. */
    fromVersion: integer().notNull(),
    /** The plan version that was written with it, or that a review judged; null while there is none. */
    planVersion: integer(),
    createdAt: moment().notNull(),
  },
  (t) => [
    ...wordChecks(t),
    primaryKey({ columns: [t.runId, t.key, t.lessonId, t.version] }),
    index("lesson_uses_by_lesson").on(t.workspaceId, t.lessonId, t.createdAt.desc().nullsFirst()),
  ],
);
