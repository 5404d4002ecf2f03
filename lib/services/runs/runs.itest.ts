import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const create = (
  input: Parameters<ServiceWorld["services"]["runs"]["create"]>[0]["input"],
  commandId?: string,
) => world.services.runs.create({ actor: world.person(), input, ...(commandId ? { commandId } : {}) });

const refused = (code: string, message: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

const steps = (...tasks: object[]) => ({ title: "Two steps", tasks });

describe("starting a run", () => {
  const cyclic = steps({ id: "a", depends_on: ["b"] }, { id: "b", depends_on: ["a"] });
  const unknownTool = {
    agents: { x: { tools: ["teleport"] } },
    tasks: [{ id: "a", agent: "x", input: "go" }],
  };

  it.each([
    ["no mission", { mission: "  " }, "invalid_input", "mission is empty"],
    ["a mission over 64 KiB", { mission: "é".repeat(32_769) }, "invalid_input", "65538 bytes"],
    [
      "a plan over 1 MiB",
      { plan: `{"tasks":["${"é".repeat(524_288)}"]}` },
      "invalid_plan",
      "limit is 1048576",
    ],
    ["a plan that cannot be read", { plan: "hello there" }, "invalid_plan", "plan cannot run"],
    ["a plan without tasks", { plan: '{"tasks":[]}' }, "invalid_plan", "no tasks"],
    ["a cyclic plan", { plan: cyclic }, "invalid_plan", "a -> b -> a"],
    ["an unknown tool", { plan: unknownTool }, "invalid_plan", "teleport"],
    [
      "an unknown model",
      { mission: "x", settings: { models: { default: "gpt-9" } } },
      "invalid_input",
      "gpt-9",
    ],
    [
      "an unknown critic of the answer",
      { mission: "x", settings: { reflection: { enabled: true, model: "gpt-9" } } },
      "invalid_input",
      "gpt-9",
    ],
    [
      "more revisions than there may be",
      { mission: "x", settings: { reflection: { enabled: true, maxRevisions: 11 } } },
      "invalid_input",
      "maxRevisions",
    ],
    ["an unknown setting", { mission: "x", settings: { speed: 11 } }, "invalid_input", "speed"],
  ])("refuses %s, and starts nothing", async (_, input, code, message) => {
    await expect(create(input as { mission: string })).rejects.toEqual(refused(code, message));
    const { items } = await world.services.runs.list({ actor: world.person(), input: {} });
    expect(items).toEqual([]);
  });

  it("keeps a mark in the place of what the store refuses", async () => {
    const { runId } = await create({ mission: "Ship\0 it \ud800" });
    const { mission } = await world.services.runs.report({ actor: world.person(), input: { runId } });
    expect(mission).toBe("Ship\uFFFD it \uFFFD");
    const unknown = world.services.policies.get({ actor: world.person(), input: { policyId: "a\0" } });
    await expect(unknown).rejects.toMatchObject({ code: "not_found" });
  });

  it("plans a mission first", async () => {
    const { runId } = await create({ mission: " Deploy it " });
    const run = await world.services.runs.get({ actor: world.person(), input: { runId } });
    expect(run).toMatchObject({ mission: "Deploy it", status: "planning", planVersion: 0, tags: ["demo"] });
  });

  it("runs a plan at once, and keeps all of it", async () => {
    const long = "x".repeat(5_000);
    const plan = steps({ id: "a", input: long }, { id: "b", depends_on: ["a"] });
    const { runId } = await create({ plan: JSON.stringify(plan) });
    const actor = world.person();
    const run = await world.services.runs.get({ actor, input: { runId } });
    expect(run).toMatchObject({
      mission: "Two steps",
      status: "running",
      planVersion: 1,
      title: "Two steps",
    });
    expect(run.tasks.map(({ id, status }) => [id, status])).toEqual([
      ["a", "pending"],
      ["b", "pending"],
    ]);
    const version = await world.services.plans.get({ actor, input: { runId } });
    expect(version).toMatchObject({ version: 1, origin: "person" });
    expect(version.plan.tasks[0]?.input).toBe(long);
  });

  it("begins with results that are there already, large ones in full, and continues behind them", async () => {
    const actor = world.person();
    const large = "y".repeat(6_000);
    const plan = JSON.stringify(
      steps({ id: "a" }, { id: "b", depends_on: ["a"], input: "use {{results.a}}" }),
    );
    await expect(create({ plan, initialResults: { c: 1 } })).rejects.toEqual(
      refused("invalid_input", "“c” is not a task of the plan. Its tasks are: a, b."),
    );
    const { runId } = await create({ plan, initialResults: { a: large } });
    const run = await world.services.runs.get({ actor, input: { runId } });
    expect(run.tasks.map(({ id, status, attempt }) => [id, status, attempt])).toEqual([
      ["a", "succeeded", 0],
      ["b", "pending", 0],
    ]);
    const report = await world.services.runs.report({ actor, input: { runId } });
    expect(report.results).toEqual({ a: large });
  });

  it("starts one run for a request that is sent twice", async () => {
    const [first, second] = await Promise.all([
      create({ mission: "Once" }, "key_1"),
      create({ mission: "Once" }, "key_1"),
    ]);
    expect(second).toEqual(first);
    const other = await create({ mission: "Once" }, "key_2");
    expect(other.runId).not.toBe(first.runId);
  });

  it.each([
    ["another mission", { mission: "Another" }],
    ["other settings", { mission: "Once", settings: { maxConcurrency: 3 } }],
    ["other tags", { mission: "Once", tags: ["later"] }],
    ["a plan", { mission: "Once", plan: JSON.stringify(steps({ id: "a" })) }],
  ])("takes %s under the key of another request for a conflict, and starts nothing", async (_, input) => {
    const key = `key_for_${Object.keys(input).join("_")}_${input.mission}`;
    // What is left out is what it is unless given.
    const { runId } = await create({ mission: "Once", planOrigin: "person" }, key);
    expect(await create({ mission: "Once" }, key)).toMatchObject({ runId });
    await expect(create(input, key)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("used before, for a request with other content"),
      details: { runId },
    });
    const { seq } = await world.services.runs.get({ actor: world.person(), input: { runId } });
    await expect(
      world.services.runs.fork({ actor: world.person(), input: { runId, fromSeq: seq }, commandId: key }),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  it("holds a run of an older version, whose request left no digest, against its mission", async () => {
    const { runId } = await create({ mission: "Once" }, "key_old");
    await world.database.sql`update run_commands set input_digest = null where run_id = ${runId}`;
    expect(await create({ mission: "Once", tags: ["later"] }, "key_old")).toMatchObject({ runId });
    await expect(create({ mission: "Another" }, "key_old")).rejects.toEqual(
      refused("conflict", "another mission"),
    );
  });
});

describe("a run's life", () => {
  it("is reported with full values, decisions and the answer", async () => {
    const actor = world.person();
    const gate = { id: "g", type: "human_review", depends_on: ["a"], input: "Go?" };
    const { runId } = await create({ plan: { title: "Gate", tasks: [{ id: "a", input: "go" }, gate] } });
    const big = "y".repeat(6_000);
    await world.work(runId, { a: big });
    await world.work(runId);
    const waiting = await world.services.runs.report({ actor, input: { runId } });
    expect(waiting.status).toBe("waiting");
    const [open] = waiting.openApprovals;
    expect(open).toMatchObject({
      kind: "human_review",
      verbs: expect.arrayContaining(["approve", "reject"]),
    });
    const approvalId = open?.approvalId ?? "";
    await decideAsShown(world.services, { actor, input: { approvalId, verb: "Approve", comment: "fine" } });
    await world.work(runId, { "": "All done." });
    const report = await world.services.runs.report({ actor, input: { runId } });
    expect(report).toMatchObject({
      status: "completed",
      finishReason: "answer_complete",
      replans: 0,
      iterations: 0,
      results: { a: big, g: "g done" },
      answer: "All done.",
      replanHistory: [],
      openApprovals: [],
      decisions: [
        {
          kind: "gate",
          approvalId,
          decision: "approve",
          reasoning: "fine",
          provenance: "person",
          decidedBy: { kind: "person" },
          answers: [],
        },
      ],
      quality: 1,
      needReplan: false,
      missing: null,
      limitReached: false,
      counts: {
        tasks: { task: 1, human_review: 1 },
        statuses: { succeeded: 2 },
        dropped: 0,
        decisions: { approve: 1 },
        provenances: { person: 1 },
      },
    });
    expect(report.totalDurationMs).toBeGreaterThan(0);
  });

  it("counts a gate that a person rejected as rejected, and as no failure", async () => {
    const actor = world.person();
    const gate = { id: "g", type: "human_review", depends_on: ["a"], input: "Go?" };
    const { runId } = await create({ plan: { title: "Gate", tasks: [{ id: "a", input: "go" }, gate] } });
    await world.work(runId, { a: "done" });
    await world.work(runId);
    const waiting = await world.services.runs.report({ actor, input: { runId } });
    const approvalId = waiting.openApprovals[0]?.approvalId ?? "";
    await world.services.approvals.decide({ actor, input: { approvalId, verb: "reject", comment: "no" } });
    const { counts } = await world.services.runs.report({ actor, input: { runId } });
    expect(counts.statuses).toEqual({ succeeded: 1, rejected: 1 });
  });

  it("is paused, resumed and cancelled, and refuses what makes no sense", async () => {
    const actor = world.person();
    const { runId } = await create({ mission: "Long work" });
    const send = (type: "pause" | "resume" | "cancel") =>
      world.services.runs.command({ actor, input: { runId, type, reason: "lunch" } });
    expect(await send("pause")).toMatchObject({ status: "paused" });
    await expect(send("pause")).rejects.toEqual(refused("not_allowed_now", "paused already"));
    expect(await send("resume")).toMatchObject({ status: "planning" });
    expect(await send("cancel")).toMatchObject({ status: "cancelled" });
    await expect(send("pause")).rejects.toEqual(refused("not_allowed_now", "has ended"));
  });

  it("gives the stored reply to a repeated command", async () => {
    const actor = world.person();
    const { runId } = await create({ mission: "Twice" });
    const input = { runId, type: "pause" as const };
    const first = await world.services.runs.command({ actor, input, commandId: "key_p" });
    const again = await world.services.runs.command({ actor, input, commandId: "key_p" });
    expect(again.seq).toBe(first.seq);
  });
});

describe("reading runs", () => {
  it("lists them newest first in pages that neither miss nor repeat one", async () => {
    const actor = world.person();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const input = cursor === undefined ? { limit: 2 } : { limit: 2, cursor };
      const page = await world.services.runs.list({ actor, input });
      seen.push(...page.items.map((run) => run.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const all = await world.services.runs.list({ actor, input: { limit: 200 } });
    expect(seen.length).toBeGreaterThan(4);
    expect(seen).toEqual(all.items.map((run) => run.id));
    const times = all.items.map((run) => run.createdAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it("filters by text of the mission, taken literally, by a tag, and by an open gate", async () => {
    const actor = world.person();
    const mission = "Count 100% of Ada_s APPLES";
    const tags = ["fruit, ripe", "fruit"];
    const { runId } = await world.services.runs.create({ actor, input: { mission, tags } });
    const found = async (input: { text?: string; tag?: string; gate?: "open" }) =>
      (await world.services.runs.list({ actor, input })).items.map((run) => run.id);
    expect(await found({ text: "ada_S apples" })).toEqual([runId]);
    expect(await found({ text: "0% of" })).toEqual([runId]);
    expect(await found({ text: "Ada%s" })).toEqual([]);
    expect(await found({ text: "Count", gate: "open" })).toEqual([]);
    expect(await found({ tag: "fruit, ripe" })).toEqual([runId]);
    expect(await found({ tag: "fruit", text: "Count" })).toEqual([runId]);
    expect(await found({ tag: "Fruit" })).toEqual([]);
    expect(await found({ tag: "ripe" })).toEqual([]);
  });

  it("filters by status and refuses a made-up cursor", async () => {
    const actor = world.person();
    const { items } = await world.services.runs.list({ actor, input: { status: ["cancelled"] } });
    expect(items.map((run) => run.status)).toEqual(["cancelled"]);
    await expect(world.services.runs.list({ actor, input: { cursor: "x" } })).rejects.toEqual(
      refused("invalid_input", "cursor"),
    );
  });

  it("gives events in pages, and as they happen", async () => {
    const actor = world.person();
    const { runId, seq } = await create({ mission: "Watched" });
    const page = await world.services.runs.events({ actor, input: { runId, limit: 1 } });
    expect(page).toMatchObject({ items: [{ seq: 1, type: "run_created" }], nextAfter: 1 });
    const signal = AbortSignal.timeout(20_000);
    const { batches } = await world.services.runs.watch({ actor, input: { runId, after: seq, signal } });
    await world.services.runs.command({ actor, input: { runId, type: "pause" } });
    await world.services.runs.command({ actor, input: { runId, type: "cancel" } });
    const types: string[] = [];
    for await (const events of batches) types.push(...events.map((event) => event.type));
    expect(types).toEqual(["run_paused", "run_finished"]);
  });
});

describe("another workspace", () => {
  it("finds nothing of this one", async () => {
    const { runId } = await create({ mission: "Private" });
    const actor = world.person({ workspaceId: "other" });
    const input = { runId };
    const { runs, plans, approvals } = world.services;
    const calls = [
      () => runs.get({ actor, input }),
      () => runs.snapshot({ actor, input }),
      () => runs.report({ actor, input }),
      () => runs.events({ actor, input }),
      () => runs.watch({ actor, input: { runId, signal: AbortSignal.timeout(1_000) } }),
      () => runs.command({ actor, input: { runId, type: "cancel" as const } }),
      () => plans.get({ actor, input }),
    ];
    for (const call of calls) await expect(call()).rejects.toEqual(refused("not_found", runId));
    expect((await runs.list({ actor, input: {} })).items).toEqual([]);
    expect((await approvals.list({ actor, input: { status: "all" } })).items).toEqual([]);
  });
});
