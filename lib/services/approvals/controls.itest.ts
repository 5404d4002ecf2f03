import { afterAll, beforeAll, expect, it } from "vitest";
import type { RunState } from "@/lib/core/run";
import { nextEffects } from "@/lib/core/run";
import type { WorkerCommand } from "@/lib/core/run/commands";
import { createNotifier } from "@/lib/engine/notify";
import { createRunStore } from "@/lib/engine/run-store";
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

/** The replanner writes a tail without the gate. */
async function writeTail(runId: string, name: string): Promise<void> {
  const worker = freshWorker(name);
  const { epoch } = await worker.send(runId, { type: "take_lease", workerId: name });
  let state = await worker.send(runId, { type: "take_lease", workerId: name });
  const keys = nextEffects(state).flatMap(({ kind, key }) => (kind === "replan" ? [key] : []));
  state = await worker.send(runId, { type: "start", keys, epoch: Math.max(epoch, state.epoch) });
  const plan = planOf({ id: "now", input: "Publish" });
  const patch = { ...offer(plan).patch, removed: state.order, order: ["now"] };
  await worker.send(
    runId,
    {
      type: "replan_written",
      key: keys[0] ?? "none",
      plan: { ...offer(plan), patch },
      fromVersion: 1,
      renamed: [],
    },
    { plans: [{ digest: offer(plan).digest, plan }] },
  );
  await worker.close();
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
    world.services.approvals.decide({
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
  expect(items[0]?.prompt).toContain("Publish: its predicate is changed or gone");
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
