import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const refused = (code: string, message: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

async function openGate() {
  const actor = world.person();
  const plan = { title: "Gate", tasks: [{ id: "g", type: "human_review", input: "May it go live?" }] };
  const { runId } = await world.services.runs.create({ actor, input: { plan } });
  await world.work(runId);
  const { items } = await world.services.approvals.list({ actor, input: { runId } });
  const [gate] = items;
  if (!gate) throw new Error("no gate opened");
  return gate;
}

const decide = (
  name: string,
  input: Parameters<ServiceWorld["services"]["approvals"]["decide"]>[0]["input"],
  commandId?: string,
) =>
  decideAsShown(world.services, {
    actor: world.person({ name }),
    input,
    ...(commandId ? { commandId } : {}),
  });

describe("deciding a gate", () => {
  it("shows what is asked, then who decided what, when and why", async () => {
    const actor = world.person();
    const gate = await openGate();
    expect(gate).toMatchObject({
      kind: "human_review",
      status: "open",
      verbs: ["approve", "edit", "reject", "request_changes", "ask"],
      decided: null,
    });
    await decide("Ada", { approvalId: gate.id, verb: "reject", comment: "too early", digest: gate.digest });
    const after = await world.services.approvals.get({ actor, input: { approvalId: gate.id } });
    expect(after).toMatchObject({
      status: "decided",
      decided: {
        by: { kind: "person", name: "Ada" },
        verb: "reject",
        comment: "too early",
        provenance: "person",
      },
    });
    expect(after.decided?.at).toBeGreaterThan(0);
  });

  it("lets one of twenty concurrent decisions through, and tells the others who, what and when", async () => {
    const gate = await openGate();
    const names = Array.from({ length: 20 }, (_, n) => `Person ${n}`);
    const replies = await Promise.allSettled(
      names.map((name, n) => decide(name, { approvalId: gate.id, verb: n % 2 ? "approve" : "reject" })),
    );
    expect(replies.filter((reply) => reply.status === "fulfilled")).toHaveLength(1);
    for (const reply of replies) {
      if (reply.status === "fulfilled") continue;
      expect(reply.reason).toEqual(refused("already_decided", "decided this gate already"));
      expect(reply.reason.details).toMatchObject({
        by: expect.stringMatching(/^Person/),
        at: expect.any(Number),
      });
    }
  });

  it("gives a repeated request its first reply", async () => {
    const gate = await openGate();
    const input = { approvalId: gate.id, verb: "approve" };
    const first = await decide("Ada", input, "key_1");
    expect((await decide("Ada", input, "key_1")).seq).toBe(first.seq);
  });

  it("refuses a decision on something else than what is shown now", async () => {
    const gate = await openGate();
    await expect(decide("Ada", { approvalId: gate.id, verb: "approve", digest: "old" })).rejects.toEqual(
      refused("superseded", "changed since you saw it"),
    );
  });

  it.each(["approve", "Edit"])(
    "lets nothing pass by %s without the digest of what was shown, alone or with others, by a person or a rule",
    async (verb) => {
      const gate = await openGate();
      const actor = world.person();
      const blind = { approvalId: gate.id, verb, ...(verb === "Edit" && { value: "v3" }) };
      const unseen = refused(
        "invalid_input",
        "Send the digest of what you were shown: the gate has it as `digest`.",
      );
      const { decide: answer, decideMany } = world.services.approvals;
      await expect(answer({ actor, input: blind })).rejects.toEqual(unseen);
      const byRule = { ...blind, provenance: "session_rule" as const };
      await expect(answer({ actor: { ...actor, channel: "terminal" }, input: byRule })).rejects.toEqual(
        unseen,
      );
      const outside = refused("invalid_input", "Only a session of the command line answers by a rule.");
      await expect(answer({ actor, input: { ...byRule, digest: gate.digest } })).rejects.toEqual(outside);
      const other = await openGate();
      const items = [{ approvalId: other.id, digest: other.digest }, { approvalId: gate.id }];
      await expect(decideMany({ actor, input: { items, verb } })).rejects.toEqual(unseen);
      expect((await decideMany({ actor, input: { items, verb, preview: true } })).items).toHaveLength(2);
      for (const { id } of [gate, other]) {
        const { status } = await world.services.approvals.get({ actor, input: { approvalId: id } });
        expect(status).toBe("open");
      }
      await answer({ actor, input: { ...blind, digest: gate.digest } });
    },
  );

  it("takes a refusal and a question without it", async () => {
    const actor = world.person();
    const { decide: answer, decideMany } = world.services.approvals;
    const [one, two] = [await openGate(), await openGate()];
    await answer({ actor, input: { approvalId: one.id, verb: "ask", comment: "Which?" } });
    expect(await answer({ actor, input: { approvalId: one.id, verb: "reject" } })).toMatchObject({
      verb: "reject",
    });
    const { items } = await decideMany({ actor, input: { items: [{ approvalId: two.id }], verb: "reject" } });
    expect(items).toMatchObject([{ ok: true }]);
  });

  it("refuses a verb that the gate does not offer, and a gate that does not exist", async () => {
    const gate = await openGate();
    await expect(decide("Ada", { approvalId: gate.id, verb: "raise" })).rejects.toEqual(
      refused("invalid_input", "It offers: approve, edit, reject, request_changes, ask"),
    );
    await expect(decide("Ada", { approvalId: "apr_none-1", verb: "approve", digest: "d" })).rejects.toEqual(
      refused("not_found", "There is no gate apr_none-1"),
    );
  });

  it("hides gates from other workspaces", async () => {
    const gate = await openGate();
    const actor = world.person({ workspaceId: "other" });
    const input = { approvalId: gate.id };
    await expect(world.services.approvals.get({ actor, input })).rejects.toEqual(
      refused("not_found", gate.id),
    );
    await expect(
      world.services.approvals.decide({ actor, input: { ...input, verb: "approve", digest: gate.digest } }),
    ).rejects.toEqual(refused("not_found", gate.id));
  });
});

describe("the list of gates", () => {
  it("is searched in the store: by words of question or mission, kind and whom it asks, a page at a time", async () => {
    const actor = world.person({ name: "Zoe" });
    const gate = (n: number, assignees: string[]) => ({
      id: `g${n}`,
      type: "human_review",
      input: `Question ${n}`,
      gate: { assignees },
    });
    const tasks = [gate(1, []), gate(2, ["Zoe"]), gate(3, ["Bob"])];
    const mission = "Move 100 % of the archive";
    const { runId } = await world.services.runs.create({
      actor,
      input: { mission, plan: { title: "P", tasks } },
    });
    await world.work(runId);
    const list = async (input: Parameters<ServiceWorld["services"]["approvals"]["list"]>[0]["input"]) => {
      const page = await world.services.approvals.list({ actor, input });
      return { ids: page.items.map(({ taskId }) => taskId), next: page.nextCursor };
    };
    expect((await list({ text: "100 % OF" })).ids).toEqual(["g1", "g2", "g3"]);
    expect((await list({ text: "100 _ of" })).ids).toEqual([]);
    expect((await list({ text: "may g2" })).ids).toEqual(["g2"]);
    expect((await list({ runId, assigned: "me" })).ids).toEqual(["g1", "g2"]);
    expect((await list({ runId, kind: "budget" })).ids).toEqual([]);
    const first = await list({ text: "archive", kind: "human_review", limit: 2 });
    expect(first.ids).toEqual(["g1", "g2"]);
    expect((await list({ text: "archive", limit: 2, cursor: first.next ?? "" })).ids).toEqual(["g3"]);
  });
});

describe("decisions that are held", () => {
  it("are listed for as long as they apply by themselves, the next one first", async () => {
    const actor = world.person();
    const { sql } = world.database;
    const { items: before } = await world.services.approvals.held({ actor, input: {} });
    expect(before).toEqual([]);
    const tasks = ["late", "soon", "asked", "done"].map((id) => ({
      id,
      type: "planning_review",
      title: `Look ${id}`,
    }));
    const input = { mission: "Hold it", plan: { title: "Held", tasks } };
    const { runId } = await world.services.runs.create({ actor, input });
    await sql`update tasks set attempt = 1 where run_id = ${runId}`;
    const holds = [
      ["late", 90_000, null],
      ["soon", 50_000, null],
      ["asked", 10_000, null],
      ["done", 10_000, 5_000],
    ] as const;
    for (const [task, until, decided] of holds)
      await sql`
        insert into decisions
          (run_id, subject, workspace_id, kind, task_id, plan_version, proposed, held_until, decided_at)
        values (${runId}, ${`review:${task}:1`}, ${actor.workspaceId}, 'review', ${task}, 1, 'REPLAN',
          to_timestamp(${until / 1_000}::float8), to_timestamp(${decided === null ? null : decided / 1_000}::float8))`;
    await sql`
      insert into approvals (id, run_id, workspace_id, kind, status, digest, task_id, plan_version, opened_seq, opened_at, verbs, assignees, prompt, terms)
      select 'apr_held', ${runId}, workspace_id, 'review_decision', 'open', digest, 'asked', 1, 1, opened_at, verbs, assignees, prompt, terms
      from approvals limit 1`;
    const { items } = await world.services.approvals.held({ actor, input: {} });
    const held = { runId, mission: "Hold it", decision: "REPLAN" };
    expect(items).toEqual([
      { ...held, taskId: "soon", title: "Look soon", heldUntil: 50_000 },
      { ...held, taskId: "late", title: "Look late", heldUntil: 90_000 },
    ]);
    await sql`update tasks set attempt = 2 where run_id = ${runId} and task_id = 'late'`;
    await sql`update decisions set held_until = null where run_id = ${runId} and task_id = 'soon'`;
    expect((await world.services.approvals.held({ actor, input: {} })).items).toEqual([]);
    await sql`update decisions set held_until = to_timestamp(50) where run_id = ${runId} and task_id = 'soon'`;
    await sql`update runs set finished_at = now() where id = ${runId}`;
    expect((await world.services.approvals.held({ actor, input: {} })).items).toEqual([]);
  });
});
