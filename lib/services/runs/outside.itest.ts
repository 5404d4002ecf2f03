import { afterAll, beforeAll, expect, it } from "vitest";
import { nextEffects } from "@/lib/core/run";
import type { WorkerCommand } from "@/lib/core/run/commands";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { offer, planOf } from "@/lib/testing/runs/run-world";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

it("lists what a run changed outside in a run that was cancelled too, and no call that only reads", async () => {
  const actor = world.person();
  const plan = { title: "Plan", tasks: [{ id: "a", title: "Move it", input: "go" }] };
  const { runId } = await world.services.runs.create({ actor, input: { plan } });
  const { sql } = world.database;
  const calls = [
    { key: "1", effects: "write", status: "finished", ok: true, error: null },
    { key: "2", effects: "none", status: "finished", ok: true, error: null },
    { key: "3", effects: "external", status: "finished", ok: false, error: "quota" },
    { key: "4", effects: "external", status: "started", ok: null, error: null },
  ];
  for (const { key, effects, status, ok, error } of calls)
    await sql`insert into tool_calls (run_id, key, workspace_id, idempotency_key, task_id, attempt,
      step, call_id, tool, side_effects, args, status, ok, error, started_at, finished_at)
      values (${runId}, ${key}, 'local', ${key}, 'a', 1, 1, ${key}, 'deploy', ${effects}, '{"n": 7}',
        ${status}, ${ok}, ${error}, to_timestamp(${key}), ${status === "started" ? null : "2026-01-01"})`;
  await world.services.runs.command({ actor, input: { runId, type: "cancel", reason: "enough" } });
  const outside = await world.services.runs.outside({ actor, input: { runId } });
  expect(outside).toMatchObject({
    count: 3,
    notDone: [],
    items: [
      { callId: "1", title: "Move it", tool: "deploy", outcome: "done", error: null },
      { callId: "3", outcome: "failed", error: "quota" },
      { callId: "4", outcome: "unknown" },
    ],
  });
  expect(outside.items.map(({ consent }) => consent)).toEqual([{}, {}, {}]);
  expect(outside.items[0]?.args).toBe('{"n":7}');
  const report = await world.services.runs.report({ actor, input: { runId } });
  expect(report.outside).toEqual(outside);
  const file = await world.services.runs.exportReport({ actor, input: { runId, format: "html" } });
  expect(file.text).toContain("ended with an error; whether it changed anything is not known");
});

it("says of a call that it went out before work that the approved plan has first", async () => {
  const actor = world.person();
  const settings = { summarizer: "off", planApproval: true } as const;
  const { runId } = await world.services.runs.create({ actor, input: { mission: "Tell them", settings } });
  let sent = 0;
  const send = (command: WorkerCommand) => {
    sent += 1;
    const envelope = { id: `w${sent}`, actor: { kind: "worker" as const, id: "w1" }, command };
    return world.deps.runStore.transition(runId, [{ envelope, rows: { blobs: [] } }]);
  };
  const { state } = await send({ type: "take_lease", workerId: "w1" });
  const key = nextEffects(state).find(({ kind }) => kind !== "wake")?.key ?? "";
  await send({ type: "start", keys: [key], epoch: state.epoch });
  const act = { type: "direct" as const, input: '(tool/deploy {:url "https://a.invalid/"})' };
  const plan = planOf(
    { id: "pay", title: "Pay it", ...act },
    { id: "tell", title: "Tell them", dependsOn: ["pay"], ...act },
  );
  const tools = [{ name: "deploy", sideEffects: "write" as const }];
  await send({ type: "plan_drafted", key, plan: offer(plan, undefined, tools) });
  const [gate] = (await world.services.approvals.list({ actor, input: { runId } })).items;
  const approvalId = gate?.id ?? "";
  await decideAsShown(world.services, { actor, input: { approvalId, verb: "approve" } });
  const { sql } = world.database;
  await sql`update plan_versions set plan = (${JSON.stringify(plan)}::text)::jsonb where run_id = ${runId}`;
  for (const [at, task] of [
    [1, "tell"],
    [2, "pay"],
  ] as const)
    await sql`insert into tool_calls (run_id, key, workspace_id, idempotency_key, task_id, attempt,
      step, call_id, tool, side_effects, args, status, ok, error, started_at, finished_at)
      values (${runId}, ${task}, 'local', ${`${runId}${task}`}, ${task}, 1, 1, ${task}, 'deploy', 'write',
        '{}', 'finished', true, null, to_timestamp(${at}), to_timestamp(${at}))`;
  const { items } = await world.services.runs.outside({ actor, input: { runId } });
  expect(items.map(({ taskId, consent }) => [taskId, consent.ahead])).toEqual([
    ["tell", ["Pay it"]],
    ["pay", undefined],
  ]);
});
