import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readMarks } from "@/db/queries/marks";
import { nextEffects } from "@/lib/core/run";
import { purgeWorkspace } from "@/lib/engine/retention/purge-workspace";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world?.close());

const plan = {
  title: "Checked",
  tasks: [
    { id: "work", title: "Work", input: "go" },
    { id: "check", type: "planning_review", title: "Check", dependsOn: ["work"] },
  ],
};

/** A run whose review has begun. */
async function reviewedRun(): Promise<string> {
  const settings = { reviewMode: "auto" as const };
  const { runId } = await world.services.runs.create({
    actor: world.person(),
    input: { plan, settings },
  });
  await world.work(runId);
  return runId;
}

/** Has the review say that all is well, and ends the run. */
async function finish(runId: string): Promise<void> {
  const { state } = await world.services.runs.snapshot({ actor: world.person(), input: { runId } });
  const key = nextEffects(state).flatMap((effect) => (effect.kind === "review" ? [effect.key] : []))[0] ?? "";
  const actor = { kind: "worker" as const, id: "w1" };
  const proposal = {
    decision: "CONTINUE" as const,
    reasoning: "All is well.",
    answers: [],
    reviewer: "reviewer",
  };
  const commands = [
    { type: "start" as const, keys: [key], epoch: state.epoch },
    { type: "review_read" as const, key, taskId: "check", attempt: 1, proposal },
  ];
  for (const command of commands)
    await world.deps.runStore.transition(runId, [
      { envelope: { id: `${runId}-${command.type}`, actor, command } },
    ]);
  await world.work(runId);
}

function marksOf(runId: string, name = "Ada") {
  const actor = world.person({ name });
  const { marks } = world.services;
  return {
    list: async () => (await marks.list({ actor, input: { runId } })).items,
    save: (input: object) => marks.save({ actor, input: { runId, ...input } as never }),
  };
}
const decision = { kind: "decision", taskId: "check" };

describe("marks", () => {
  it("wait until there is something to mark", async () => {
    const runId = await reviewedRun();
    const { save, list } = marksOf(runId);
    await expect(save({ ...decision, verdict: "right" })).rejects.toMatchObject({
      ...{ code: "not_allowed_now", message: "This review has not been decided." },
    });
    await expect(save({ kind: "answer", verdict: "right" })).rejects.toMatchObject({
      ...{ code: "not_allowed_now", message: "This run has no final answer to mark." },
    });
    await expect(save({ ...decision, taskId: "work", verdict: "right" })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await list()).toEqual([]);
  });

  it("are the last word of each person, and change nothing in the run", async () => {
    const runId = await reviewedRun();
    await finish(runId);
    const before = await world.deps.runStore.peek(runId);
    const { seq } = before ?? {};
    const [ada, bob] = [marksOf(runId), marksOf(runId, "Bob")];
    await ada.save({ ...decision, verdict: "right" });
    await bob.save({ ...decision, verdict: "wrong", note: "  The limit was 5.  " });
    await ada.save({ ...decision, verdict: "wrong" });
    await ada.save({ kind: "answer", verdict: "right" });
    expect(await ada.list()).toMatchObject([
      {
        subject: "review:check:1",
        verdict: "wrong",
        note: "The limit was 5.",
        by: { name: "Bob" },
        own: false,
      },
      { subject: "review:check:1", verdict: "wrong", note: "", by: { name: "Ada" }, own: true },
      { kind: "answer", subject: "answer", verdict: "right", own: true },
    ]);
    expect((await world.deps.runStore.peek(runId))?.seq).toBe(seq);
    const audit = await world.database
      .sql`select action, details from audit_log where subject = ${runId} and action = 'mark_saved' order by id`;
    expect(audit).toMatchObject([{ details: { subject: "review:check:1", verdict: "right" } }, {}, {}, {}]);
  });

  it("go with their run", async () => {
    const runId = await reviewedRun();
    await finish(runId);
    await marksOf(runId).save({ kind: "answer", verdict: "wrong" });
    await world.services.retention.change({ actor: world.person(), input: { runs: 1 } });
    await world.database.sql`update runs set finished_at = now() - interval '2 days' where id = ${runId}`;
    const { sql } = world.database;
    while (!(await purgeWorkspace({ sql, batchRows: 50 }, "local")));
    expect(await readMarks(world.deps.db, { workspaceId: "local", runId })).toEqual([]);
  });
});
