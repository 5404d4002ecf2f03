import { afterAll, beforeAll, expect, it } from "vitest";
import { runExport } from "@/lib/http/run-export";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const PLAN = { title: "Ship", tasks: [{ id: "a", input: "go, token=abcd1234efgh" }] };

async function ended(mission: string): Promise<string> {
  const input = { mission, plan: PLAN, tags: ["release"] };
  const { runId } = await world.services.runs.create({ actor: world.person(), input });
  await world.work(runId, { a: { rows: "x".repeat(40_000), secret: "sk-abc123def456" } });
  await world.services.runs.command({ actor: world.person(), input: { runId, type: "cancel" } });
  const { sql } = world.database;
  await sql`insert into decisions (run_id, subject, workspace_id, kind, task_id, plan_version, proposal, proposed, decision,
      reasoning, provenance, decided_by, decided_at, decided_seq, agrees)
    values (${runId}, 'review:r:1', 'local', 'review', 'r', 1, '{"reasoning": "Fine."}', 'CONTINUE', 'ABORT', 'Too early',
      'person', '{"kind": "person", "id": "p", "name": "Anna Secret"}', now(), 9, false)`;
  return runId;
}

it("gives ended runs alone, each as a line with its values in full, without secrets and names, and notes it", async () => {
  const actor = world.person();
  await world.services.runs.create({ actor, input: { mission: "Still open", plan: PLAN } });
  const runs = [await ended("First"), await ended("Second"), await ended("Third")];
  const first = await world.services.runs.export({ actor, input: { tag: "release", limit: 2 } });
  const cursor = first.nextCursor ?? "";
  const rest = await world.services.runs.export({ actor, input: { tag: "release", limit: 2, cursor } });
  const lines = [...first.items, ...rest.items].map((line) => JSON.parse(line));
  expect(lines.map(({ outcome }) => outcome.runId)).toEqual(runs.toReversed());
  expect(rest.nextCursor).toBeNull();
  expect(lines[2]).toMatchObject({
    mission: "First",
    originalPlan: { title: "Ship", tasks: [{ id: "a", input: "go, [hidden]" }] },
    results: { a: { rows: "x".repeat(40_000), secret: "[hidden]" } },
    overrides: [
      { taskId: "r", proposed: "CONTINUE", proposedBecause: "Fine.", decision: "ABORT", reason: "Too early" },
    ],
    outcome: { status: "cancelled", finishReason: "cancelled" },
  });
  expect(JSON.stringify(lines)).not.toContain("Anna");
  const noted = await world.database.sql`select details from audit_log where action = 'export_runs'`;
  expect(noted).toHaveLength(1);
});

it("is sent as a file, page after page, and refuses a wrong filter before it begins", async () => {
  const { services } = world;
  const actor = world.person();
  const request = new Request("http://x/api/v1/runs/export");
  const response = await runExport({ services, actor, request, input: { tag: "release", limit: 1 } });
  expect(response.headers.get("content-type")).toContain("application/x-ndjson");
  const text = await response.text();
  expect(text.trimEnd().split("\n")).toHaveLength(3);
  const wrong = runExport({ services, actor, request, input: { behind: "replans:often" } });
  await expect(wrong).rejects.toMatchObject({ code: "invalid_input" });
});
