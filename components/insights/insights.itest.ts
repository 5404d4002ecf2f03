import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runsView } from "@/app/(console)/runs/(list)/view";
import { INSIGHT_CHARTS, insightTables } from "@/lib/core/describe/learning/insights";
import type { VerbInput } from "@/lib/services/registry";
import { createPostgresProxy, type PostgresProxy } from "@/lib/testing/database/postgres-proxy";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { filterOf } from "../run-list/runs-view";
import { runsHref } from "./address";

let proxy: PostgresProxy;
let world: ServiceWorld;
beforeAll(async () => {
  const via = async (url: string) => {
    proxy = await createPostgresProxy(url);
    return proxy.url;
  };
  world = await openServiceWorld({ via });
  await world.addWorkspaces("other");
  for (let n = 0; n < 12; n += 1) await endedRun(n);
  await endedRun(12, { tags: ["release", "demo"] });
  await endedRun(13, { workspaceId: "other" });
});
afterAll(async () => {
  await world?.close();
  await proxy?.close();
});

const DAYS = { from: "2026-11-09", to: "2026-11-22" };
const at = (n: number, minutes = 0) =>
  new Date(Date.parse(`2026-11-${n % 2 === 0 ? "10" : "17"}T10:00:00Z`) + minutes * 60_000).toISOString();

