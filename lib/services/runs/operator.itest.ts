import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nextEffects } from "@/lib/core/run";
import type { WorkerCommand } from "@/lib/core/run/commands";
import { fold } from "@/lib/core/run/fold";
import { statedReason } from "@/lib/core/run/reasons";
import type { RunState } from "@/lib/core/run/state";
import { expectedProjections, inStableOrder, readProjections } from "@/lib/testing/database/projections";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

type Command = Parameters<ServiceWorld["services"]["runs"]["command"]>[0]["input"];
const command = (input: Command, actor = world.person()) => world.services.runs.command({ actor, input });
const stateOf = async (runId: string): Promise<RunState> =>
  (await world.services.runs.snapshot({ actor: world.person(), input: { runId } })).state;
const eventsOf = async (runId: string) =>
  (await world.services.runs.events({ actor: world.person(), input: { runId, limit: 500 } })).items;

async function create(tasks: object[], settings = {}): Promise<string> {
  const input = { plan: { title: "Plan", tasks }, settings: { replanCooldownMs: 0, ...settings } };
  return (await world.services.runs.create({ actor: world.person(), input })).runId;
}

/** Starts what is wanted and fails this task; what else is at work stays at work. */
async function failTask(runId: string, taskId: string): Promise<void> {
  const send = (id: string, one: WorkerCommand) =>
    world.deps.runStore.transition(runId, [
      { envelope: { id: `${runId}-${id}`, actor: { kind: "worker", id: "w1" }, command: one } },
    ]);
  const { state } = await send("lease", { type: "take_lease", workerId: "w1" });
  const keys = nextEffects(state as RunState).flatMap((one) => (one.kind === "wake" ? [] : one.key));
  await send("start", { type: "start", keys, epoch: state.epoch });
  const key = keys.find((one) => one.includes(`/${taskId}/`)) ?? "";
  const failed = {
    key,
    taskId,
    attempt: 1,
    code: "error" as const,
    diagnosis: statedReason("it broke"),
    checks: [],
  };
  await send("fail", { type: "attempt_failed", ...failed });
}

const chain = [
  { id: "a", title: "First", input: "go" },
  { id: "b", title: "Second", input: "{{results.a}}", dependsOn: ["a"] },
];

describe("a result that a person supplies", () => {
  it("takes the place of a failed one, with its blob, and the run continues amber", async () => {
    const runId = await create(chain);
    await failTask(runId, "a");
    expect((await stateOf(runId)).replan?.cause).toMatchObject({ trigger: "task_failed", taskId: "a" });
    const value = { figures: "x".repeat(9_000) };
    const supply = { runId, type: "supply_result" as const, taskId: "a", value, reason: "I measured it." };
    const operator = world.person({ capabilities: ["operate", "view"] });
    await expect(command(supply, operator)).rejects.toMatchObject({ code: "forbidden" });
    await expect(command({ ...supply, reason: " " })).rejects.toMatchObject({ code: "invalid_input" });
    await command(supply);
    const state = await stateOf(runId);
    expect(state.replan).toBeUndefined();
    expect(state.tasks.a).toMatchObject({
      status: "succeeded",
      endorsed: { how: "supplied", by: { name: "Ada" }, reason: "I measured it." },
    });
    const digest = state.tasks.a?.result?.digest ?? "";
    const stored = await world.services.runs.value({ actor: world.person(), input: { runId, digest } });
    expect(stored.value).toEqual(value);
    await world.work(runId);
    expect((await stateOf(runId)).tasks.b?.status).toBe("succeeded");
    expect(await readProjections(world.database.sql, runId)).toMatchObject({
      replans: [{ number: 1, status: "withdrawn" }],
    });
  });
});

