import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { localPerson as actor } from "@/lib/auth/actor";
import type { JsonObject } from "@/lib/core/json";
import { localOperator } from "@/lib/core/people";
import { readBlock } from "@/lib/core/prompt-blocks";
import type { RunState } from "@/lib/core/run";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";

let database: TestDatabase;
let engine: TestEngine;
/** What the tool did outside, with the keys by which a real one would know a call again. */
const effects: { version: string; key: string }[] = [];
let effectsTold: string[] = [];
/** Whether planners were told of the tool. */
const plannersHeard: boolean[] = [];

const deploy = testTool("deploy", {
  sideEffects: "external",
  summarize: ({ version }) => `Deploy ${version}`,
  run({ version }, { idempotencyKey: key }) {
    effects.push({ version: String(version), key });
    return { deployed: String(version) };
  },
});

const letters: string[][] = [];
const sendLetters = testTool("send_letters", {
  sideEffects: "external",
  inputSchema: {
    type: "object",
    properties: { recipients: { type: "array", items: { type: "string" }, minItems: 2 } },
    required: ["recipients"],
  },
  run({ recipients }) {
    letters.push(recipients as string[]);
    return { sent: (recipients as string[]).length };
  },
});

const agents = { worker: { prompt: "Work.", tools: ["deploy", "send_letters"] } };
const ship = { id: "ship", title: "Ship it", agent: "worker", input: "go" };
const AGAIN = '(= data/result "shipped again")';
const PLAN = { title: "Ship", agents, tasks: [ship] };
const RULES = [
  { tool: "deploy", path: "version", operator: "=", value: "2", effect: "ask" },
  { tool: "deploy", path: "version", operator: "=", value: "9", effect: "deny" },
];
const toolPolicy = { rules: RULES };

beforeAll(async () => {
  database = await createTestDatabase();
  const tail = {
    title: "Again",
    agents,
    tasks: [{ ...ship, id: "again", title: "Ship it again", replaces: "ship", verification: AGAIN }],
  };
  const model = createScriptedModel(({ role, prompt, messages }) => {
    if (role === "replanner") return JSON.stringify(tail);
    if (role === "planner") {
      plannersHeard.push(prompt.includes("deploy"));
      return JSON.stringify({ title: "Alone", tasks: [{ id: "a", title: "A", input: "go" }] });
    }
    if (role !== "agent") return "All is done.";
    effectsTold.push(readBlock(prompt, "effects_done") ?? "");
    if (prompt.includes("letters") && messages.length === 1)
      return {
        calls: [{ tool: "send_letters", args: { recipients: ["Ada", "Bob", "Cem", "Dia"] }, callId: "l" }],
      };
    const versions = prompt.includes("both") ? ["1", "2"] : ["1"];
    return messages.length === 1
      ? { calls: versions.map((version) => ({ tool: "deploy", args: { version }, callId: `v${version}` })) }
      : prompt.includes("Ship it again")
        ? "shipped again"
        : "shipped";
  });
  engine = await startEngine({
    databaseUrl: database.url,
    model,
    tools: createToolbox([deploy, sendLetters]),
    people: [localOperator, { ...localOperator, id: "second" }],
  });
});
beforeEach(() => {
  effects.length = 0;
  effectsTold = [];
});
afterAll(async () => {
  await engine?.stop();
  await database?.drop();
});

const waiting = (state: Readonly<RunState>) => Object.keys(state.openApprovals).length > 0;
const ended = (state: Readonly<RunState>) => state.finished !== undefined;

async function decide(runId: string, verb: GateVerb, more: object = {}) {
  const { openApprovals } = await engine.waitFor(runId, waiting);
  const [approvalId = ""] = Object.keys(openApprovals);
  return decideAsShown(engine.services, { actor, input: { approvalId, verb, ...more } as never });
}

async function create(plan: object = PLAN, settings: JsonObject = {}): Promise<string> {
  return engine.createRun({ mission: "Ship", plan, settings });
}

