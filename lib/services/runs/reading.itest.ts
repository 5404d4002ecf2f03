import { afterAll, beforeAll, expect, it } from "vitest";
import { decisions } from "@/db/schema";
import type { Json } from "@/lib/core/json";
import { fold, nextEffects } from "@/lib/core/run";
import type { WorkerCommand } from "@/lib/core/run/commands";
import { blobOf, storeValue } from "@/lib/core/stored-value";
import { readTrajectory } from "@/lib/core/trajectory";
import type { PayloadRows } from "@/lib/engine/types";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const stepBody = (step: number) => ({
  step,
  thought: `Thought ${step}`,
  action: { type: "tool", callId: `c${step}`, tool: "calculator", args: { sum: step } },
  observation: step,
  usage: {},
  startedAtMs: 1_000,
  latencyMs: 20,
});

/** A run whose task `a` has begun, with the given number of stored steps. */
async function runWithSteps(
  steps: number,
  start?: Json,
  { bodyOf = stepBody, end }: { bodyOf?: (step: number) => Json; end?: (key: string) => WorkerCommand } = {},
): Promise<string> {
  const { services, deps } = world;
  const plan = { title: "One step", tasks: [{ id: "a", input: "go" }] };
  const { runId } = await services.runs.create({ actor: world.person(), input: { plan } });
  let n = 0;
  const send = async (command: WorkerCommand, rows: PayloadRows = {}) => {
    n += 1;
    const actor = { kind: "worker" as const, id: "w1" };
    return deps.runStore.transition(runId, [{ envelope: { id: `r-${runId}-${n}`, actor, command }, rows }]);
  };
  const { state } = await send({ type: "take_lease", workerId: "w1" });
  const [effect] = nextEffects(state);
  const key = effect?.key ?? "";
  await send({ type: "start", keys: [key], epoch: state.epoch });
  for (let step = 1; step <= steps; step += 1) {
    const reported = { step, thought: `Thought ${step}`, calls: [], observed: true, errors: 0 };
    const { stored, blob } = storeValue(`${step} ${"z".repeat(5_000)}`);
    await send(
      { type: "step_taken", key, taskId: "a", attempt: 1, ...reported },
      {
        steps: [
          {
            taskId: "a",
            attempt: 1,
            step,
            body: bodyOf(step),
            verbatim: [],
            ...(start !== undefined && step === 1 && { start }),
          },
        ],
        ...(blob && { blobs: [blob] }),
      },
    );
    expect(stored.digest).toBe(blob?.digest);
  }
  if (end) await send(end(key));
  return runId;
}

it("gives the steps of an attempt in pages that neither miss nor repeat one", async () => {
  const runId = await runWithSteps(3);
  const actor = world.person();
  const input = { runId, taskId: "a", attempt: 1, limit: 2 };
  const first = await world.services.runs.trajectory({ actor, input });
  expect(first.items.map(({ step, body }) => [step, body.thought])).toEqual([
    [1, "Thought 1"],
    [2, "Thought 2"],
  ]);
  expect(first.nextAfter).toBe(2);
  const second = await world.services.runs.trajectory({ actor, input: { ...input, after: 2 } });
  expect(second).toMatchObject({ items: [{ step: 3, calls: [] }], nextAfter: null });
  const none = await world.services.runs.trajectory({ actor, input: { ...input, attempt: 2 } });
  expect(none).toEqual({ items: [], removedAt: null, nextAfter: null });
});

it("gives an attempt as a trajectory that reads back, with how it began where that was stored", async () => {
  const actor = world.person();
  const constraints = { tools: ["look"], maxTurns: 4 };
  const start = { query: "Find it", context: { agent: "worker" }, constraints, system: "Role: agent" };
  const runId = await runWithSteps(2, start);
  const exported = await world.services.runs.exportTrajectory({
    actor,
    input: { runId, taskId: "a", attempt: 1 },
  });
  expect(exported).toMatchObject({
    query: "Find it",
    context: { agent: "worker" },
    constraints,
    summary: null,
  });
  expect(exported).not.toHaveProperty("system");
  const read = readTrajectory(exported);
  expect(read.ok && read.trajectory.steps.map(({ thought }) => thought)).toEqual(["Thought 1", "Thought 2"]);
  const old = await runWithSteps(1);
  const ofOld = { runId: old, taskId: "a", attempt: 1 };
  expect(await world.services.runs.exportTrajectory({ actor, input: ofOld })).toMatchObject({
    query: "",
    context: null,
    steps: [{ step: 1 }],
  });
  await expect(
    world.services.runs.exportTrajectory({ actor, input: { ...ofOld, attempt: 2 } }),
  ).rejects.toMatchObject({ code: "not_found" });
  const stranger = world.person({ workspaceId: "elsewhere" });
  await expect(world.services.runs.exportTrajectory({ actor: stranger, input: ofOld })).rejects.toMatchObject(
    {
      code: "not_found",
    },
  );
});

