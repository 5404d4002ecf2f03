import { afterAll, beforeAll, expect, it } from "vitest";
import { findExamples } from "@/db/queries/learning/find-examples";
import { findLessons } from "@/db/queries/learning/find-lessons";
import { DEFAULT_MAX_EXAMPLE_TOKENS, DEFAULT_MAX_EXAMPLES } from "@/lib/core/examples/limits";
import { DEFAULT_MAX_LESSON_TOKENS, DEFAULT_MAX_LESSONS } from "@/lib/core/lessons/limits";
import { searchWords } from "@/lib/core/search-words";
import { takeWithin } from "@/lib/core/take-within";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { loadSet } from "./sets";

const WORKSPACE = "drafts";
const missions = loadSet("drafts");

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
  await world.addWorkspaces(WORKSPACE);
  const actor = world.person({ workspaceId: WORKSPACE });
  const { lessons, examples } = world.services;
  for (const { lesson, example } of missions) {
    const { lessonId } = await lessons.propose({ actor, input: { text: lesson } });
    await lessons.accept({ actor, input: { lessonId, expectedVersion: 1 } });
    await examples.create({ actor, input: { example } });
  }
});
afterAll(() => world.close());

const wantedBy = (mission: string) => ({
  workspaceId: WORKSPACE,
  words: searchWords(mission),
  tags: [],
  demo: false,
  limit: 50,
});

it.each(missions)("a run of $id would be shown its lesson, among those of all missions", async (item) => {
  const found = await findLessons(world.database.orm, wantedBy(item.mission));
  const limits = { max: DEFAULT_MAX_LESSONS, maxTokens: DEFAULT_MAX_LESSON_TOKENS };
  const shown = takeWithin(found, limits, ({ text }) => text);
  expect(shown.map(({ text }) => text)).toContain(item.lesson);
});

it.each(missions)("a run of $id would be shown its example, among those of all missions", async (item) => {
  const tools = item.tools.map(({ name }) => name);
  const wanted = { ...wantedBy(item.mission), kind: "planner" as const, tools };
  const found = await findExamples(world.database.orm, wanted);
  const limits = { max: DEFAULT_MAX_EXAMPLES, maxTokens: DEFAULT_MAX_EXAMPLE_TOKENS };
  const shown = takeWithin(found, limits, ({ example }) => JSON.stringify(example));
  expect(shown.map(({ example }) => example)).toContainEqual(item.example);
});
