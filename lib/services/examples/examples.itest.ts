import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditLog } from "@/db/schema";
import { asDomainError } from "@/lib/core/errors";
import type { AgentExample } from "@/lib/core/examples/form";
import type { Json } from "@/lib/core/json";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
  await world.addWorkspaces(...Array.from({ length: 9 }, (_, n) => `w${n + 1}`));
});
afterAll(() => world.close());

/** Each test has a workspace of its own. */
function inWorkspace(workspaceId: string, name = "Ada") {
  const actor = world.person({ workspaceId, name });
  const call = world.services.examples;
  const on = (exampleId: string, expectedVersion: number) => ({ exampleId, expectedVersion });
  return {
    actor,
    create: (example: Json) => call.create({ actor, input: { example } }),
    edit: (id: string, version: number, example: Json) =>
      call.edit({ actor, input: { ...on(id, version), example } }),
    turn: (id: string, version: number, enabled: boolean) =>
      call.switch({ actor, input: { ...on(id, version), enabled } }),
    load: (content: string) => call.import({ actor, input: { content } }),
    save: (input: object = {}) => call.export({ actor, input }),
    get: (exampleId: string) => call.get({ actor, input: { exampleId } }),
    list: (input: object = {}) => call.list({ actor, input }),
  };
}

const asked = (query: string): AgentExample => ({
  query,
  steps: [
    { thought: "Look", next_node: "search", args: { q: query } },
    { observation: ["a"] },
    { thought: "Done", next_node: null, args: { answer: "a" } },
  ],
  outcome: "answer_complete",
  note: "Look first",
});
const MEMO = { note: null, plan: "Step 1: Write it", mission: "Write a memo" };

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (thrown: unknown) => asDomainError(thrown),
  );
const codeOf = async (work: Promise<unknown>) => (await failureOf(work))?.code;

describe("an example", () => {
  it("is added, edited and switched off and on, a version each, and audited", async () => {
    const { create, edit, turn, get } = inWorkspace("w1");
    const { exampleId, ...added } = await create(asked("Find papers"));
    expect(added).toEqual({ version: 1, enabled: true, merged: false });
    expect(await edit(exampleId, 1, asked("Find new papers"))).toEqual({
      exampleId,
      version: 2,
      enabled: true,
    });
    expect(await turn(exampleId, 2, false)).toEqual({ exampleId, version: 3, enabled: false });
    expect(await turn(exampleId, 3, true)).toEqual({ exampleId, version: 4, enabled: true });
    const example = await get(exampleId);
    expect(example).toMatchObject({
      version: 4,
      kind: "agent",
      question: "Find new papers",
      note: "Look first",
      tools: ["search"],
      enabled: true,
      source: "person",
      demo: false,
      author: "Ada",
      origin: null,
      uses: 0,
      usedBy: [],
    });
    expect(example.example).toEqual(asked("Find new papers"));
    expect(example.hindrances).toEqual([{ code: "missing_tools", tools: ["search"] }]);
    expect(example.versions.map(({ version, enabled }) => [version, enabled])).toEqual([
      [4, true],
      [3, false],
      [2, true],
      [1, true],
    ]);
    const lines = await world.database.orm.select().from(auditLog);
    expect(lines.filter(({ subject }) => subject === exampleId).map(({ action }) => action)).toEqual([
      "example_added",
      "example_edited",
      "example_switched_off",
      "example_switched_on",
    ]);
  });

  it("is changed by one who has read it as it is now, and by one alone", async () => {
    const { create, edit, turn } = inWorkspace("w2");
    const { exampleId } = await create(asked("Find papers"));
    await turn(exampleId, 1, false);
    expect(await codeOf(turn(exampleId, 1, true))).toBe("conflict");
    expect(await codeOf(turn(exampleId, 2, false))).toBe("conflict");
    expect(await codeOf(edit(exampleId, 1, asked("Find more")))).toBe("conflict");
    const both = await Promise.all([
      codeOf(turn(exampleId, 2, true)),
      codeOf(edit(exampleId, 2, asked("Find others"))),
    ]);
    expect(both.toSorted()).toEqual(["conflict", undefined]);
    expect(await codeOf(turn("exm_none", 1, false))).toBe("not_found");
    expect(await codeOf(edit(exampleId, 3, MEMO))).toBe("invalid_input");
  });

  it("is refused with words, and stored without secrets", async () => {
    const { create, get } = inWorkspace("w3");
    const failure = await failureOf(create({ ...asked(" "), steps: Array(21).fill({ observation: 1 }) }));
    expect(failure).toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("query is empty"),
      details: { issues: [{ code: "empty_query" }, { code: "too_many_steps" }, { code: "no_finish_step" }] },
    });
    const { exampleId } = await create(asked("Use sk-live-4242abcd here"));
    expect((await get(exampleId)).example).toMatchObject({ query: "Use [hidden] here" });
  });

  it("added by many at once is one", async () => {
    const people = ["Ada", "Bob", "Cid"].map((name) => inWorkspace("w4", name));
    const made = await Promise.all(people.map(({ create }) => create(MEMO)));
    expect(new Set(made.map(({ exampleId }) => exampleId)).size).toBe(1);
    expect(made.filter(({ merged }) => !merged)).toHaveLength(1);
  });
});