it("gives the answer that stands after its critics, which need not be the last", async () => {
  const bodyOf = (step: number) => ({
    step,
    thought: "",
    action: { type: "finish", answer: `Answer ${step}` },
    usage: {},
    startedAtMs: 1_000,
    latencyMs: 20,
  });
  const end = (key: string): WorkerCommand => ({
    type: "attempt_reflected",
    key,
    taskId: "a",
    attempt: 1,
    step: 1,
    outcome: "requires_followup",
    score: 0.7,
    revisions: 1,
    threshold: 0.8,
    kept: 0,
    questions: [],
  });
  const actor = world.person();
  const answerOf = async (runId: string) =>
    world.services.runs.exportTrajectory({ actor, input: { runId, taskId: "a", attempt: 1 } });
  expect(await answerOf(await runWithSteps(2, undefined, { bodyOf }))).toMatchObject({ answer: "Answer 2" });
  const judged = await runWithSteps(2, undefined, { bodyOf, end });
  expect(await answerOf(judged)).toMatchObject({ answer: "Answer 1" });
});

it("gives an attempt of very many steps whole", async () => {
  const runId = await runWithSteps(1);
  const body = JSON.stringify(stepBody(0));
  await world.database.sql`
    insert into trajectory_steps (run_id, task_id, attempt, step, workspace_id, body, verbatim, at)
    select run_id, task_id, attempt, n, workspace_id, jsonb_set(${body}::text::jsonb, '{step}', to_jsonb(n)), '[]', at
    from trajectory_steps, generate_series(2, 1001) n where run_id = ${runId}`;
  const input = { runId, taskId: "a", attempt: 1 };
  const read = readTrajectory(await world.services.runs.exportTrajectory({ actor: world.person(), input }));
  expect(read.ok && read.trajectory.steps.length).toBe(1_001);
});