describe("a tool call that asks a person", () => {
  const both = { ...PLAN, tasks: [{ ...ship, input: "both" }] };

  test("is let run by itself, and refused with others too: a list does not show its arguments", async () => {
    const rules = [{ ...RULES[0], path: "$", operator: "exists", value: null }];
    const runId = await create(both, { toolPolicy: { rules } });
    await engine.waitFor(runId, ({ openApprovals }) => Object.keys(openApprovals).length === 2);
    const { items: gates } = await engine.services.approvals.list({ actor, input: { runId } });
    const items = gates.map(({ id, digest }) => ({ approvalId: id, digest }));
    const answer = (verb: string, preview: boolean) =>
      engine.services.approvals.decideMany({ actor, input: { items, verb, preview } });
    for (const preview of [true, false])
      await expect(answer("approve", preview)).rejects.toMatchObject({
        code: "invalid_input",
        message: "2 of these 2 gates let calls run: open each by itself.",
        details: { acting: gates.map(({ id }) => id) },
      });
    expect((await answer("reject", false)).items).toMatchObject([{ ok: true }, { ok: true }]);
    await engine.waitFor(runId, ended);
    expect(effects).toEqual([]);
  });

  test("shows its arguments, takes edited ones that fit, and runs once", async () => {
    const runId = await create(both, { toolPolicy });
    const state = await engine.waitFor(runId, waiting);
    expect(effects.map(({ version }) => version)).toEqual(["1"]);
    expect(state.tasks.ship?.status).toBe("waiting");
    await expect(decide(runId, "edit", { value: { version: 3 } })).rejects.toMatchObject({
      code: "invalid_input",
      details: { issues: [{ message: expect.stringContaining("version") }] },
    });
    await expect(decide(runId, "edit", { value: { version: "9" } })).rejects.toMatchObject({
      code: "invalid_input",
      details: { issues: [{ message: expect.stringContaining("A policy denies it.") }] },
    });
    await expect(
      decide(runId, "edit", { value: { version: "3" }, digest: "of another call" }),
    ).rejects.toMatchObject({ code: "superseded" });
    await decide(runId, "edit", { value: { version: "3" } });
    await engine.waitFor(runId, ended);
    expect(effects.map(({ version }) => version)).toEqual(["1", "3"]);
    const { items } = await engine.services.runs.trajectory({
      actor,
      input: { runId, taskId: "ship", attempt: 1 },
    });
    expect(items[0]?.body).toMatchObject({ edited: { v2: { version: "3" } }, observation: { success: 2 } });
    expect(items[0]?.body).not.toHaveProperty("waiting");
  });

  test("runs without the items of its list that were rejected, if tool and policies take what is left", async () => {
    const rules: JsonObject[] = [
      { tool: "send_letters", path: "$", operator: "exists", effect: "ask" },
      { tool: "send_letters", path: "recipients.0", operator: "!=", value: "Ada", effect: "deny" },
    ];
    const plan = { ...PLAN, tasks: [{ ...ship, input: "letters" }] };
    const runId = await create(plan, { toolPolicy: { rules } });
    const accept = { verdict: "accept" };
    const reject = { verdict: "reject", reason: "moved" };
    for (const [items, message] of [
      [[reject, accept, accept, accept], "A policy denies it."],
      [[accept, reject, reject, reject], "recipients"],
    ] as const) {
      await expect(decide(runId, "edit", { items })).rejects.toMatchObject({
        code: "invalid_input",
        details: { issues: [{ message: expect.stringContaining(message) }] },
      });
    }
    await expect(decide(runId, "edit", { items: [reject, reject, reject, reject] })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(decide(runId, "approve", { items: [accept, reject, accept, accept] })).rejects.toMatchObject(
      { message: "Some items are rejected: run the call without them, or reject the call." },
    );
    const value = { recipients: ["Ada", "Bob", "Cem"] };
    const kept = { items: [accept, reject, accept, accept], value };
    await expect(decide(runId, "edit", kept)).rejects.toMatchObject({
      message: expect.stringContaining("without the rejected items"),
    });
    expect(letters).toEqual([]);
    await decide(runId, "edit", { items: [accept, reject, accept, accept] });
    await engine.waitFor(runId, ended);
    expect(letters).toEqual([["Ada", "Cem", "Dia"]]);
    const input = { runId, taskId: "ship", attempt: 1 };
    const { items } = await engine.services.runs.trajectory({ actor, input });
    expect(items[0]?.body).toMatchObject({
      edited: { l: { recipients: ["Ada", "Cem", "Dia"] } },
      leftOut: { l: [{ item: 2, excerpt: "Bob", reason: "moved" }] },
    });
  });

  test("does not run when it is rejected, and the run ends with what the rest gave", async () => {
    const runId = await create(both, { toolPolicy });
    await decide(runId, "reject", { comment: "not this one" });
    const state = await engine.waitFor(runId, ended);
    expect(state.finished?.reason).toBe("answer_complete");
    expect(effects.map(({ version }) => version)).toEqual(["1"]);
  });

  test("is forgotten with a cancelled run, and not run by a late answer", async () => {
    const runId = await create(both, { toolPolicy });
    const { openApprovals } = await engine.waitFor(runId, waiting);
    const [approvalId = ""] = Object.keys(openApprovals);
    await engine.command(runId, "cancel");
    const late = decideAsShown(engine.services, { actor, input: { approvalId, verb: "approve" } });
    await expect(late).rejects.toMatchObject({ code: "superseded" });
    expect(effects).toHaveLength(1);
  });
});

describe("what has been done outside", () => {
  test("is asked about in a fork, which makes the same call by the same key", async () => {
    const runId = await create();
    await engine.waitFor(runId, ended);
    const begun = (await engine.events(runId)).find(({ type }) => type === "task_started")?.seq ?? 0;
    const fork = await engine.services.runs.fork({ actor, input: { runId, fromSeq: begun } });
    const state = await engine.waitFor(fork.runId, waiting);
    expect(Object.values(state.approvals)).toMatchObject([
      { kind: "tool_approval", subject: { earlier: '{"deployed":"1"}', earlierAt: expect.any(Number) } },
    ]);
    expect(effects).toHaveLength(1);
    await decide(fork.runId, "approve");
    await engine.waitFor(fork.runId, ended);
    expect(effects).toHaveLength(2);
    expect(effects[0]?.key).toBe(effects[1]?.key);
    expect([effectsTold[0], effectsTold.at(-1)]).toEqual(["", 'deploy {"version":"1"} (task ship)']);
  });

  test("by a parent after the fork is no part of the fork, which decides for itself", async () => {
    const both = { ...PLAN, tasks: [{ ...ship, input: "both" }] };
    const runId = await create(both, { toolPolicy });
    await engine.waitFor(runId, waiting);
    const asked = (await engine.events(runId)).at(-1)?.seq ?? 0;
    await decide(runId, "approve");
    await engine.waitFor(runId, ended);
    const fork = await engine.services.runs.fork({ actor, input: { runId, fromSeq: asked } });
    await decide(fork.runId, "reject", { comment: "not here" });
    await engine.waitFor(fork.runId, ended);
    expect(effects.map(({ version }) => version)).toEqual(["1", "2"]);
    const input = { runId: fork.runId, taskId: "ship", attempt: 1 };
    const { items } = await engine.services.runs.trajectory({ actor, input });
    expect(items[0]?.body.observation).toMatchObject({
      branches: [{ ok: true }, { ok: false, error: expect.stringMatching(/let "deploy" run: not here/) }],
    });
  });

  test("is asked about after a replan, by the key of the lineage, and told in the prompt", async () => {
    const failing = { ...ship, verification: AGAIN, onVerificationFailure: "replan" };
    const runId = await create({ ...PLAN, tasks: [failing] });
    await decide(runId, "approve");
    const state = await engine.waitFor(runId, ended);
    expect(state.tasks.again).toMatchObject({ status: "succeeded", spec: { lineage: "ship" } });
    expect(effects).toHaveLength(2);
    expect(effects[0]?.key).toBe(effects[1]?.key);
    expect(effectsTold.at(-1)).toContain('deploy {"version":"1"} (task ship)');
  });

  test("is not done again when a retry is not let", async () => {
    const failing = { ...ship, verification: "(= 1 2)", onVerificationFailure: "retry", maxRetries: 1 };
    const runId = await create({ ...PLAN, tasks: [{ ...failing, critical: false }] });
    await decide(runId, "reject", { comment: "once is enough" });
    await engine.waitFor(runId, ended);
    expect(effects).toHaveLength(1);
  });
});

test("a policy of the run binds its plans: one with a denied tool is refused, and no planner hears of the tool", async () => {
  const denied = { toolPolicy: { denied: ["deploy"] } };
  await expect(create(PLAN, denied)).rejects.toMatchObject({
    code: "invalid_plan",
    details: { issues: [{ code: "forbidden_tool" }] },
  });
  for (const settings of [{}, denied]) {
    const runId = await engine.createRun({ mission: "Ship it yourself", settings });
    await engine.waitFor(runId, ended);
  }
  expect(plannersHeard).toEqual([true, false]);
});

test("a task that waits at a gate is taken in hand only by whom its gate would take an answer from", async () => {
  const gate = { id: "ask", title: "May it?", type: "human_review", gate: { quorum: 2 } };
  const runId = await create({ title: "Gate", tasks: [gate] });
  await engine.waitFor(runId, waiting);
  const input = { runId, type: "skip_task", taskId: "ask", reason: "no time" } as const;
  await expect(engine.services.runs.command({ actor, input })).rejects.toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("takes the answers of 2 people"),
  });
});
