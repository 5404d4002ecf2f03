import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { localPerson as actor } from "@/lib/auth/actor";
import type { RunState } from "@/lib/core/run";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";

/** Policies as people store them, and everything that people may put into a run: nothing forbidden ever runs. */

let database: TestDatabase;
let engine: TestEngine;
const effects: string[] = [];
const stored: { policyId: string; version: number }[] = [];

const wipe = testTool("wipe", {
  tags: ["mcp", "files"],
  sideEffects: "external",
  run({ version }) {
    effects.push(String(version));
    return { wiped: true };
  },
});

const agents = { worker: { prompt: "Work.", tools: ["wipe"] } };
const task = { id: "t", title: "Wipe it", agent: "worker", input: "go" };
const PLAN = { title: "Wipe", agents, tasks: [task] };
const HARMLESS = {
  title: "Look",
  agents: { worker: { prompt: "Work.", tools: [] } },
  tasks: [
    { id: "h", title: "Ask", type: "human_review", gate: { prompt: "Go on?" } },
    { ...task, dependsOn: ["h"], agent: "default" },
  ],
};
const rule = (value: string, effect: string) => ({
  tool: "wipe",
  path: "version",
  operator: "=",
  value,
  effect,
});

beforeAll(async () => {
  database = await createTestDatabase();
  const model = createScriptedModel(({ role, messages }) => {
    if (role !== "agent") return "All is done.";
    return messages.length === 1 ? { calls: [{ tool: "wipe", args: { version: "1" } }] } : "done";
  });
  const tools = createToolbox([wipe]);
  engine = await startEngine({ databaseUrl: database.url, model, tools, withPolicies: true });
});
beforeEach(() => {
  effects.length = 0;
});
afterEach(async () => {
  for (const input of stored.splice(0)) await engine.services.policies.remove({ actor, input });
});
afterAll(async () => {
  await engine?.stop();
  await database?.drop();
});

async function save(policy: object, scope: object = { kind: "workspace" }): Promise<void> {
  const input = { name: "Careful", scope, policy } as never;
  const { policyId, version } = await engine.services.policies.save({ actor, input });
  stored.push({ policyId, version });
}

const forbid = (scope?: object) => save({ denied: ["wipe"] }, scope);
const waiting = (state: Readonly<RunState>) => Object.keys(state.openApprovals).length > 0;
const ended = (state: Readonly<RunState>) => state.finished !== undefined;

async function openGate(runId: string): Promise<string> {
  const { openApprovals } = await engine.waitFor(runId, waiting);
  return Object.keys(openApprovals)[0] ?? "";
}
const decide = (approvalId: string, verb: GateVerb, value?: object) =>
  decideAsShown(engine.services, { actor, input: { approvalId, verb, ...(value && { value }) } as never });