describe("a person's version of the plan", () => {
  it("changes the tail alone, under the ids that it had, and is judged", async () => {
    const runId = await create(chain);
    await world.work(runId);
    const edit = {
      runId,
      type: "edit_plan" as const,
      expectedPlanVersion: 1,
      reason: "The second step was too vague.",
    };
    const plan = {
      title: "Plan",
      tasks: [
        { id: "b", title: "Second", input: "Sum up {{results.a}}", dependsOn: ["a"] },
        { id: "c", title: "Third", input: "go", dependsOn: ["b"] },
      ],
    };
    const altered = { title: "Plan", tasks: [{ ...chain[0], input: "other work" }, ...plan.tasks] };
    await expect(command({ ...edit, plan: altered })).rejects.toMatchObject({
      code: "invalid_plan",
      details: { issues: [{ code: "done_prefix", taskId: "a" }] },
    });
    await expect(command({ ...edit, plan, expectedPlanVersion: 7 })).rejects.toMatchObject({
      code: "conflict",
    });
    await command({ ...edit, plan });
    const state = await stateOf(runId);
    expect(state.order).toEqual(["a", "b", "c"]);
    expect(state.tasks.b).toMatchObject({ status: "pending", spec: { input: "Sum up {{results.a}}" } });
    const version = await world.services.plans.get({ actor: world.person(), input: { runId } });
    expect(version).toMatchObject({ version: 2, origin: "person", cause: "The second step was too vague." });
    expect(state.critiques[2]?.score).toBeGreaterThan(0);
    await expect(command({ ...edit, plan, expectedPlanVersion: 2 })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

describe("a person's version beside a task that is to be tried again", () => {
  it("leaves that task as it is, with its attempts", async () => {
    const runId = await create(chain);
    await failTask(runId, "a");
    await command({ runId, type: "retry_task", taskId: "a" });
    const plan = { title: "Plan", tasks: [...chain, { id: "c", title: "Third", input: "go" }] };
    await command({ runId, type: "edit_plan", plan, expectedPlanVersion: 1, reason: "One is missing." });
    const { order, tasks } = await stateOf(runId);
    expect(order.toSorted()).toEqual(["a", "b", "c"]);
    expect(tasks.a).toMatchObject({ status: "pending", attempts: [{ outcome: "failed" }] });
  });
});

describe("a person's version of a draft", () => {
  it("is asked about in place of the draft, which nobody can approve any more", async () => {
    const draft = [{ ...chain[0], input: "fetch the page" }, ...chain.slice(1)];
    const runId = await create(draft, { critic: { mode: "static", minScore: 10 } });
    const [drafted] = Object.values((await stateOf(runId)).approvals);
    const plan = {
      title: "Plan",
      tasks: [...draft, { id: "c", title: "Third", input: "{{results.b}}", dependsOn: ["b"] }],
    };
    const edit = {
      runId,
      type: "edit_plan" as const,
      plan,
      expectedPlanVersion: 1,
      reason: "One is missing.",
    };
    await command(edit);
    const state = await stateOf(runId);
    expect(state).toMatchObject({ phase: "planning", planVersion: 2, order: ["a", "b", "c"] });
    const [now] = Object.values(state.approvals).filter(({ status }) => status === "open");
    expect(now).toMatchObject({ kind: "plan_approval", planVersion: 2, supersedes: drafted?.approvalId });
    const decide = (approvalId = "") =>
      decideAsShown(world.services, { actor: world.person(), input: { approvalId, verb: "approve" } });
    await expect(decide(drafted?.approvalId)).rejects.toMatchObject({
      code: "superseded",
      details: { now: { approvalId: now?.approvalId, planVersion: 2 } },
    });
    await decide(now?.approvalId);
    expect((await stateOf(runId)).phase).toBe("executing");
  });
});

describe("a fork", () => {
  it("shares what was, asks its gates again, restarts attempts and then goes its own way", async () => {
    const runId = await create([
      { id: "a", title: "First", input: "go" },
      { id: "g", title: "May it?", type: "human_review", dependsOn: ["a"] },
      { id: "s", title: "Slow", input: "go", dependsOn: ["a"] },
    ]);
    await world.work(runId);
    await failTask(runId, "nobody").catch(() => {});
    const parent = await stateOf(runId);
    expect(Object.keys(parent.inFlight)).toHaveLength(2);
    const before = await eventsOf(runId);
    const fork = await world.services.runs.fork({
      actor: world.person({ name: "Bo" }),
      commandId: "fork-1",
      input: { runId, fromSeq: parent.seq },
    });
    const again = await world.services.runs.fork({
      actor: world.person({ name: "Bo" }),
      commandId: "fork-1",
      input: { runId, fromSeq: parent.seq },
    });
    expect(again).toEqual(fork);
    const state = await stateOf(fork.runId);
    expect(state).toMatchObject({
      parent: { runId, seq: parent.seq },
      inFlight: {},
      planVersion: 1,
      order: parent.order,
    });
    expect(state.tasks.a).toEqual(parent.tasks.a);
    expect(state.tasks.s).toMatchObject({
      status: "running",
      attempt: 2,
      attempts: [{ outcome: "aborted" }, { attempt: 2 }],
    });
    const events = await eventsOf(fork.runId);
    expect(events.slice(0, parent.seq).map(({ seq, type, at }) => ({ seq, type, at }))).toEqual(
      before.slice(0, parent.seq).map(({ seq, type, at }) => ({ seq, type, at })),
    );
    expect(fold(fork.runId, events)).toEqual(state);
    const projections = await readProjections(world.database.sql, fork.runId);
    expect(inStableOrder(projections)).toEqual(inStableOrder(expectedProjections(state, events)));
    await world.work(fork.runId, { s: "done in the fork" });
    expect((await stateOf(fork.runId)).tasks.s?.result).toMatchObject({ inline: "done in the fork" });
    expect((await stateOf(runId)).tasks.s?.status).toBe("running");
    expect(await eventsOf(runId)).toHaveLength(before.length);
  });

  it("asks an open gate again under its own name, and leaves the parent's as it is", async () => {
    const runId = await create([{ id: "g", title: "May it?", type: "human_review" }]);
    await world.work(runId);
    const [gate = ""] = Object.keys((await stateOf(runId)).openApprovals);
    const { seq } = await stateOf(runId);
    const fork = await world.services.runs.fork({ actor: world.person(), input: { runId, fromSeq: seq } });
    const [own = ""] = Object.keys((await stateOf(fork.runId)).openApprovals);
    expect(own).not.toBe(gate);
    const decide = (approvalId: string) =>
      decideAsShown(world.services, { actor: world.person(), input: { approvalId, verb: "approve" } });
    await decide(own);
    expect((await stateOf(fork.runId)).tasks.g?.status).toBe("succeeded");
    expect((await stateOf(runId)).tasks.g?.status).toBe("waiting");
    await decide(gate);
  });

  it("takes an event of a run that had not ended", async () => {
    const runId = await create([{ id: "a", title: "First", input: "go" }]);
    await command({ runId, type: "abort", reason: "not needed" });
    const state = await stateOf(runId);
    expect(state.finished).toMatchObject({
      reason: "aborted_by_person",
      because: [statedReason("not needed")],
    });
    const fork = (fromSeq: number) =>
      world.services.runs.fork({ actor: world.person(), input: { runId, fromSeq } });
    await expect(fork(state.seq)).rejects.toMatchObject({ code: "not_allowed_now" });
    await expect(fork(state.seq + 1)).rejects.toMatchObject({ code: "invalid_input" });
    expect((await stateOf((await fork(state.seq - 1)).runId)).phase).toBe("executing");
  });
});
