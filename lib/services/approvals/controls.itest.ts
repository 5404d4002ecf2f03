import { afterAll, beforeAll, expect, it } from "vitest";
import type { PlanReach } from "@/lib/core/plan/reach";
import { type Plan, plan as planSchema } from "@/lib/core/plan/schema";
import type { RunState } from "@/lib/core/run";
import { nextEffects } from "@/lib/core/run";
import type { WorkerCommand } from "@/lib/core/run/commands";
import { holdOn } from "@/lib/core/run/controls/hold";
import { createNotifier } from "@/lib/engine/notify";
import { createRunStore } from "@/lib/engine/run-store";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { offer, planOf } from "@/lib/testing/runs/run-world";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { silentLog } from "@/lib/testing/silent-log";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const GATE = { id: "g", title: "Release", type: "human_review", gate: { assignees: ["Bob"] } } as const;

/** A process that knows nothing of the run but what is stored, as after kill -9 of the one before. */
function freshWorker(name: string) {
  const { sql } = world.database;
  const notifier = createNotifier(sql, silentLog);
  const jobs = { enqueue: async () => {} } as unknown as Parameters<typeof createRunStore>[0]["jobs"];
  const runStore = createRunStore({ sql, jobs, log: silentLog, notify: notifier.notify });
  let n = 0;
  const send = async (runId: string, command: WorkerCommand, rows = {}) => {
    n += 1;
    const envelope = { id: `${name}-${n}`, actor: { kind: "worker" as const, id: name }, command };
    return (await runStore.transition(runId, [{ envelope, rows }])).state as RunState;
  };
  return { send, close: () => notifier.close() };
}

type Tail = { plan: Plan; reach?: PlanReach };

/** The replanner writes a tail, unless another is given without the gate. */
async function writeTail(
  runId: string,
  name: string,
  { plan, reach }: Tail = { plan: planOf({ id: "now", input: "Publish" }) },
): Promise<RunState> {
  const worker = freshWorker(name);
  const { epoch } = await worker.send(runId, { type: "take_lease", workerId: name });
  let state = await worker.send(runId, { type: "take_lease", workerId: name });
  const keys = nextEffects(state).flatMap(({ kind, key }) => (kind === "replan" ? [key] : []));
  state = await worker.send(runId, { type: "start", keys, epoch: Math.max(epoch, state.epoch) });
  const order = plan.tasks.map(({ id }) => id);
  const { patch: whole } = offer(plan);
  const tasks = whole.tasks.filter(({ id }) => !state.order.includes(id));
  const patch = { ...whole, tasks, removed: state.order.filter((id) => !order.includes(id)), order };
  state = await worker.send(
    runId,
    {
      type: "replan_written",
      key: keys[0] ?? "none",
      plan: { ...offer(plan), patch, ...(reach && { reach }) },
      fromVersion: state.planVersion,
      renamed: [],
    },
    { plans: [{ digest: offer(plan).digest, plan }] },
  );
  await worker.close();
  return state;
}

it("a version that drops a gate waits in the store for the gate's people, whatever happens to workers", async () => {
  const actor = world.person({ name: "Mia" });
  const settings = { summarizer: "off", replanCooldownMs: 0, replanGraceMs: 0 } as const;
  const { runId } = await world.services.runs.create({
    actor,
    input: {
      plan: { title: "Plan", tasks: [GATE, { id: "b", input: "Publish", dependsOn: ["g"] }] },
      settings,
    },
  });
  await world.services.runs.command({
    actor,
    input: { runId, type: "request_replan", instruction: "faster" },
  });
  await writeTail(runId, "w1");
  const open = async () => (await world.services.approvals.list({ actor, input: { runId } })).items;
  expect(await open()).toEqual([]);
  await writeTail(runId, "w2");
  const [asked, ...others] = await open();
  expect(others).toEqual([]);
  expect(asked).toMatchObject({ kind: "control_waiver", assignees: ["Bob"] });
  expect(asked?.prompt).toContain("“Release” is weakened for");

  const after = freshWorker("w3");
  expect((await after.send(runId, { type: "take_lease", workerId: "w3" })).offered).toMatchObject({
    version: 2,
  });
  await after.close();
  const decide = (name: string) =>
    decideAsShown(world.services, {
      actor: world.person({ name }),
      input: { approvalId: asked?.id ?? "", verb: "approve" },
    });
  await expect(decide("Mia")).rejects.toMatchObject({ code: "forbidden" });
  expect((await world.services.runs.get({ actor, input: { runId } })).planVersion).toBe(1);
  await decide("Bob");
  expect((await world.services.runs.get({ actor, input: { runId } })).planVersion).toBe(2);
  const { plan } = await world.services.plans.get({ actor, input: { runId, version: 2 } });
  expect(plan.tasks).toMatchObject([{ id: "now" }]);
});

