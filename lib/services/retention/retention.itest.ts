import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AUDIT_CONFIRMATION, DEFAULT_RETENTION, RETENTION_KINDS } from "@/lib/core/retention";
import { purgeWorkspace } from "@/lib/engine/retention/purge-workspace";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
  await world.addWorkspaces("w1", "w2", "w3", "w4", "w5");
});
afterAll(() => world?.close());

function inWorkspace(workspaceId: string) {
  const actor = world.person({ workspaceId });
  const { retention } = world.services;
  return {
    actor,
    get: () => retention.get({ actor, input: {} }),
    change: (input: object) => retention.change({ actor, input }),
    purgeAudit: (input: object) => retention.purgeAudit({ actor, input: input as never }),
  };
}

const auditOf = (workspaceId: string) =>
  world.database
    .sql`select action, actor, details from audit_log where workspace_id = ${workspaceId} order by id`;

const kept = ({ kinds }: Awaited<ReturnType<ReturnType<typeof inWorkspace>["get"]>>) =>
  Object.fromEntries(kinds.map(({ kind, keepDays }) => [kind, keepDays]));

/** A run that a person has cancelled, as long ago as that. */
async function cancelledRun(workspaceId: string, daysAgo: number): Promise<string> {
  const actor = world.person({ workspaceId });
  const plan = { title: "Gate", tasks: [{ id: "g", type: "human_review", input: "Go?" }] };
  const { runId } = await world.services.runs.create({ actor, input: { plan } });
  await world.services.runs.command({ actor, input: { runId, type: "cancel" } });
  await world.database.sql`
    update runs set finished_at = now() - ${daysAgo}::int * interval '1 day' where id = ${runId}`;
  return runId;
}

describe("retention", () => {
  it("begins with the defaults, changes what is named alone, and is audited", async () => {
    const { get, change } = inWorkspace("w1");
    expect(kept(await get())).toEqual(DEFAULT_RETENTION);
    expect(await change({ runs: 90, live_text: null })).toEqual({
      settings: { runs: 90, payloads: null, live_text: null, blobs: null, drills: null },
    });
    await change({ payloads: 30 });
    await change({ runs: null });
    expect(kept(await get())).toEqual({
      runs: null,
      payloads: 30,
      live_text: null,
      blobs: null,
      drills: null,
    });
    expect(await auditOf("w1")).toMatchObject([
      { action: "retention_changed", actor: { name: "Ada" }, details: { runs: 90, live_text: null } },
      { action: "retention_changed", details: { payloads: 30 } },
      { action: "retention_changed", details: { runs: null } },
    ]);
    expect(kept(await inWorkspace("w2").get())).toEqual(DEFAULT_RETENTION);
  });

  it.each([{ runs: 0 }, { runs: 3_651 }, { blobs: 1.5 }, { payloads: -1 }, { audit: 5 }])(
    "refuses %j",
    async (input) => {
      await expect(inWorkspace("w1").change(input)).rejects.toMatchObject({ code: "invalid_input" });
    },
  );

  it("says how much there is, and after a removal when that was, of its own workspace alone", async () => {
    const { get, change } = inWorkspace("w3");
    const [old, young] = [await cancelledRun("w3", 10), await cancelledRun("w3", 2)];
    const theirs = await cancelledRun("w2", 10);
    const before = await get();
    expect(before.kinds[0]).toMatchObject({ kind: "runs", stored: { rows: 2 }, purgedAt: null, removed: 0 });
    expect(before.kinds.every(({ stored }) => stored.bytes > 0)).toBe(true);
    await change({ runs: 5 });
    await purgeWorkspace({ sql: world.database.sql }, "w3");
    const after = await get();
    expect(after.kinds[0]).toMatchObject({ stored: { rows: 1 }, purgedAt: expect.any(Number) });
    expect(after.kinds[0]?.removed).toBeGreaterThan(3);
    expect(after.kinds.every(({ checkedAt }) => (checkedAt ?? 0) > 0)).toBe(true);
    const left = await world.database.sql`select id from runs where id in (${old}, ${young}, ${theirs})`;
    expect(left.map(({ id }) => id).sort()).toEqual([young, theirs].sort());
    // What was chosen now is looked at now.
    await change({ runs: 1 });
    expect((await get()).kinds.map(({ checkedAt }) => checkedAt)).toEqual(RETENTION_KINDS.map(() => null));
  });
});

describe("purgeAudit", () => {
  it("takes its words of confirmation and thirty days at least", async () => {
    const { purgeAudit } = inWorkspace("w5");
    const confirm = AUDIT_CONFIRMATION;
    for (const input of [
      { olderThanDays: 29, confirm },
      { olderThanDays: 30 },
      { olderThanDays: 30, confirm: "yes" },
    ])
      await expect(purgeAudit(input)).rejects.toMatchObject({ code: "invalid_input" });
    const viewer = world.person({ workspaceId: "w5", capabilities: ["view", "operate", "review"] });
    const input = { olderThanDays: 30, confirm } as const;
    const refused = world.services.retention.purgeAudit({ actor: viewer, input });
    await expect(refused).rejects.toMatchObject({ code: "forbidden" });
  });

  it("removes old lines of its own workspace, says so in the log, and again when there is more", async () => {
    const { purgeAudit } = inWorkspace("w5");
    const input = { olderThanDays: 30, confirm: AUDIT_CONFIRMATION };
    await world.database.sql`
      insert into audit_log (workspace_id, at, actor, action, accepted)
      select w, now() - age * interval '1 day', '{"kind": "system"}', 'tested', true
      from unnest(array['w5', 'w4']) as w, unnest(array[60, 40, 20]) as age, generate_series(1, 2)
      order by age desc`;
    expect(await purgeAudit(input)).toEqual({ removed: 4, more: false });
    expect(await auditOf("w5")).toMatchObject([
      { action: "tested" },
      { action: "tested" },
      {
        action: "audit_purged",
        actor: { kind: "person", name: "Ada" },
        details: { removed: 4, olderThanDays: 30 },
      },
    ]);
    expect(await auditOf("w4")).toHaveLength(6);
    expect(await purgeAudit(input)).toEqual({ removed: 0, more: false });
    expect(await auditOf("w5")).toHaveLength(3);
  });
});