const forbidden = {
  code: "invalid_plan",
  details: {
    issues: expect.arrayContaining([
      expect.objectContaining({
        code: "forbidden_tool",
        message: expect.stringMatching(/deny-list \(.*policy "Careful"/),
      }),
    ]),
  },
};

describe("what a person brings into a run with a tool that is forbidden", () => {
  it.each<[string, object]>([
    ["by an agent", PLAN],
    [
      "by a program",
      { title: "P", tasks: [{ ...task, agent: "default", type: "direct", input: "(tool/wipe {})" }] },
    ],
  ])("is refused as a plan %s", async (_, plan) => {
    await forbid();
    await expect(engine.createRun({ plan })).rejects.toMatchObject(forbidden);
    expect(effects).toEqual([]);
  });

  it("is refused as a plan that the run's own policy forbids, and as one that its agent's does", async () => {
    const issue = {
      code: "invalid_plan",
      details: { issues: [expect.objectContaining({ code: "forbidden_tool" })] },
    };
    const settings = { toolPolicy: { allowed: [] } };
    await expect(engine.createRun({ plan: PLAN, settings })).rejects.toMatchObject(issue);
    const own = { worker: { ...agents.worker, policy: { requiredTags: ["safe"] } } };
    await expect(engine.createRun({ plan: { ...PLAN, agents: own } })).rejects.toMatchObject(issue);
    const unread = { worker: { ...agents.worker, policy: { denies: "everything" } } };
    await expect(engine.createRun({ plan: { ...PLAN, agents: unread } })).rejects.toMatchObject({
      code: "invalid_plan",
      details: { issues: [{ code: "unread", path: "agents.worker.policy" }] },
    });
  });

  it("is refused as an edited plan", async () => {
    const runId = await engine.createRun({ plan: HARMLESS });
    await openGate(runId);
    await forbid({ kind: "role", role: "agent" });
    const plan = { ...PLAN, tasks: [{ ...task, id: "n" }] };
    const input = { runId, type: "edit_plan", plan, expectedPlanVersion: 1, reason: "quicker" } as never;
    await expect(engine.services.runs.command({ actor, input })).rejects.toMatchObject(forbidden);
    await engine.command(runId, "cancel");
    expect(effects).toEqual([]);
  });

  it("is refused as the tail of a review", async () => {
    const review = { id: "r", title: "Check", type: "planning_review", review: {} };
    const plan = { title: "Reviewed", tasks: [review, { ...task, agent: "default", dependsOn: ["r"] }] };
    const runId = await engine.createRun({ plan, settings: { reviewMode: "manual" } });
    const approvalId = await openGate(runId);
    await forbid();
    const tail = { title: "Tail", agents, tasks: [{ ...task, id: "n" }] };
    const input = { approvalId, verb: "REPLAN", comment: "wipe", tail, expectedPlanVersion: 1 } as never;
    await expect(decideAsShown(engine.services, { actor, input })).rejects.toMatchObject(forbidden);
    await engine.command(runId, "cancel");
    expect(effects).toEqual([]);
  });

  it("may be a tail that only planners may not write", async () => {
    await forbid({ kind: "role", role: "planner" });
    const review = { id: "r", title: "Check", type: "planning_review", review: {} };
    const plan = { title: "Reviewed", tasks: [review, { ...task, agent: "default", dependsOn: ["r"] }] };
    const runId = await engine.createRun({ plan, settings: { reviewMode: "manual" } });
    const approvalId = await openGate(runId);
    const tail = { title: "Tail", agents, tasks: [{ ...task, id: "n" }] };
    const input = { approvalId, verb: "REPLAN", comment: "wipe", tail, expectedPlanVersion: 1 } as never;
    await decideAsShown(engine.services, { actor, input });
    const state = await engine.waitFor(runId, ended);
    expect([state.tasks.n?.status, effects]).toEqual(["succeeded", ["1"]]);
  });

  it("may be a plan that only planners may not write", async () => {
    await forbid({ kind: "role", role: "planner" });
    const runId = await engine.createRun({ plan: PLAN });
    await engine.waitFor(runId, ended);
    expect(effects).toEqual(["1"]);
  });
});

describe("the arguments of a call that asks", () => {
  it("are held against the policies of the workspace when a person edits them by the API", async () => {
    await save({ rules: [rule("1", "ask"), rule("9", "deny")] });
    const runId = await engine.createRun({ plan: PLAN });
    const approvalId = await openGate(runId);
    const { call } = await engine.services.approvals.context({ actor, input: { runId, approvalId } });
    expect(call).toMatchObject({
      decision: "ask",
      policies: [
        { decision: "ask", part: "rules", rule: 0, source: { level: "workspace", name: "Careful" } },
      ],
      inputSchema: wipe.inputSchema,
    });
    await expect(decide(approvalId, "edit", { version: "9" })).rejects.toMatchObject({
      code: "invalid_input",
      details: { issues: [{ message: expect.stringContaining('workspace policy "Careful"') }] },
    });
    await expect(decide(approvalId, "edit", { version: 9 })).rejects.toMatchObject({ code: "invalid_input" });
    expect(effects).toEqual([]);
    await decide(approvalId, "edit", { version: "2" });
    await engine.waitFor(runId, ended);
    expect(effects).toEqual(["2"]);
  });

  it("are denied by a policy that was stored after they were asked about", async () => {
    await save({ rules: [rule("1", "ask")] });
    const runId = await engine.createRun({ plan: PLAN });
    const approvalId = await openGate(runId);
    await forbid();
    await decide(approvalId, "approve");
    await engine.waitFor(runId, ended);
    expect(effects).toEqual([]);
    const reported = (await engine.events(runId)).filter(({ type }) => type === "tool_denied");
    expect(reported).toMatchObject([
      { payload: { reason: { code: "call_denied", policy: { source: { name: "Careful" } } } } },
    ]);
  });
});

it("a fork is bound by the policies of today, not by those of its parent's days", async () => {
  const runId = await engine.createRun({ plan: PLAN });
  await engine.waitFor(runId, ended);
  expect(effects).toEqual(["1"]);
  await forbid();
  const begun = (await engine.events(runId)).find(({ type }) => type === "task_started")?.seq ?? 0;
  const fork = await engine.services.runs.fork({ actor, input: { runId, fromSeq: begun } });
  await engine.waitFor(fork.runId, ended);
  expect(effects).toEqual(["1"]);
});