it("gives large values by digest, within the workspace only", async () => {
  const runId = await runWithSteps(1);
  const { stored } = storeValue(`1 ${"z".repeat(5_000)}`);
  const input = { runId, digest: stored.digest };
  const { value } = await world.services.runs.value({ actor: world.person(), input });
  expect(value).toBe(`1 ${"z".repeat(5_000)}`);
  const missing = { runId, digest: "nothing" };
  await expect(world.services.runs.value({ actor: world.person(), input: missing })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("tells what a run used as of which event, and nothing of other workspaces", async () => {
  const runId = await runWithSteps(1);
  const { items, nextCursor, use } = await world.services.runs.calls({
    actor: world.person(),
    input: { runId },
  });
  const run = await world.services.runs.get({ actor: world.person(), input: { runId } });
  expect({ items, nextCursor }).toEqual({ items: [], nextCursor: null });
  expect(use).toEqual({
    seq: run.seq,
    modelCalls: 0,
    inputTokens: 0,
    outputTokens: 0,
    knownUsd: 0,
    unknownCalls: 0,
  });
  const stranger = world.person({ workspaceId: "elsewhere" });
  const asked = { actor: stranger, input: { runId } };
  await expect(world.services.runs.calls(asked)).rejects.toMatchObject({ code: "not_found" });
  await expect(
    world.services.runs.trajectory({ actor: stranger, input: { runId, taskId: "a", attempt: 1 } }),
  ).rejects.toMatchObject({ code: "not_found" });
});

it("a run's page begins with its state, the events up to it, and what it has used", async () => {
  const { services } = world;
  const actor = world.person();
  const runId = await runWithSteps(2);
  const view = await services.runs.view({ actor, input: { runId } });
  const { items } = await services.runs.events({ actor, input: { runId, limit: 1_000 } });
  expect(view.log).toEqual(items);
  expect(view.log.at(-1)?.seq).toBe(view.state.seq);
  expect(view.state).toEqual((await services.runs.snapshot({ actor, input: { runId } })).state);
  expect(view.usage).toMatchObject({ modelCalls: 0, knownUsd: 0 });
  expect(view.forks).toBe(0);
  // What a reader does with it does not reach the run itself.
  view.state.mission = "changed";
  expect((await services.runs.view({ actor, input: { runId } })).state.mission).not.toBe("changed");
  await expect(services.runs.view({ actor, input: { runId: "run_none" } })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("says what a model was sent in a call, or why that cannot be shown", async () => {
  const actor = world.person();
  const runId = await runWithSteps(1);
  const { runStore } = world.deps;
  const long = `long${runId}`;
  const call = (callId: string, role: string) => ({ callId, role, model: "m", latencyMs: 1 });
  const rowOf = (callId: string, role: string, promptHash: string) => ({
    ...call(callId, role),
    promptHash,
    promptVersion: "1",
    epoch: 1,
  });
  const prompt = [`Be brief. ${runId}`, [{ role: "user", text: "Hello" }]];
  const kept = blobOf(prompt);
  await runStore.transition(runId, [
    {
      envelope: {
        id: `calls-${runId}`,
        actor: { kind: "worker", id: "w1" },
        command: {
          type: "record_calls",
          calls: [call("c1", "reviewer"), call("c2", "reviewer"), call("c3", "agent"), call("c4", "critic")],
        },
      },
      rows: {
        modelCalls: [
          rowOf("c1", "reviewer", kept.digest),
          rowOf("c2", "reviewer", long),
          rowOf("c3", "agent", "hash"),
          rowOf("c4", "critic", "unknown"),
        ],
        payloadBlobs: [kept, { digest: long, bytes: 300_000, body: null }],
      },
    },
  ]);
  const read = (callId: string) => world.services.runs.prompt({ actor, input: { runId, callId } });
  expect(await read("c1")).toEqual({ kept: true, system: prompt[0], messages: prompt[1] });
  expect(await read("c2")).toEqual({ kept: false, why: "too_long" });
  // A turn without an attempt has no steps to tell it.
  expect(await read("c3")).toEqual({ kept: false, why: "not_kept" });
  expect(await read("c4")).toEqual({ kept: false, why: "not_kept" });
  await expect(read("c5")).rejects.toMatchObject({ code: "not_found" });
  const uses = await world.database.sql`select distinct use from blob_uses where digest = ${kept.digest}`;
  expect(uses).toEqual([{ use: "payload" }]);
});

it("puts what an agent was sent together from its steps, up to each turn, while they are kept", async () => {
  const actor = world.person();
  const constraints = { tools: ["look"], maxTurns: 4 };
  const start = {
    query: "Find it",
    context: { model: "m" },
    constraints,
    system: "Role: agent\n\nBe brief.",
  };
  const runId = await runWithSteps(2, start);
  const call = (callId: string, step: number) => ({
    callId,
    role: "agent",
    model: "m",
    latencyMs: 1,
    taskId: "a",
    attempt: 1,
    step,
  });
  await world.deps.runStore.transition(runId, [
    {
      envelope: {
        id: `turns-${runId}`,
        actor: { kind: "worker", id: "w1" },
        command: { type: "record_calls", calls: [call("t1", 1), call("t3", 3)] },
      },
      rows: {
        modelCalls: [1, 3].map((step) => ({
          ...call(`t${step}`, step),
          promptHash: "h",
          promptVersion: "1",
          epoch: 1,
        })),
      },
    },
  ]);
  const read = (callId: string) => world.services.runs.prompt({ actor, input: { runId, callId } });
  expect(await read("t1")).toEqual({
    kept: true,
    system: start.system,
    fromSteps: true,
    messages: [{ role: "user", text: "Find it" }],
    tools: [{ name: "look", description: "", inputSchema: { type: "object" } }],
  });
  // A turn that is not committed was sent everything before it.
  const third = await read("t3");
  const words = JSON.stringify(third);
  expect(third).toMatchObject({ kept: true });
  for (const said of ["Find it", "Thought 1", "Thought 2"]) expect(words).toContain(said);
  await world.database.sql`delete from trajectory_steps where run_id = ${runId}`;
  expect(await read("t1")).toEqual({ kept: false, why: "not_kept" });
  await world.database.sql`update runs set payloads_purged_at = now() where id = ${runId}`;
  expect(await read("t1")).toEqual({ kept: false, why: "removed" });
  const stranger = world.person({ workspaceId: "elsewhere" });
  const asked = world.services.runs.prompt({ actor: stranger, input: { runId, callId: "t1" } });
  await expect(asked).rejects.toMatchObject({ code: "not_found" });
});

it("a run's state can be read as of any of its events, as those before it lead to it", async () => {
  const { services } = world;
  const actor = world.person();
  const runId = await runWithSteps(2);
  const { items } = await services.runs.events({ actor, input: { runId, limit: 1_000 } });
  const stateAt = async (at: number) => (await services.runs.snapshot({ actor, input: { runId, at } })).state;
  for (const at of [0, 1, Math.floor(items.length / 2), items.length]) {
    expect(await stateAt(at)).toEqual(fold(runId, items.slice(0, at)));
  }
  await expect(stateAt(items.length + 1)).rejects.toMatchObject({ code: "invalid_input" });
});

it("says when a run's versions took effect and its decisions were made, without its events", async () => {
  const { services, database } = world;
  const actor = world.person();
  const runId = await runWithSteps(1);
  const { items } = await services.runs.events({ actor, input: { runId, limit: 1_000 } });
  const adopted = items.find(({ type }) => type === "plan_version_adopted");
  const decidedAt = new Date(5_000);
  const row = { runId, workspaceId: actor.workspaceId, kind: "gate" as const, planVersion: 1 };
  await database.orm.insert(decisions).values([
    { ...row, subject: "g1", decision: "approve", decidedAt, decidedSeq: 7 },
    { ...row, subject: "review:a:1", kind: "review" },
  ]);
  expect(await services.runs.timeMarks({ actor, input: { runId } })).toEqual({
    decisions: [{ seq: 7, at: 5_000 }],
    versions: [{ version: 1, seq: adopted?.seq, at: adopted?.at }],
  });
});