/** A run that ended in the first week (even numbers) or the second, with all that a report counts. */
async function endedRun(n: number, { tags = ["release"], workspaceId = "local" } = {}): Promise<void> {
  const { sql } = world.database;
  const actor = world.person({ workspaceId });
  const plan = { title: `Run ${n}`, tasks: [{ id: "a", input: "go" }] };
  const { runId } = await world.services.runs.create({ actor, input: { mission: `Run ${n}`, plan, tags } });
  const [status, replans] = [n % 4 === 3 ? "failed" : "completed", n % 3];
  await sql`update runs set status = ${status}, replans = ${replans}, tags = ${tags}, parked = true, wake_at = null,
    created_at = ${at(n)}, finished_at = ${at(n, 60)} where id = ${runId}`;
  await sql`insert into tasks (run_id, task_id, workspace_id, place, title, type, agent, lineage,
      since_version, status, attempt)
    values (${runId}, 'r', ${workspaceId}, 2, 'r', 'planning_review', '', 'r', 1, 'succeeded', 1)`;
  const failed = JSON.stringify([
    { layer: "schema", outcome: "passed" },
    { layer: "predicate", outcome: "failed" },
  ]);
  await sql`insert into attempts (run_id, task_id, attempt, workspace_id, started_at, ended_at, steps, outcome, code,
      diagnosis, checks)
    values (${runId}, 'a', 1, ${workspaceId}, ${at(n, 1)}, ${at(n, 2)}, 3, 'failed', 'check_failed', 'too low',
        ${failed}::text::jsonb),
      (${runId}, 'a', 2, ${workspaceId}, ${at(n, 3)}, ${at(n, 4)}, 2, ${n % 4 === 3 ? "failed" : "succeeded"},
        null, null, null),
      (${runId}, 'r', 1, ${workspaceId}, ${at(n, 5)}, ${at(n, 6)}, 0, 'succeeded', null, null, null),
      (${runId}, 'late', 1, ${workspaceId}, ${at(n, 8)}, ${at(n, 9)}, 9, 'succeeded', null, null, null)`;
  const byPerson = n % 2 === 0;
  const decision = n % 6 === 0 ? "REPLAN" : "CONTINUE";
  await sql`insert into decisions (run_id, subject, workspace_id, kind, task_id, plan_version, proposed, decision,
      provenance, held_until, decided_at, agrees)
    values (${runId}, 'review:r:1', ${workspaceId}, 'review', 'r', 1, 'CONTINUE', ${decision},
        ${byPerson ? "person" : "auto"}, ${n === 1 ? at(n, 6) : null}, ${at(n, 6)},
        ${byPerson ? decision === "CONTINUE" : null}),
      (${runId}, 'review:copied:1', ${workspaceId}, 'review', 'copied', 1, 'ABORT', 'ABORT', 'person', null,
        ${at(n, -60)}, true)`;
  await sql`insert into approvals (id, run_id, workspace_id, kind, plan_version, digest, prompt, verbs, assignees,
      status, opened_at, opened_seq, decided_at, provenance)
    values (${`gate ${runId}`}, ${runId}, ${workspaceId}, 'human_review', 1, 'd', 'Go?', '{approve}', '{}', 'decided',
      ${at(n, 7)}, 7, ${at(n, n === 0 ? 47 : 9)}, ${n === 1 ? "timeout" : "person"})`;
  await sql`insert into model_calls (run_id, call_id, workspace_id, task_id, role, model, latency_ms, prompt_hash,
      prompt_version, epoch, at)
    values (${runId}, 'c', ${workspaceId}, 'r', 'reviewer', 'm', 1, 'h', ${n < 6 ? "7" : "8"}, 1, ${at(n, 5)})`;
  await sql`insert into lessons (workspace_id, id, version, text, words, status, source, author, created_at, updated_at)
    values (${workspaceId}, 'l', 1, 'Measure first', 'measure first', 'accepted', 'person', 'Anna', ${at(n)}, ${at(n)})
    on conflict do nothing`;
  if (n < 5) {
    const money = { low: 1, expected: 2_000_000, high: 3_000_000, unknown: 0, unknownRoles: 0 };
    const whole = { money, time: { ...money, expected: 0 }, writes: { ...money, expected: 0 } };
    await sql`insert into plan_forecasts (run_id, version, workspace_id, forecast)
      values (${runId}, 1, ${workspaceId}, ${JSON.stringify({ whole })}::text::jsonb)`;
    await sql`insert into model_calls (run_id, call_id, workspace_id, role, model, latency_ms, prompt_hash, prompt_version,
        plan_version, cost_micro_usd, epoch, at)
      values (${runId}, 'paid', ${workspaceId}, 'agent', 'm', 1, 'h', '1', 1, ${(n + 1) * 1_000_000}, 1, ${at(n, 1)})`;
  }
  if (n < 6)
    await sql`insert into lesson_uses (run_id, key, lesson_id, version, workspace_id, role, from_version, created_at)
      values (${runId}, 'k', 'l', 1, ${workspaceId}, 'planner', 1, ${at(n)}),
        (${runId}, 'k2', 'l', 1, ${workspaceId}, 'reviewer', 1, ${at(n)})`;
}

const reportOf = (input: VerbInput<"insights/report"> = {}) =>
  world.services.insights.report({ actor: world.person(), input: { ...DAYS, ...input } });

