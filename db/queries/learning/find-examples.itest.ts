import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Example } from "@/lib/core/examples/form";
import type { ExampleReader } from "@/lib/core/examples/view";
import { searchWords } from "@/lib/core/search-words";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { insertExample, writeExampleVersion } from "./examples";
import { findExamples, readShownExamples } from "./find-examples";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const asked = (query: string, tool?: string): Example => ({
  query,
  steps: [
    ...(tool === undefined ? [] : [{ next_node: tool, args: {} }]),
    { next_node: null, args: { answer: "x" } },
  ],
  outcome: "answer_complete",
});

/** Each test has a workspace of its own. */
const inWorkspace = (workspaceId: string) => {
  const db = world.database.orm;
  const reader: ExampleReader = { workspaceId, kind: "agent", tools: ["search"], demo: false };
  return {
    add: (id: string, example: Example, { demo = false } = {}) =>
      insertExample(db, { workspaceId, id, example, source: "person", demo, author: "Ada" }),
    change: (id: string, example: Example, enabled = true) =>
      writeExampleVersion(db, { workspaceId, id, version: 2, example, enabled, author: "Ada" }),
    async find(question: string, change: Partial<ExampleReader> = {}, limit = 10) {
      const found = await findExamples(db, { ...reader, ...change, words: searchWords(question), limit });
      return found.map(({ id, version }) => `${id} ${version}`);
    },
    async shown(refs: { id: string; version: number }[], change: Partial<ExampleReader> = {}) {
      const found = await readShownExamples(db, { ...reader, ...change }, refs);
      return found.map(({ id, version, example }) => [id, version, "query" in example && example.query]);
    },
  };
};

describe("examples that fit", () => {
  it("share two words with the question, the most similar first", async () => {
    const { add, find } = inWorkspace("words");
    await add("near", asked("Deploy the fraud model to production"));
    await add("far", asked("Deploy a model somewhere"));
    await add("other", asked("Bake the bread"));
    expect(await find("Deploy our fraud model")).toEqual(["near 1", "far 1"]);
    expect(await find("Deploy our fraud model", {}, 1)).toEqual(["near 1"]);
    expect(await find("Deploy")).toEqual([]);
    expect(await find("the and of")).toEqual([]);
    expect(await find("")).toEqual([]);
  });

  it("come as they were given", async () => {
    const { add } = inWorkspace("whole");
    const whole = asked("Find fraud papers", "search");
    await add("whole", whole);
    const wanted = { workspaceId: "whole", kind: "agent" as const, tools: ["search"], demo: false, limit: 1 };
    const found = await findExamples(world.database.orm, {
      ...wanted,
      words: searchWords("Find fraud papers"),
    });
    expect(found).toEqual([{ id: "whole", version: 1, example: whole }]);
  });

  it("are on, of the kind and the workspace, and call no other tools", async () => {
    const { add, change, find } = inWorkspace("kinds");
    await add("mine", asked("Find fraud papers", "search"));
    await add("plan", { mission: "Find fraud papers", plan: "Step 1: Go" });
    await add("off", asked("Find fraud papers quickly"));
    await change("off", asked("Find fraud papers quickly"), false);
    expect(await find("Find fraud papers")).toEqual(["mine 1"]);
    expect(await find("Find fraud papers", { tools: [] })).toEqual([]);
    expect(await find("Find fraud papers", { kind: "planner" })).toEqual(["plan 1"]);
    expect(await inWorkspace("others").find("Find fraud papers")).toEqual([]);
  });

  it("of demo runs are for simulated models alone", async () => {
    const { add, find } = inWorkspace("demo");
    await add("demo", asked("Find fraud papers"), { demo: true });
    expect(await find("Find fraud papers")).toEqual([]);
    expect(await find("Find fraud papers", { demo: true })).toEqual(["demo 1"]);
  });
});

it("versions that were shown are found again as they were, while their tools are on offer", async () => {
  const { add, change, shown } = inWorkspace("shown");
  await add("a", asked("First words", "search"));
  await add("b", asked("Others"), { demo: true });
  await change("a", asked("Second words", "gone"), false);
  const refs = [
    { id: "b", version: 1 },
    { id: "a", version: 1 },
    { id: "none", version: 1 },
  ];
  expect(await shown(refs, { demo: true })).toEqual([
    ["b", 1, "Others"],
    ["a", 1, "First words"],
  ]);
  expect(await shown(refs)).toEqual([["a", 1, "First words"]]);
  expect(await shown(refs, { tools: [] })).toEqual([]);
});