it("a task that stood beside a gate is rewritten without asking anyone, is told as rewritten, and asks the gate's people when it acts", async () => {
  const actor = world.person({ name: "Mia" });
  const settings = { summarizer: "off", replanCooldownMs: 0, replanGraceMs: 0 } as const;
  const agents = { poster: { prompt: "Post it.", tools: ["deploy"] } };
  const beside = {
    id: "a",
    title: "Post to staging",
    agent: "poster",
    input: "Post to https://staging.corp",
  };
  const behind = {
    ...beside,
    id: "b",
    title: "Publish",
    input: "Post to https://www.corp",
    dependsOn: ["g"],
  };
  const asked = { id: "h", title: "Is it well?", type: "human_review", dependsOn: ["g"] };
  const { runId } = await world.services.runs.create({
    actor,
    input: { plan: { title: "Plan", agents, tasks: [beside] }, settings },
  });
  const wish = () =>
    world.services.runs.command({ actor, input: { runId, type: "request_replan", instruction: "better" } });
  const tailWith = (id: string, input: string): Tail => ({
    plan: planSchema.parse({ title: "Plan", agents, tasks: [{ ...beside, id, input }, GATE, asked, behind] }),
    reach: { [id]: ["deploy"], b: ["deploy"] },
  });
  await wish();
  await writeTail(runId, "w8", tailWith("a", beside.input));
  await wish();
  const state = await writeTail(runId, "w11", tailWith("a2", "Post the new one to https://staging.corp"));
  expect(await world.services.runs.get({ actor, input: { runId } })).toMatchObject({
    planVersion: 3,
    openApprovals: [],
  });
  expect(holdOn(state, { taskId: "a2", tool: "deploy" })).toMatchObject({ controls: ["Release"] });
  expect(state.replanHistory.at(-1)).toMatchObject({
    changes: { added: 0, removed: 0, changed: 1, rewritten: 1 },
  });

  await wish();
  const elsewhere = tailWith("a3", "Post to https://www.corp");
  await writeTail(runId, "w9", elsewhere);
  await writeTail(runId, "w10", elsewhere);
  const { items } = await world.services.approvals.list({ actor, input: { runId } });
  expect(items).toMatchObject([{ kind: "control_waiver", assignees: ["Bob"] }]);
  expect(items[0]?.prompt).toContain("± Post to staging: instructions");
});

it("what comes free without a gate is told with the addresses in the work that flows into it", async () => {
  const actor = world.person({ name: "Mia" });
  const settings = { summarizer: "off", replanCooldownMs: 0, replanGraceMs: 0 } as const;
  const agents = { poster: { prompt: "Post it.", tools: ["deploy"] } };
  const publish = { id: "b", title: "Publish", agent: "poster", input: "Post it", dependsOn: ["g"] };
  const { runId } = await world.services.runs.create({
    actor,
    input: { plan: { title: "Plan", agents, tasks: [GATE] }, settings },
  });
  const wish = () =>
    world.services.runs.command({ actor, input: { runId, type: "request_replan", instruction: "faster" } });
  await wish();
  const guarded = planSchema.parse({ title: "Plan", agents, tasks: [GATE, publish] });
  await writeTail(runId, "w14", { plan: guarded, reach: { b: ["deploy"] } });
  await wish();
  const text = { id: "text", title: "Write", agent: "poster", input: "Write to https://eve.corp" };
  const now = { ...publish, id: "b2", dependsOn: ["text"] };
  const plan = planSchema.parse({ title: "Plan", agents, tasks: [text, now] });
  const tail: Tail = { plan, reach: { b2: ["deploy"] } };
  await writeTail(runId, "w12", tail);
  await writeTail(runId, "w13", tail);
  const [gate] = (await world.services.approvals.list({ actor, input: { runId } })).items;
  expect(gate?.prompt).toContain(
    "(may call deploy, with what 1 unfinished task gives, with work that names https://eve.corp): nobody is asked",
  );
  const { openApprovals } = await world.services.runs.report({ actor, input: { runId } });
  const [feeder, act] = openApprovals[0]?.releases ?? [];
  expect(feeder).toContain("“Write” feeds “Publish”, names https://eve.corp\n");
  expect(act).toContain("“Publish” by deploy, target not known beforehand\n");
});

