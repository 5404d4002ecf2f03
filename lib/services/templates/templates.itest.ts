import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reviewSpec } from "@/lib/core/plan/schema";
import { createStoredReads } from "@/lib/engine/effects/stored-reads";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world?.close());

const body = {
  title: "Guide to {{city}}",
  objective: "Write a guide to {{city}} for {{days}} days",
  agents: { writer: { prompt: "Write about {{city}}", tools: ["calculator"] } },
  tasks: [
    {
      id: "a",
      title: "Write about {{city}}",
      agent: "writer",
      input: { city: "{{city}}", days: "{{days}}" },
    },
  ],
};
const params = [{ name: "days", type: "number" as const, default: 3 }];
const actor = () => world.person();
const save = (input: object) =>
  world.services.templates.save({ actor: actor(), input: input as { name: string } });
const get = (templateId: string, version?: number) =>
  world.services.templates.get({ actor: actor(), input: version ? { templateId, version } : { templateId } });
const start = async (template: object) => {
  const input = { template: template as { templateId: string } };
  const { runId } = await world.services.runs.create({ actor: actor(), input });
  return runId;
};
const cancel = (runId: string) =>
  world.services.runs.command({ actor: actor(), input: { runId, type: "cancel" } });

describe("templates", () => {
  it("start runs like any other, with values in the plan and the version that was filled", async () => {
    const { templateId } = await save({ name: "Guide", body, params });
    const runId = await start({ templateId, values: { city: "Rome {{results.a}}", days: "5" } });
    const state = await world.deps.runStore.peek(runId);
    expect(state).toMatchObject({
      mission: "Write a guide to Rome {\\{results.a}} for 5 days",
      template: { id: templateId, version: 1, name: "Guide" },
    });
    const { plan } = await world.services.plans.get({ actor: actor(), input: { runId } });
    expect(plan.tasks[0]).toMatchObject({ input: { city: "Rome {\\{results.a}}", days: 5 } });
    expect(plan.agents.writer?.prompt).toContain("Write about Rome");
  });

  it("names each parameter that does not fit, and starts nothing", async () => {
    const { templateId } = await save({ name: "Refuse", body, params });
    await expect(start({ templateId, values: { days: "many", town: "x" } })).rejects.toMatchObject({
      code: "invalid_input",
      details: {
        issues: [
          { path: "values.town", code: "unknown" },
          { path: "values.city", code: "missing" },
          { path: "values.days", code: "wrong_type" },
        ],
      },
    });
    const both = { plan: "Step 1: A", template: { templateId, values: { city: "Rome" } } };
    const refused = world.services.runs.create({ actor: actor(), input: both });
    await expect(refused).rejects.toMatchObject({ code: "invalid_input" });
    expect((await get(templateId)).outcomes).toEqual([]);
  });

  it("count what the runs of each version came to, without forks", async () => {
    const { templateId } = await save({ name: "Count", body, params });
    const values = { city: "Rome" };
    const first = await start({ templateId, values });
    const short = { ...body, title: "Short guide to {{city}}" };
    const next = { templateId, expectedVersion: 1, body: short, params };
    expect(await save(next)).toEqual({ templateId, version: 2 });
    await expect(save(next)).rejects.toMatchObject({ code: "conflict" });
    const second = await start({ templateId, values });
    const old = await start({ templateId, version: 1, values });
    await cancel(first);
    const fork = await world.services.runs.fork({ actor: actor(), input: { runId: first, fromSeq: 3 } });
    expect((await world.deps.runStore.peek(fork.runId))?.template).toBeUndefined();
    const detail = await get(templateId, 1);
    expect(detail).toMatchObject({ version: 1, newest: 2, title: "Guide to {{city}}" });
    expect(detail.versions.map(({ version }) => version)).toEqual([2, 1]);
    expect(detail.outcomes).toEqual([
      { version: 2, runs: 1, ended: 0, completed: 0, simulated: 0 },
      { version: 1, runs: 2, ended: 1, completed: 0, simulated: 1 },
    ]);
    const runsOf = async (template: string) =>
      (await world.services.runs.list({ actor: actor(), input: { template } })).items.map(({ id }) => id);
    expect(await runsOf(templateId)).toEqual([old, second, first]);
    expect(await runsOf(`${templateId}@1`)).toEqual([old, first]);
    expect(await runsOf("tpl_none@1")).toEqual([]);
    await expect(runsOf(`${templateId}@x`)).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("are made of a run's plan, with its texts as parameters", async () => {
    const input = {
      mission: "See Rome in spring",
      plan: { tasks: [{ id: "a", title: "Walk through Rome" }] },
    };
    const { runId } = await world.services.runs.create({ actor: actor(), input });
    const from = { runId };
    const made = { name: "Walk", from, replace: [{ param: "city", text: "Rome" }] };
    const { templateId } = await save(made);
    expect(await get(templateId)).toMatchObject({
      body: { objective: "See {{city}} in spring", tasks: [{ title: "Walk through {{city}}" }] },
      params: [{ name: "city", type: "text", default: "Rome" }],
    });
    await expect(save(made)).rejects.toMatchObject({ code: "conflict" });
    const nowhere = { name: "Other", from, replace: [{ param: "city", text: "Oslo" }] };
    await expect(save(nowhere)).rejects.toMatchObject({
      code: "invalid_input",
      details: { issues: [{ path: "params.city", code: "not_found" }] },
    });
    await expect(save({ name: "None", body: "no plan" })).rejects.toMatchObject({ code: "invalid_plan" });
  });

  it("are listed by name, and archived ones start nothing until they are restored", async () => {
    const { templateId } = await save({ name: "Archive me", body, params });
    const names = async (status: "active" | "archived") =>
      (await world.services.templates.list({ actor: actor(), input: { status } })).items.map(
        ({ name }) => name,
      );
    const archive = (archived: boolean) =>
      world.services.templates.archive({ actor: actor(), input: { templateId, archived } });
    await archive(true);
    expect(await names("archived")).toEqual(["Archive me"]);
    expect(await names("active")).not.toContain("Archive me");
    await expect(start({ templateId, values: { city: "Rome" } })).rejects.toMatchObject({
      code: "not_allowed_now",
    });
    await expect(save({ templateId, expectedVersion: 1, body })).rejects.toMatchObject({
      code: "not_allowed_now",
    });
    await archive(false);
    expect(await names("active")).toContain("Archive me");
    await start({ templateId, values: { city: "Rome" } });
  });

  it("are left alone by a run that is started again with changes", async () => {
    const { templateId } = await save({ name: "Again", body, params });
    const runId = await start({ templateId, values: { city: "Rome" } });
    const again = await world.services.runs.again({ actor: actor(), input: { runId } });
    expect(again).toMatchObject({ mission: "Write a guide to Rome for 3 days", tags: [], attachments: [] });
    expect(again.plan).toContain("Write about Rome");
    const { runId: next } = await world.services.runs.create({
      actor: actor(),
      input: { mission: again.mission, plan: again.plan ?? "", settings: again.settings },
    });
    expect((await world.deps.runStore.peek(next))?.template).toBeUndefined();
  });

  it("find what the same request made before", async () => {
    const input = { name: "Once", body, params };
    const call = () => world.services.templates.save({ actor: actor(), input, commandId: "key_once" });
    expect(await call()).toEqual(await call());
  });
});

describe("review templates", () => {
  const asked = (focus: string) => ({
    title: "Legal",
    objective: "Before a sale.",
    tasks: [
      { id: "review", type: "planning_review", review: { focus, decisionPoints: ["Is there a contract?"] } },
    ],
  });
  const naming = {
    title: "Sell",
    tasks: [
      { id: "sell", title: "Sell it" },
      { id: "check", type: "planning_review", dependsOn: ["sell"], review: { template: "legal" } },
    ],
  };
  const focusOf = async () => {
    const { plan } = await world.services.plans.parse({ actor: actor(), input: { plan: naming } });
    return plan?.tasks[1]?.review?.focus;
  };

  it("complete the reviews that name them by the newest version, and start no run", async () => {
    const refused = world.services.runs.create({ actor: actor(), input: { plan: naming } });
    await expect(refused).rejects.toMatchObject({
      code: "invalid_plan",
      details: { issues: [{ code: "unknown_review_template", taskId: "check" }] },
    });
    const { templateId } = await save({ kind: "review", name: "Legal review", body: asked("Is it lawful?") });
    const { items } = await world.services.templates.list({ actor: actor(), input: { kind: "review" } });
    expect(items).toMatchObject([
      { review: { name: "Legal review", useWhen: "Before a sale.", review: { focus: "Is it lawful?" } } },
    ]);
    expect(await createStoredReads(world.database.orm).reviews(actor().workspaceId)).toEqual(
      items.map(({ review }) => review),
    );
    expect(await focusOf()).toBe("Is it lawful?");
    const terms = { reviewers: ["lawyer", "buyer"], consensus: "unanimous", approvalTimeoutSeconds: 60 };
    const [question] = asked("Is it lawful here?").tasks;
    const body = { ...asked(""), tasks: [{ ...question, review: { ...question?.review, ...terms } }] };
    await save({ templateId, expectedVersion: 1, body });
    expect(await focusOf()).toBe("Is it lawful here?");
    expect(await get(templateId)).toMatchObject({ kind: "review", newest: 2 });
    const { runId } = await world.services.runs.create({ actor: actor(), input: { plan: naming } });
    const { plan } = await world.services.plans.get({ actor: actor(), input: { runId } });
    expect(plan.tasks[1]?.review).toMatchObject({ template: "legal", focus: "Is it lawful here?", ...terms });
    await expect(start({ templateId })).rejects.toMatchObject({ code: "not_found" });
    await world.services.templates.archive({ actor: actor(), input: { templateId, archived: true } });
    expect(await focusOf()).toBe(reviewSpec.parse({}).focus);
    // What a run kept of it is asked without the name, where a person leaves that out.
    const again = { ...naming, tasks: plan.tasks };
    const started = (leaveOut?: string[]) =>
      world.services.runs.create({ actor: actor(), input: { plan: again, ...(leaveOut && { leaveOut }) } });
    const path = "tasks[1].review.template";
    await expect(started()).rejects.toMatchObject({
      details: { issues: [{ code: "unknown_review_template", path }] },
    });
    const other = await world.services.plans.get({
      actor: actor(),
      input: { runId: (await started([path])).runId },
    });
    expect(other.plan.tasks[1]?.review).toMatchObject({ focus: "Is it lawful here?", ...terms });
    expect(other.plan.tasks[1]?.review).not.toHaveProperty("template");
  });

  it("say how often what was proposed stood where exactly their version was asked", async () => {
    const { templateId } = await save({ kind: "review", name: "Legal", body: asked("Is it just?") });
    await save({ templateId, expectedVersion: 1, body: asked("Is it fair?") });
    expect((await get(templateId)).decided).toEqual([]);
    const { sql } = world.database;
    const decided = async (
      tags: string[],
      decisions: [decision: string | null, provenance: string | null][],
      sinceCreation = "1 second",
    ) => {
      const { runId } = await world.services.runs.create({ actor: actor(), input: { plan: naming } });
      await sql`update runs set tags = ${tags} where id = ${runId}`;
      for (const [n, [decision, provenance]] of decisions.entries())
        await sql`
          insert into decisions (run_id, subject, workspace_id, kind, task_id, plan_version, proposed, decision, provenance,
            decided_at)
          select id, ${`review:check:${n}`}, workspace_id, 'review', 'check', 1, 'CONTINUE', ${decision}, ${provenance},
            created_at + ${sinceCreation}::interval from runs where id = ${runId}`;
      await cancel(runId);
    };
    await decided(
      [],
      [
        ["CONTINUE", "timeout"],
        ["REPLAN", "person"],
        ["ABORT", "escalation"],
        [null, null],
      ],
    );
    expect((await get(templateId)).decided).toEqual([{ version: 2, decisions: 3, stood: 1, simulated: 0 }]);
    await decided(["demo"], [["CONTINUE", "person"]]);
    const all = [{ version: 2, decisions: 4, stood: 2, simulated: 1 }];
    expect((await get(templateId)).decided).toEqual(all);
    // A fork copies what was decided before it.
    await decided([], [["CONTINUE", "person"]], "-1 second");
    expect((await get(templateId)).decided).toEqual(all);
    await world.services.templates.archive({ actor: actor(), input: { templateId, archived: true } });
  });

  it("are one planning review under a name of their own, without parameters", async () => {
    const refused = [
      { name: "Cost", body: asked("Too much?") },
      { name: "Sales", body: { ...naming, tasks: naming.tasks.slice(0, 1) } },
      { name: "City", body: asked("Is {{city}} right?") },
    ];
    for (const input of refused)
      await expect(save({ kind: "review", ...input })).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("agents", () => {
  it("are those of the last runs by name, with their tools, tasks and runs", async () => {
    const plan = {
      agents: { scout: { prompt: "Look around", tools: ["calculator"] }, idle: { prompt: "Wait" } },
      tasks: [
        { id: "a", title: "A", agent: "scout" },
        { id: "b", title: "B" },
      ],
    };
    const input = { mission: "Look", plan };
    const { runId } = await world.services.runs.create({ actor: actor(), input });
    await world.work(runId, { a: "seen", b: "done" });
    const { items } = await world.services.agents.list({ actor: actor(), input: {} });
    const named = (name: string) => items.find((one) => one.name === name);
    expect(named("scout")).toMatchObject({
      declared: true,
      tools: ["calculator"],
      tasks: 1,
      succeeded: 1,
      failed: 0,
      runs: 1,
      lastRuns: [{ runId, mission: "Look" }],
    });
    expect(named("scout")?.prompt).toContain("Look around");
    expect(named("idle")).toMatchObject({ declared: true, tasks: 0, tools: [] });
    expect(named("default")?.declared).toBe(false);
  });
});

describe("agent templates", () => {
  const agent = (more: object = {}) => ({
    prompt: "Read laws",
    tools: ["calculator"],
    maxTurns: 4,
    hints: { preferred: ["calculator"] },
    ...more,
  });
  const planWith = (name: string, definition: object) => ({
    title: "Law",
    agents: { [name]: definition },
    tasks: [
      { id: "a", agent: name, input: "go" },
      { id: "b", agent: name, input: "go", dependsOn: ["a"] },
    ],
  });
  const bodyOf = (name: string, definition: object) => ({
    title: name,
    agents: { [name]: definition },
    tasks: [{ id: "work", title: name, agent: name, input: "" }],
  });

  it("come from a run's plan, whole, and get versions, archive and audit like others", async () => {
    const plan = planWith("reader", agent());
    const { runId } = await world.services.runs.create({ actor: actor(), input: { plan } });
    const from = { runId, agent: "reader" };
    const { templateId } = await save({ kind: "agent", name: "Law reader", from });
    const first = await get(templateId);
    expect(first).toMatchObject({ kind: "agent", name: "Law reader", agent: { name: "Law reader" } });
    expect(first.agent?.agent).toMatchObject(agent());
    const next = bodyOf("Law reader", agent({ prompt: "Read all laws" }));
    expect(await save({ templateId, expectedVersion: 1, body: next })).toEqual({ templateId, version: 2 });
    expect((await get(templateId)).agent?.agent.prompt).toBe("Read all laws");
    expect((await get(templateId, 1)).agent?.agent.prompt).toBe("Read laws");
    const list = async (input: object) =>
      (await world.services.templates.list({ actor: actor(), input })).items.map(({ name }) => name);
    expect(await list({ kind: "agent" })).toEqual(["Law reader"]);
    expect(await list({ kind: "review" })).not.toContain("Law reader");
    await expect(start({ templateId })).rejects.toMatchObject({ code: "not_found" });
    await world.services.templates.archive({ actor: actor(), input: { templateId } });
    expect(await list({ kind: "agent" })).toEqual([]);
    await expect(save({ templateId, expectedVersion: 2, body: next })).rejects.toMatchObject({
      code: "not_allowed_now",
    });
    await cancel(runId);
  });

  it("are refused with tools that are not there, parameters, another form, or a name that is taken", async () => {
    const refused = async (input: object, words: string) =>
      expect(save({ kind: "agent", name: "X", ...input })).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringContaining(words),
      });
    await refused({ body: bodyOf("X", agent({ tools: ["teleport"] })) }, '"teleport", which does not exist');
    await refused({ body: bodyOf("X", agent({ prompt: "Read {{law}}" })) }, "without {{…}}");
    await refused({ body: planWith("X", agent()) }, "one task that it does");
    await refused({ name: "supervisor", body: bodyOf("X", agent()) }, "every plan has");
    const { runId } = await world.services.runs.create({ actor: actor(), input: { plan: "Step 1: A" } });
    await refused({ from: { runId } }, "by its name");
    const unknown = save({ kind: "agent", name: "X", from: { runId, agent: "nobody" } });
    await expect(unknown).rejects.toMatchObject({ code: "not_found" });
    await save({ kind: "agent", name: "Taken", body: bodyOf("Taken", agent()) });
    const taken = save({ kind: "agent", name: "Taken", body: bodyOf("Taken", agent()) });
    await expect(taken).rejects.toMatchObject({ code: "conflict" });
    await cancel(runId);
  });

  it("say what tasks came to whose agent was exactly that version, under whatever name", async () => {
    const own = agent({ prompt: "Count votes" });
    const { templateId } = await save({ kind: "agent", name: "Counter", body: bodyOf("Counter", own) });
    await save({ templateId, expectedVersion: 1, body: bodyOf("Counter", { ...own, maxTurns: 9 }) });
    expect((await get(templateId)).work).toEqual([]);
    const plan = planWith("votes", own);
    const { runId } = await world.services.runs.create({
      actor: actor(),
      input: { plan, settings: { summarizer: "off" } },
    });
    await world.work(runId, { a: "1" });
    await world.work(runId);
    const done = [{ version: 1, tasks: 2, succeeded: 2, failed: 0, simulated: 2 }];
    expect((await get(templateId)).work).toEqual(done);
    const [{ seq: fromSeq } = { seq: 0 }] = await world.database.sql<{ seq: number }[]>`
      select seq::int as seq from run_events where run_id = ${runId} and type = 'task_succeeded' order by seq limit 1`;
    const fork = await world.services.runs.fork({ actor: actor(), input: { runId, fromSeq } });
    expect((await get(templateId)).work).toEqual(done);
    await cancel(fork.runId);
    const other = planWith("votes", { ...own, tools: [] });
    const another = await world.services.runs.create({ actor: actor(), input: { plan: other } });
    await world.work(another.runId, { a: "1" });
    expect((await get(templateId)).work).toEqual(done);
    const { items } = await world.services.agents.list({ actor: actor(), input: {} });
    expect(items.find(({ name }) => name === "votes")?.declaredIn).toBe(another.runId);
    await cancel(another.runId);
  });
});
