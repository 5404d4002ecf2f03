import { sql } from "drizzle-orm";
import { boolean, index, integer, json, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Example } from "@/lib/core/examples/form";
import { EXAMPLE_KINDS, EXAMPLE_SOURCES } from "@/lib/core/examples/words";
import { moment, oneOf, searchVector, wordChecks, workspaceId } from "../columns";

/** The examples of a workspace, each as it is now. Its id follows from its first form (lib/core/examples). */
export const examples = pgTable(
  "examples",
  {
    workspaceId: workspaceId(),
    id: text().notNull(),
    version: integer().notNull(),
    kind: oneOf(EXAMPLE_KINDS).notNull(),
    /** As it was given: `json`, which keeps the order of fields, unlike `jsonb`. */
    example: json().$type<Example>().notNull(),
    /** The words of its query or mission, in small letters, as they are searched. */
    words: text().notNull(),
    /** What it calls: it is shown where all of them are on offer. */
    tools: text().array().notNull(),
    enabled: boolean().notNull(),
    source: oneOf(EXAMPLE_SOURCES).notNull(),
    /** From a run of the simulated model. */
    demo: boolean().notNull(),
    author: text().notNull(),
    /** What it was promoted from; the task is null for a plan. */
    runId: text(),
    taskId: text(),
    attempt: integer(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    search: searchVector(),
  },
  (t) => [
    ...wordChecks(t),
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("examples_by_age").on(t.workspaceId, t.createdAt.desc().nullsFirst(), t.id),
    index("examples_by_words").using("gin", t.search).where(sql`${t.enabled}`),
  ],
);

/** Every version of an example: what it said, and whether it was on. */
export const exampleVersions = pgTable(
  "example_versions",
  {
    workspaceId: workspaceId(),
    exampleId: text().notNull(),
    version: integer().notNull(),
    example: json().$type<Example>().notNull(),
    tools: text().array().notNull(),
    enabled: boolean().notNull(),
    author: text().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.exampleId, t.version] })],
);

/** Which version of an example stood in the prompt of which piece of work. */
export const exampleUses = pgTable(
  "example_uses",
  {
    runId: text().notNull(),
    /** Of the work, as its effect has it. */
    key: text().notNull(),
    exampleId: text().notNull(),
    version: integer().notNull(),
    workspaceId: workspaceId(),
    role: oneOf(EXAMPLE_KINDS).notNull(),
    /** The task whose agent was shown it; null for a plan. */
    taskId: text(),
    attempt: integer(),
    createdAt: moment().notNull(),
  },
  (t) => [
    ...wordChecks(t),
    primaryKey({ columns: [t.runId, t.key, t.exampleId, t.version] }),
    index("example_uses_by_example").on(t.workspaceId, t.exampleId, t.createdAt.desc().nullsFirst()),
  ],
);