it("a check that a person wrote is dropped by leave of people alone, and stays when they keep it", async () => {
  const actor = world.person({ name: "Mia" });
  const settings = { summarizer: "off", replanCooldownMs: 0, replanGraceMs: 0 } as const;
  const checked = { id: "b", title: "Publish", input: "Publish", verification: "(some? data/result)" };
  const { runId } = await world.services.runs.create({
    actor,
    input: { plan: { title: "Plan", tasks: [checked] }, settings },
  });
  await world.services.runs.command({
    actor,
    input: { runId, type: "request_replan", instruction: "faster" },
  });
  await writeTail(runId, "w4");
  await writeTail(runId, "w5");
  const { items } = await world.services.approvals.list({ actor, input: { runId } });
  expect(items).toMatchObject([{ kind: "control_waiver", assignees: [] }]);
  expect(items[0]?.prompt).toContain("“Publish”: its predicate is changed or gone");
  const input = { approvalId: items[0]?.id ?? "", verb: "reject" as const, comment: "keep it" };
  await world.services.approvals.decide({ actor, input });
  expect(await world.services.runs.get({ actor, input: { runId } })).toMatchObject({
    planVersion: 1,
    openApprovals: [],
  });
});

it("a settled plan is changed by leave of people alone, is written again with their words, and stays when they reject it", async () => {
  const actor = world.person({ name: "Mia" });
  const quick = { summarizer: "off", replanCooldownMs: 0, replanGraceMs: 0 } as const;
  const settings = { ...quick, afterApproval: "ask" } as const;
  const { runId } = await world.services.runs.create({
    actor,
    input: { plan: { title: "Plan", tasks: [{ id: "b", title: "Print", input: "Print it" }] }, settings },
  });
  await world.services.runs.command({
    actor,
    input: { runId, type: "request_replan", instruction: "faster" },
  });
  const open = async () => (await world.services.approvals.list({ actor, input: { runId } })).items;
  const answer = async (verb: "request_changes" | "reject", comment: string) => {
    const [asked] = await open();
    const input = { approvalId: asked?.id ?? "", digest: asked?.digest ?? "", verb, comment };
    await world.services.approvals.decide({ actor, input });
  };
  await writeTail(runId, "w6");
  expect(await open()).toMatchObject([{ kind: "plan_change", planVersion: 2 }]);
  await answer("request_changes", "keep it printed");
  expect(await open()).toEqual([]);
  await writeTail(runId, "w7");
  await answer("reject", "no");
  expect(await world.services.runs.get({ actor, input: { runId } })).toMatchObject({
    planVersion: 1,
    openApprovals: [],
  });
});

it("what the condition of a control measures is rewritten, skipped or given by those alone who may review", async () => {
  const actor = world.person({ name: "Mia" });
  const operator = world.person({ name: "Olga", capabilities: ["view", "operate"] });
  const review = { requiresHumanApproval: true, condition: { metric: { accuracy: "<0.97" } } };
  const planWith = (accuracy: number) => ({
    title: "Plan",
    tasks: [
      { id: "load", title: "Load", input: "Load it" },
      {
        id: "measure",
        title: "Measure",
        type: "direct",
        input: `{:accuracy ${accuracy}}`,
        dependsOn: ["load"],
      },
      { id: "look", title: "Look", type: "planning_review", dependsOn: ["measure"], review },
    ],
  });
  const { runId } = await world.services.runs.create({
    actor,
    input: { plan: planWith(0.5), settings: { summarizer: "off" } },
  });
  const edit = {
    runId,
    type: "edit_plan",
    plan: planWith(0.99),
    expectedPlanVersion: 1,
    reason: "so",
  } as const;
  const supply = {
    runId,
    type: "supply_result",
    taskId: "measure",
    value: { accuracy: 0.99 },
    reason: "so",
  } as const;
  const skip = { runId, type: "skip_task", taskId: "load", reason: "so" } as const;
  for (const input of [edit, supply, skip])
    await expect(world.services.runs.command({ actor: operator, input })).rejects.toMatchObject({
      code: "forbidden",
    });
  await world.services.runs.command({ actor, input: edit });
  expect((await world.services.runs.get({ actor, input: { runId } })).planVersion).toBe(2);
});