describe("a file of examples", () => {
  it("comes back as it went, in the same words and order of fields", async () => {
    const { load, save, list } = inWorkspace("w5");
    const file = JSON.stringify({ few_shot_examples: [asked("One"), MEMO, asked("One")] });
    expect(await load(file)).toEqual({ added: 2, known: 1 });
    expect(await load(file)).toEqual({ added: 0, known: 3 });
    const { text } = await save();
    const [first = null, second = null] = JSON.parse(text) as Json[];
    expect([JSON.stringify(first), JSON.stringify(second)].toSorted()).toEqual(
      [JSON.stringify(asked("One")), JSON.stringify(MEMO)].toSorted(),
    );
    const others = inWorkspace("w6");
    expect(await others.load(text)).toEqual({ added: 2, known: 0 });
    expect(JSON.parse((await others.save({ kind: "planner" })).text)).toEqual([MEMO]);
    const { items } = await list({ kind: "agent" });
    expect(items.map(({ question, source }) => [question, source])).toEqual([["One", "import"]]);
    const one = await save({ exampleId: items[0]?.id });
    expect(JSON.parse(one.text)).toEqual([asked("One")]);
    expect(await codeOf(save({ exampleId: "exm_none" }))).toBe("not_found");
  });

  it("is taken whole or not at all", async () => {
    const { load, list } = inWorkspace("w7");
    const failure = await failureOf(load(JSON.stringify([asked("One"), { ...asked("Two"), steps: [] }])));
    expect(failure).toMatchObject({
      code: "invalid_input",
      details: { issues: [{ code: "no_finish_step", path: "[1].steps" }] },
    });
    expect((await list()).items).toEqual([]);
  });
});

describe("the list of examples", () => {
  it("comes newest first, in pages, by kind and by whether they are on", async () => {
    const { create, turn, list } = inWorkspace("w8");
    const ids: string[] = [];
    for (const n of ["one", "two", "three"]) ids.unshift((await create(asked(`Find ${n}`))).exampleId);
    await turn(ids[1] as string, 1, false);
    const { items } = await list();
    expect(items.map(({ id }) => id)).toEqual(ids);
    expect(items[0]).not.toHaveProperty("example");
    const first = await list({ limit: 2 });
    const rest = await list({ limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
    expect((await list({ status: "off" })).items.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await list({ kind: "planner" })).items).toEqual([]);
    expect(await codeOf(list({ cursor: "none" }))).toBe("invalid_input");
  });
});

describe("a run as an example", () => {
  it("is drafted once it has finished, and is a demo where the run is one", async () => {
    const { actor, create } = inWorkspace("w9");
    const { runs, examples } = world.services;
    const plan = { tasks: [{ id: "a", input: "Write it" }] };
    const { runId } = await runs.create({ actor, input: { mission: "Write a memo", plan, tags: ["demo"] } });
    const draft = () => examples.draft({ actor, input: { runId } });
    expect(await codeOf(draft())).toBe("not_allowed_now");
    const ofTask = { runId, taskId: "a", attempt: 1 };
    expect(await codeOf(examples.draft({ actor, input: ofTask }))).toBe("not_found");
    await runs.command({ actor, input: { runId, type: "cancel" } });
    const drafted = await draft();
    expect(drafted).toMatchObject({
      problems: [],
      demo: true,
      example: { mission: "Write a memo", plan: { tasks: [{ id: "a", input: "Write it" }] } },
    });
    const input = { example: drafted.example, from: { runId } };
    const { exampleId } = await examples.create({ actor, input });
    expect(await examples.get({ actor, input: { exampleId } })).toMatchObject({
      source: "run",
      demo: true,
      kind: "planner",
      origin: { runId, mission: "Write a memo", taskId: null, attempt: null },
    });
    const wrongKind = examples.create({ actor, input: { example: asked("A"), from: { runId } } });
    expect(await codeOf(wrongKind)).toBe("invalid_input");
    const gone = examples.create({ actor, input: { example: MEMO, from: { runId: "run_none" } } });
    expect(await codeOf(gone)).toBe("not_found");
    expect((await create(MEMO)).merged).toBe(false);
  });
});
