import { afterAll, beforeAll, expect, it } from "vitest";
import { findLessons } from "@/db/queries/find-lessons";
import { DEFAULT_MAX_LESSON_TOKENS, DEFAULT_MAX_LESSONS } from "@/lib/core/lessons/limits";
import { searchWords } from "@/lib/core/search-words";
import { takeWithin } from "@/lib/core/take-within";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { loadSet } from "./sets";

const WORKSPACE = "lessons";
const missions = loadSet("missions");
const limits = { max: DEFAULT_MAX_LESSONS, maxTokens: DEFAULT_MAX_LESSON_TOKENS };

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
  await world.addWorkspaces(WORKSPACE);
  const actor = world.person({ workspaceId: WORKSPACE });
  const { lessons } = world.services;
  for (const { lesson } of missions) {
    const { lessonId } = await lessons.propose({ actor, input: { text: lesson } });
    await lessons.accept({ actor, input: { lessonId, expectedVersion: 1 } });
  }
});
afterAll(() => world.close());

it.each(missions)("a run of $id would be shown its lesson, among those of all missions", async (item) => {
  const wanted = {
    workspaceId: WORKSPACE,
    words: searchWords(item.mission),
    tags: [],
    demo: false,
    limit: 50,
  };
  const shown = takeWithin(await findLessons(world.database.orm, wanted), limits, ({ text }) => text);
  expect(shown.map(({ text }) => text)).toContain(item.lesson);
});
