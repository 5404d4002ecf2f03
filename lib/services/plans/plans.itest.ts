import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CreateRunInput } from "@/lib/core/inputs/create-run";
import { readPlan } from "@/lib/core/plan";
import type { PlanFormat } from "@/lib/core/views";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const plan = {
  title: "Über-Plan: go!",
  tasks: [
    { id: "a", title: "First", input: "go" },
    { id: "b", title: "Second", input: "{{results.a}}", dependsOn: ["a"] },
  ],
};
const wrong = { title: "Wrong", tasks: [{ id: "y", title: "Y", input: "go", dependsOn: ["nobody"] }] };
const actor = () => world.person();
const input = <T>(value: T) => ({ actor: actor(), input: value });

describe("reading a plan", () => {
  it("gives the plan and what was not understood", async () => {
    expect(await world.services.plans.parse(input({ plan }))).toMatchObject({
      plan: { title: plan.title },
      errors: [],
      warnings: [],
    });
    const odd = { ...plan, mood: true };
    expect(await world.services.plans.parse(input({ plan: odd }))).toMatchObject({
      plan: null,
      errors: [{ code: "unread", path: "mood" }],
    });
  });

  it("takes a bare list of tasks", async () => {
    const { plan: read } = await world.services.plans.parse(input({ plan: plan.tasks }));
    expect(read?.tasks).toMatchObject([{ id: "a" }, { id: "b", dependsOn: ["a"] }]);
  });

  it("says why a text is no plan", async () => {
    expect(await world.services.plans.parse(input({ plan: "hello there" }))).toMatchObject({
      plan: null,
      errors: [{ code: "invalid_plan_format" }],
    });
  });
});

describe("checking a plan", () => {
  it("gives its levels and what is wrong with it", async () => {
    expect(await world.services.plans.validate(input({ plan }))).toEqual({
      issues: [],
      levels: [["a"], ["b"]],
    });
    const { issues } = await world.services.plans.validate(input({ plan: wrong }));
    expect(issues).toMatchObject([{ code: "missing_dependency", taskId: "y" }]);
  });

  it("finds a gate that guards nothing, and no run begins with it", async () => {
    const gate = { id: "ok", title: "May we pay?", type: "human_review" };
    const loose = { title: "Pay", tasks: [gate, { id: "pay", title: "Pay", input: "pay" }] };
    const found = [{ code: "control_guards_nothing", taskId: "ok", path: "dependsOn" }];
    expect((await world.services.plans.validate(input({ plan: loose }))).issues).toMatchObject(found);
    await expect(world.services.runs.create(input({ plan: loose }))).rejects.toMatchObject({
      code: "invalid_plan",
      details: { issues: found },
    });
  });

  it("gives the reasons why a text is no plan", async () => {
    expect(await world.services.plans.validate(input({ plan: "hello there" }))).toMatchObject({
      issues: [{ code: "invalid_plan_format" }],
      levels: [],
    });
  });
});