describe("the report", () => {
  it("counts the ended runs of its days and its workspace, without demo runs and what forks copied", async () => {
    const report = await reportOf();
    expect(report.runs).toMatchObject({ ended: 12, completed: 9, failed: 3, leftOut: 1 });
    expect(report.decisions).toMatchObject({ n: 12, byDecision: { CONTINUE: 10, REPLAN: 2, ABORT: 0 } });
    expect(report.decisions.groups.map(({ group, counts }) => [group, counts.CONTINUE])).toEqual([
      ["2026-11-09", 4],
      ["2026-11-16", 6],
    ]);
    // The run's own tasks before its review: not the review itself, and not what came after it.
    expect(report.decisions).toMatchObject({ tasksBetween: 9 / 12, stepsBetween: 5 });
    expect(report.agreement.counts).toEqual({ agreed: 4, overruled: 2, by_time: 1, at_once: 5, other: 0 });
    expect(report.replansByTag.tags).toEqual([{ tag: "release", runs: 12, replanned: 8, rate: 8 / 12 }]);
    expect(report.success).toMatchObject({ after: 6 / 8, without: null });
    expect(report.retries).toMatchObject({ n: 12, fixed: 9 });
    expect(report.checks.layers).toEqual([
      { layer: "predicate", checked: 12, caught: 12, fixed: 9 },
      { layer: "schema", checked: 12, caught: 0, fixed: 0 },
    ]);
    expect(report.lessons.shown).toMatchObject([{ lessonId: "l", with: { runs: 6 }, without: { runs: 6 } }]);
    expect(report.forecasts).toMatchObject({ runs: 5, money: { n: 5, medianError: 0.5, within: 0.6 } });
    expect(report.waits).toMatchObject({ gates: 11, medianMs: 120_000, notByPeople: 1 });
    expect(report.waits.bins.map(({ gates }) => gates)).toEqual([0, 10, 0, 1, 0, 0]);
  });

  it("groups by the reviewer's prompt version, and keeps to a tag, to days, and to demo runs", async () => {
    const byPrompt = await reportOf({ by: "prompt" });
    expect(byPrompt.agreement.groups).toMatchObject([
      { group: "7", agreed: 2, overruled: 1, rate: null },
      { group: "8", agreed: 2, overruled: 1, rate: null },
    ]);
    expect((await reportOf({ tag: "nothing" })).runs.ended).toBe(0);
    expect((await reportOf({ to: "2026-11-10" })).runs.ended).toBe(6);
    expect((await reportOf({ runs: "demo" })).runs).toMatchObject({ ended: 1, leftOut: 12 });
  });

  it("leads from every row to the runs behind it", async () => {
    const actor = world.person();
    for (const input of [{}, { by: "prompt" as const }]) {
      const report = await reportOf(input);
      const tables = insightTables(report);
      for (const chart of INSIGHT_CHARTS) {
        for (const { name, values, behind } of tables[chart].rows) {
          const params = new URL(runsHref(report.scope, behind), "http://x").searchParams;
          const filter = filterOf(runsView(Object.fromEntries(params)));
          const { items } = await world.services.runs.list({
            actor,
            input: filter as VerbInput<"runs/list">,
          });
          expect([chart, name, items.length]).toEqual([chart, name, runsExpected(chart, values, input)]);
        }
      }
    }
  });

  /** Each of these runs has one decision, one gate and one retry, so that their counts are those of runs. */
  function runsExpected(
    chart: string,
    values: readonly (number | null)[],
    { by }: { by?: "prompt" },
  ): number {
    const figures = values.map((value) => value ?? 0);
    const all = figures.reduce((sum, value) => sum + value, 0);
    if (chart === "forecasts") return 5;
    if (chart === "decisions") return all;
    if (chart === "agreement") return by === "prompt" ? 6 : (figures[0] ?? 0) + (figures[1] ?? 0);
    if (chart === "replans" || chart === "checks") return figures[1] ?? 0;
    return figures[0] ?? 0;
  }

  it("takes six statements at most", async () => {
    const statements = () => {
      const { other, notify, ...counts } = proxy.counts();
      return Object.values(counts).reduce((sum, n) => sum + n, 0);
    };
    await reportOf();
    const before = statements();
    await reportOf();
    expect(statements() - before).toBeLessThanOrEqual(6);
  });
});

it("its files have the figures of its tables", async () => {
  const csvOf = async (input: VerbInput<"insights/csv">) =>
    (await world.services.insights.csv({ actor: world.person(), input: { ...DAYS, ...input } })).text;
  expect(await csvOf({ chart: "success" })).toBe(
    [
      "Replans,Ended,Completed,Failed,Aborted,Cancelled",
      "No replan,4,3,1,0,0",
      "1 replan,4,3,1,0,0",
      "2 or more replans,4,3,1,0,0",
      "",
    ].join("\r\n"),
  );
  expect(await csvOf({})).toContain("\r\nagreement,2026-11-09,Agreed,4\r\n");
});
