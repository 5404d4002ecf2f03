import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readMarks } from "@/db/queries/learning/marks";
import { purgeWorkspace } from "@/lib/engine/retention/purge-workspace";
import { finishReviewedRun, startReviewedRun } from "@/lib/testing/runs/reviewed-run";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world?.close());

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
    const runId = await startReviewedRun(world);
    const { save, list } = marksOf(runId);
    await expect(save({ ...decision, verdict: "right" })).rejects.toMatchObject({
      code: "not_allowed_now",
      message: "This review has not been decided.",
    });
    await expect(save({ kind: "answer", verdict: "right" })).rejects.toMatchObject({
      code: "not_allowed_now",
      message: "This run has no final answer to mark.",
    });
    await expect(save({ ...decision, taskId: "work", verdict: "right" })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await list()).toEqual([]);
  });

  it("are the last word of each person, and change nothing in the run", async () => {
    const runId = await startReviewedRun(world);
    await finishReviewedRun(world, runId);
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
    const runId = await startReviewedRun(world);
    await finishReviewedRun(world, runId);
    await marksOf(runId).save({ kind: "answer", verdict: "wrong" });
    await world.services.retention.change({ actor: world.person(), input: { runs: 1 } });
    await world.database.sql`update runs set finished_at = now() - interval '2 days' where id = ${runId}`;
    const { sql } = world.database;
    while (!(await purgeWorkspace({ sql, batchRows: 50 }, "local")));
    expect(await readMarks(world.deps.db, { workspaceId: "local", runId })).toEqual([]);
  });
});