describe("a plan with pieces that are not read", () => {
  const odd = {
    ...plan,
    tasks: [
      { id: "a", input: "go", mood: true },
      { id: "b", title: "Ask the boss", input: "May we?", dependsOn: ["a"] },
    ],
  };
  const MOOD = "tasks[0].mood";
  const WHO = "tasks[1]";
  const leaveOut = [MOOD, WHO];
  const eventsOf = async (runId: string) =>
    (await world.services.runs.events(input({ runId }))).items.flatMap((event) =>
      event.type === "plan_version_adopted" ? event.payload : [],
    );

  it("starts nothing, and names each piece with its path", async () => {
    await expect(world.services.runs.create(input({ plan: odd }))).rejects.toMatchObject({
      code: "invalid_plan",
      details: {
        issues: [
          { code: "unread", path: MOOD },
          { code: "person_or_agent", path: WHO },
        ],
      },
    });
    await expect(world.services.runs.create(input({ plan: odd, leaveOut: [MOOD] }))).rejects.toMatchObject({
      details: { issues: [{ code: "person_or_agent", path: WHO }] },
    });
  });

  it("is parsed and checked without those that are left out", async () => {
    expect(await world.services.plans.parse(input({ plan: odd, leaveOut }))).toMatchObject({
      plan: { tasks: [{ id: "a" }, { id: "b", type: "task" }] },
      errors: [],
    });
    expect((await world.services.plans.validate(input({ plan: odd, leaveOut }))).levels).toEqual([
      ["a"],
      ["b"],
    ]);
  });

  it("runs without those that a person left out, which its first version names", async () => {
    const { runId } = await world.services.runs.create(input({ plan: odd, leaveOut }));
    const [adopted] = await eventsOf(runId);
    expect(adopted?.leftOut).toMatchObject([{ path: MOOD }, { path: WHO }]);
    const whole = await world.services.runs.create(input({ plan }));
    expect((await eventsOf(whole.runId))[0]).not.toHaveProperty("leftOut");
    const olga = world.person({ name: "Olga", capabilities: ["view", "operate"] });
    const asked = world.services.runs.create({ actor: olga, input: { plan: odd, leaveOut } });
    await expect(asked).rejects.toMatchObject({ code: "forbidden" });
  });

  it("leaves out nothing that is read, and nothing that is not there", async () => {
    for (const path of ["tasks[0].input", "tasks[7].mood", "constructor"])
      await expect(
        world.services.runs.create(input({ plan: odd, leaveOut: [...leaveOut, path] })),
      ).rejects.toMatchObject({
        code: "invalid_input",
        details: { issues: [{ path: "leaveOut[2]", message: expect.stringContaining(path) }] },
      });
    await expect(world.services.runs.create(input({ mission: "Go", leaveOut }))).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(
      world.services.runs.create(input({ plan: odd, leaveOut: Array(101).fill(MOOD) })),
    ).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("takes the place of a draft, and becomes a template, in the same way", async () => {
    const { runId } = await world.services.runs.create(input({ plan, settings: { planApproval: true } }));
    const edit = {
      runId,
      type: "edit_plan" as const,
      plan: odd,
      expectedPlanVersion: 1,
      reason: "Ask first.",
    };
    await expect(world.services.runs.command(input(edit))).rejects.toMatchObject({ code: "invalid_plan" });
    await world.services.runs.command(input({ ...edit, leaveOut }));
    expect((await eventsOf(runId)).at(-1)).toMatchObject({
      version: 2,
      leftOut: [{ path: MOOD }, { path: WHO }],
    });
    // Who does a task is asked once, and not of the plan that is in force.
    const later = { tasks: [...odd.tasks.slice(1), { id: "c", input: "Go on", dependsOn: ["b"] }] };
    const first = { id: "a", title: "a", input: "go" };
    await world.services.runs.command(
      input({ ...edit, plan: { ...later, tasks: [first, ...later.tasks] }, expectedPlanVersion: 2 }),
    );
    expect((await eventsOf(runId)).at(-1)).not.toHaveProperty("leftOut");
    const { runId: forked } = await world.services.runs.fork(
      input({ runId, fromSeq: 4, changes: { plan: odd, leaveOut, reason: "Another way." } }),
    );
    expect((await eventsOf(forked)).at(-1)).toMatchObject({ leftOut: [{ path: MOOD }, { path: WHO }] });
    const saved = { name: "Odd", body: odd };
    await expect(world.services.templates.save(input(saved))).rejects.toMatchObject({ code: "invalid_plan" });
    expect(await world.services.templates.save(input({ ...saved, leaveOut }))).toMatchObject({ version: 1 });
  });
});

describe("comparing plans", () => {
  it("takes text and JSON alike, and says the differences field by field and in words", async () => {
    const changed = { ...plan, tasks: [plan.tasks[0], { ...plan.tasks[1], input: "stop" }] };
    const compared = await world.services.plans.diff(input({ a: plan, b: JSON.stringify(changed) }));
    expect(compared).toMatchObject({
      same: false,
      words: "~ Second: stop",
      diff: { added: [], removed: [], changed: [{ id: "b", fields: [{ field: "input" }] }] },
    });
    expect(await world.services.plans.diff(input({ a: plan, b: plan }))).toMatchObject({
      same: true,
      words: "no changes",
      lines: [],
    });
  });
});

describe("what is no plan, or too large a one", () => {
  it.each(["critique", "diff"] as const)("is refused by %s with every reason", async (verb) => {
    const call =
      verb === "critique"
        ? world.services.plans.critique(input({ plan: "hello there" }))
        : world.services.plans.diff(input({ a: plan, b: "hello there" }));
    await expect(call).rejects.toMatchObject({
      code: "invalid_plan",
      details: { issues: [{ code: "invalid_plan_format" }] },
    });
  });

  it("is refused by all when it is over a mebibyte", async () => {
    const big = { ...plan, objective: "x".repeat(1_100_000) };
    const { parse, validate, critique, diff } = world.services.plans;
    for (const call of [parse, validate, critique]) {
      await expect(call(input({ plan: big }))).rejects.toMatchObject({
        code: "invalid_plan",
        details: { issues: [{ code: "too_large" }] },
      });
    }
    await expect(diff(input({ a: big, b: plan }))).rejects.toMatchObject({ code: "invalid_plan" });
  });
});

describe("a run's plan", () => {
  const create = async (source: CreateRunInput["plan"], more: object = {}) =>
    (await world.services.runs.create(input({ plan: source, ...more }))).runId;

  it.each([
    ["json", "uber-plan-go-v1.json", "application/json"],
    ["text", "uber-plan-go-v1.txt", "text/plain; charset=utf-8"],
  ] as const)("is exported as %s that reads back as the same plan", async (format, fileName, contentType) => {
    const runId = await create(plan);
    const file = await world.services.plans.export(input({ runId, format }));
    expect(file).toMatchObject({ fileName, contentType });
    const kept = await world.services.plans.get(input({ runId }));
    expect(readPlan(file.text).plan).toEqual(kept.plan);
  });

  it("is drawn in Mermaid with the state of the version in force", async () => {
    const runId = await create(plan);
    await world.work(runId);
    const file = await world.services.plans.export(input({ runId, version: 1, format: "mermaid" }));
    expect(file.fileName).toBe("uber-plan-go-v1.mmd");
    expect(file.text).toMatch(/^flowchart TD\n/);
    expect(file.text).toContain("First (#10003; done)");
  });

  it("has a file name whatever the title is", async () => {
    const runId = await create({ ...plan, title: "計画" });
    const file = await world.services.plans.export(input({ runId, format: "json" }));
    expect(file.fileName).toBe("plan-v1.json");
  });

  it("is not found in other workspaces, nor in a version that is not there", async () => {
    const runId = await create(plan);
    const of = { runId, format: "json" as PlanFormat };
    await expect(world.services.plans.export(input({ ...of, version: 2 }))).rejects.toMatchObject({
      code: "not_found",
    });
    const stranger = world.person({ workspaceId: "elsewhere" });
    await expect(world.services.plans.export({ actor: stranger, input: of })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it.each(["person", "import"] as const)("tells its origin: %s", async (planOrigin) => {
    const runId = await create(plan, { planOrigin });
    expect(await world.services.plans.get(input({ runId }))).toMatchObject({
      version: 1,
      origin: planOrigin,
    });
  });
});
