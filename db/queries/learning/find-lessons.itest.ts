import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchWords } from "@/lib/core/search-words";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { findLessons } from "./find-lessons";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
  await world.addWorkspaces(...Array.from({ length: 12 }, (_, n) => `w${n + 1}`));
});
afterAll(() => world.close());

/** Lessons of a workspace of its own; what a mission finds among them. */
async function inWorkspace(workspaceId: string, texts: Record<string, string[]>, status = "accepted") {
  const actor = world.person({ workspaceId });
  const { lessons } = world.services;
  for (const [text, tags] of Object.entries(texts)) {
    const { lessonId } = await lessons.propose({ actor, input: { text, tags } });
    const on = (expectedVersion: number) => ({ actor, input: { lessonId, expectedVersion } });
    if (status !== "proposed") await lessons.accept(on(1));
    if (status === "revoked") await lessons.revoke(on(2));
  }
  return async (mission: string, { tags = [] as string[], demo = false, limit = 50 } = {}) => {
    const wanted = { workspaceId, words: searchWords(mission), tags, demo, limit };
    return (await findLessons(world.database.orm, wanted)).map(({ text }) => text);
  };
}

const FRAUD = "Check the fraud model before you deploy it to production";
const GERMAN = "Prüfe die Kontingente der Anbieter, bevor du die Server bestellst";

let fraud: ReturnType<typeof inWorkspace> | undefined;

describe("findLessons", () => {
  it("finds a lesson by two words that it shares with the mission", async () => {
    const find = await inWorkspace("w1", { [FRAUD]: [] });
    expect(await find("Deploy the fraud detection model to production")).toEqual([FRAUD]);
    expect(await find("DEPLOYING models, often")).toEqual([FRAUD]);
    expect(await find("Improve fraud-model")).toEqual([FRAUD]);
  });

  it.each([
    ["one word", "Deploy the application to staging"],
    ["one word in several forms", "Deploy, deploying, deployed: what the deploys have deployed"],
    ["words of the stop lists", "It is to be the one before you"],
    ["no word", ""],
    ["signs alone", "!!! ' & | 12 %"],
    ["a query's own signs", "deploy:* & !x | <-> 'a' \\ ("],
  ])("finds none by %s", async (_, mission) => {
    fraud ??= inWorkspace("w2", { [FRAUD]: [] });
    expect(await (await fraud)(mission)).toEqual([]);
  });

  it("finds German lessons for a German mission, by more than its articles", async () => {
    const other = "Die Tests und der Bericht sind vor der Abnahme zu lesen";
    const find = await inWorkspace("w3", { [GERMAN]: [], [other]: [] });
    expect(await find("Bestelle die Server und prüfe der Anbieter Kontingente")).toEqual([GERMAN]);
    expect(await find("Der Umzug und die Wartung der Leitung")).toEqual([]);
    expect(await find("PRÜFE KONTINGENTE")).toEqual([GERMAN]);
  });

  it("finds a lesson by a common tag alone", async () => {
    const find = await inWorkspace("w4", { [FRAUD]: ["ml", "release"] });
    expect(await find("Something else", { tags: ["release"] })).toEqual([FRAUD]);
    expect(await find("", { tags: ["ml"] })).toEqual([FRAUD]);
    expect(await find("Something else", { tags: ["other"] })).toEqual([]);
  });

  it("puts the best fitting first, and finds no more than asked for", async () => {
    const less = "A model may fail in production";
    const find = await inWorkspace("w5", { [FRAUD]: [], [less]: [] });
    const mission = "Deploy the fraud model to production";
    expect(await find(mission)).toEqual([FRAUD, less]);
    expect(await find(mission, { limit: 1 })).toEqual([FRAUD]);
  });

  it.each([
    ["w6", "proposed"],
    ["w7", "revoked"],
  ])("finds none in %s that is %s", async (workspace, status) => {
    const find = await inWorkspace(workspace, { [FRAUD]: ["ml"] }, status);
    expect(await find(FRAUD, { tags: ["ml"], demo: true })).toEqual([]);
  });

  it("gives what was learned from demo runs to simulated models alone", async () => {
    const find = await inWorkspace("w8", { [FRAUD]: [] });
    await world.database.sql`update lessons set demo = true where workspace_id = 'w8'`;
    expect(await find(FRAUD)).toEqual([]);
    expect(await find(FRAUD, { demo: true })).toEqual([FRAUD]);
  });

  it("finds nothing of another workspace", async () => {
    await inWorkspace("w9", { [FRAUD]: ["ml"] });
    const find = await inWorkspace("w10", {});
    expect(await find(FRAUD, { tags: ["ml"] })).toEqual([]);
  });
});
