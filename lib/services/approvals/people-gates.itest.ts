import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Json, JsonObject } from "@/lib/core/json";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

type Setup = { gate?: JsonObject; settings?: JsonObject; task?: JsonObject; shown?: Json; by?: string };

/** A gate that Mia's mission asks. */
async function openGate({ gate = {}, settings = {}, task = {}, shown = "v2", by = "Mia" }: Setup = {}) {
  const actor = world.person({ name: by });
  const asking = {
    id: "g",
    type: "human_review",
    input: "May it go live?",
    gate,
    onFailure: "skip",
    ...task,
  };
  const { runId } = await world.services.runs.create({
    actor,
    input: { plan: { title: "Gate", tasks: [asking] }, settings: { summarizer: "off", ...settings } },
  });
  await world.work(runId, { g: shown });
  const { items } = await world.services.approvals.list({ actor, input: { runId } });
  const [asked] = items;
  if (!asked) throw new Error("no gate opened");
  return asked;
}

const look = (approvalId: string) =>
  world.services.approvals.get({ actor: world.person(), input: { approvalId } });

type Answer = Omit<Parameters<ServiceWorld["services"]["approvals"]["decide"]>[0]["input"], "approvalId">;
const decide = (name: string, approvalId: string, answer: Answer, roles: string[] = []) =>
  decideAsShown(world.services, { actor: world.person({ name, roles }), input: { approvalId, ...answer } });

it("a gate that asks for a reason takes no rejection without one", async () => {
  const { id } = await openGate({ gate: { requiresReason: true } });
  await expect(decide("Ada", id, { verb: "reject", comment: " " })).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("takes no rejection without a reason"),
  });
  expect(await decide("Ada", id, { verb: "reject", comment: "Too early" })).toMatchObject({ verb: "reject" });
});

describe("a question at an approval", () => {
  it("stays there with its replies, and decides nothing, whoever of its reviewers asks", async () => {
    const { id, digest, runId } = await openGate({ gate: { assignees: ["Bob"] } });
    const asked = await decide("Ada", id, { verb: "ask", comment: "Who wrote the second part?", digest });
    expect(asked).toMatchObject({ verb: "ask", status: "waiting", progress: null });
    await decide("Mia", id, { verb: "ask", comment: "I did." });
    const words = [
      { by: { name: "Ada" }, words: "Who wrote the second part?" },
      { by: { name: "Mia" }, words: "I did." },
    ];
    expect(await look(id)).toMatchObject({ status: "open", digest, decided: null, terms: { asked: words } });
    await expect(decide("Bob", id, { verb: "ask" })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(decide("Bob", id, { verb: "respond", value: "Please wait." })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("It offers: approve, edit, reject, request_changes, ask"),
    });
    expect(await decide("Bob", id, { verb: "approve", digest })).toMatchObject({ verb: "approve" });
    const { items } = await world.services.runs.events({ actor: world.person(), input: { runId } });
    expect(items.map(({ type }) => type)).toContain("approval_asked");
  });
});

describe("a quorum of two", () => {
  it("is shown as it grows, and decided by the second person", async () => {
    const { id } = await openGate({ gate: { quorum: 2 } });
    expect(await decide("Ada", id, { verb: "approve", comment: "fine" })).toMatchObject({
      progress: "1 of 2 approved by Ada",
      status: "waiting",
    });
    expect(await look(id)).toMatchObject({
      status: "open",
      terms: { quorum: 2, votes: [{ by: { id: "ada", name: "Ada" }, comment: "fine" }] },
    });
    await expect(decide("Ada", id, { verb: "approve" })).rejects.toMatchObject({
      code: "not_allowed_now",
      message: "You have approved this already, and count once: 1 more person has to.",
    });
    expect(await decide("Bob", id, { verb: "approve" })).toMatchObject({
      progress: "2 of 2 approved by Ada, Bob",
    });
    expect(await look(id)).toMatchObject({ status: "decided", decided: { by: { name: "Bob" } } });
  });

  it("counts each of twenty people once when they come at once, and decides once", async () => {
    const { id, runId } = await openGate({ gate: { quorum: 3 } });
    const names = Array.from({ length: 20 }, (_, n) => `Voter ${n % 10}`);
    const setup = await world.deps.workspaces.open("local");
    const people = names.slice(0, 10).map((name) => ({ ...world.person({ name }), roles: [] }));
    const list = vi.spyOn(setup, "people").mockReturnValue(people);
    const replies = await Promise.allSettled(names.map((name) => decide(name, id, { verb: "approve" })));
    list.mockRestore();
    expect(replies.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const { terms, status } = await look(id);
    expect(status).toBe("decided");
    expect(new Set(terms.votes.map(({ by }) => by.id)).size).toBe(3);
    const types = await typesOf(runId);
    expect(types.filter((type) => type === "approval_decided")).toHaveLength(1);
    expect(types.filter((type) => type === "task_succeeded")).toHaveLength(1);
  });

  it("counts no vote of a key that was revoked since, and says so", async () => {
    const local = world.person({ name: "Local operator" });
    const { secret, key } = await world.services.keys.create({
      actor: local,
      input: { name: "Dora", capabilities: ["view", "review"], roles: ["lead"] },
    });
    const dora = await world.keys.callerOf(secret);
    if (!dora) throw new Error("no caller");
    const { id, runId } = await openGate({ gate: { quorum: 2, assignees: ["role:lead"] } });
    const approve = (actor: typeof dora) =>
      decideAsShown(world.services, { actor, input: { approvalId: id, verb: "approve" } });
    await approve(dora);
    await world.services.keys.revoke({ actor: local, input: { keyId: key.keyId } });
    const lead = (name: string) => world.person({ name, roles: ["lead"] });
    expect(await approve(lead("Bob"))).toMatchObject({
      progress: "1 of 2 approved by Bob",
      status: "waiting",
    });
    expect(await look(id)).toMatchObject({ status: "open", terms: { votes: [{ by: { name: "Bob" } }] } });
    const { items } = await world.services.runs.events({ actor: local, input: { runId } });
    expect(items.findLast(({ type }) => type === "approval_voted")?.payload).toMatchObject({
      dropped: [{ id: dora.id, name: "Dora" }],
    });
    await approve(lead("Ada"));
    expect(await look(id)).toMatchObject({ status: "decided", decided: { by: { name: "Ada" } } });
  });

  it("falls with one rejection", async () => {
    const { id } = await openGate({ gate: { quorum: 2 } });
    await decide("Ada", id, { verb: "approve" });
    await decide("Bob", id, { verb: "reject", comment: "too early" });
    expect(await look(id)).toMatchObject({
      status: "decided",
      decided: { verb: "reject", by: { name: "Bob" } },
    });
  });
});

describe("four eyes", () => {
  it.each([
    ["the gate's", { gate: { fourEyes: true } }],
    ["the run's", { settings: { fourEyes: true } }],
  ])("by %s wish keep the author from approving, and say who may", async (_, setup) => {
    const { id, terms } = await openGate(setup);
    expect(terms.notBy).toEqual([{ id: "mia", name: "Mia" }]);
    for (const answer of [{ verb: "approve" }, { verb: "edit", value: "v3" }]) {
      await expect(decide("Mia", id, answer)).rejects.toMatchObject({
        code: "forbidden",
        message: expect.stringContaining("anyone else who may review may let it pass, but not Mia"),
        details: { authors: ["Mia"] },
      });
    }
    await decide("Ada", id, { verb: "approve" });
    expect(await look(id)).toMatchObject({ decided: { by: { name: "Ada" } } });
  });

  it("let the author stop what they began", async () => {
    const { id } = await openGate({ gate: { fourEyes: true } });
    await decide("Mia", id, { verb: "reject", comment: "mine was wrong" });
    expect(await look(id)).toMatchObject({ decided: { verb: "reject" } });
  });

  it("hold for the one local person too, who else stands for every name and role", async () => {
    const everyone = { ...world.person({ name: "Local operator" }), everyone: true };
    const may = await openGate({ gate: { assignees: ["Bob", "role:lead"] }, by: "Local operator" });
    const input = { approvalId: may.id, verb: "approve" };
    await decideAsShown(world.services, { actor: everyone, input });
    const bound = await openGate({ gate: { fourEyes: true }, by: "Local operator" });
    await expect(
      decideAsShown(world.services, { actor: everyone, input: { ...input, approvalId: bound.id } }),
    ).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("assignees", () => {
  it("answer by name or by role; others see the gate, and are told why they may not", async () => {
    const { id } = await openGate({ gate: { assignees: ["Bob", "role:lead"] } });
    await expect(decide("Ada", id, { verb: "reject" }, ["dev"])).rejects.toMatchObject({
      code: "forbidden",
      message: "This gate is for Bob, or anyone with the role lead. You can see it, but not answer it.",
    });
    expect(await look(id)).toMatchObject({ status: "open", assignees: ["Bob", "role:lead"] });
    await decide("Ada", id, { verb: "approve" }, ["lead"]);
    expect(await look(id)).toMatchObject({ decided: { by: { name: "Ada" } } });
  });

  it("who lost the role in the meantime are refused", async () => {
    const { id } = await openGate({ gate: { assignees: ["role:lead"], quorum: 2 } });
    await decide("Ada", id, { verb: "approve" }, ["lead"]);
    await expect(decide("Bob", id, { verb: "approve" }, [])).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("forms", () => {
  const form = {
    type: "object",
    required: ["go", "percent"],
    additionalProperties: false,
    properties: {
      go: { type: "boolean" },
      percent: { type: "integer", minimum: 1, maximum: 100 },
      region: { enum: ["eu", "us"] },
      when: { type: "string", format: "date" },
      contact: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
    },
  };

  it("are shown with the gate, and their values keep their types", async () => {
    const gate = await openGate({ gate: { form } });
    expect(gate.terms.form).toEqual(form);
    expect(gate.verbs).toContain("respond");
    const value = { go: true, percent: 25, region: "eu", contact: { name: "Ada" } };
    await decide("Ada", gate.id, { verb: "respond", value });
    const report = await world.services.runs.report({ actor: world.person(), input: { runId: gate.runId } });
    expect(report.results.g).toEqual(value);
  });

  it.each([
    ["a text for a number", { go: true, percent: "25" }, "percent"],
    ["a number out of range", { go: true, percent: 250 }, "percent"],
    ["a choice that is not offered", { go: true, percent: 2, region: "mars" }, "region"],
    ["a missing field", { go: true }, ""],
    ["a missing field one level down", { go: true, percent: 2, contact: {} }, "contact"],
    ["a field that nobody asked for", { go: true, percent: 2, more: 1 }, ""],
  ])("refuse %s, with its place, and nothing is decided", async (_, value, path) => {
    const gate = await openGate({ gate: { form } });
    await expect(decide("Ada", gate.id, { verb: "respond", value })).rejects.toMatchObject({
      code: "invalid_input",
      details: { issues: [expect.objectContaining({ path })] },
    });
    expect(await look(gate.id)).toMatchObject({ status: "open" });
  });

  it("of the task's output schema bind an edited value", async () => {
    const gate = await openGate({ task: { outputSchema: "{rows :int}" }, shown: { rows: 3 } });
    await expect(decide("Ada", gate.id, { verb: "edit", value: { rows: "three" } })).rejects.toMatchObject({
      code: "invalid_input",
      details: { issues: [expect.objectContaining({ path: "rows" })] },
    });
    await decide("Ada", gate.id, { verb: "edit", value: { rows: 4 } });
    expect(await look(gate.id)).toMatchObject({ decided: { verb: "edit" } });
  });
});

describe("verdicts on the items of a list", () => {
  const shown = [{ claim: "Sales rose" }, { claim: "Costs fell" }, { claim: "Churn is at 3 %" }];
  const accept = { verdict: "accept" } as const;
  const reject = { verdict: "reject", reason: "They rose" } as const;

  it("are kept with the items' own words and where they came from; the rest continues", async () => {
    const { id, runId } = await openGate({ shown: { claims: shown } });
    const actor = world.person({ name: "Ada" });
    const input = { approvalId: id, verb: "edit", items: [accept, reject, accept] };
    await decideAsShown(world.services, { actor: { ...actor, channel: "api" }, input });
    const { state } = await world.services.runs.snapshot({ actor, input: { runId } });
    expect(state.tasks.g?.result).toMatchObject({ inline: { claims: [shown[0], shown[2]] } });
    expect(state.approvals[id]?.decided).toMatchObject({
      channel: "api",
      value: { inline: { claims: [shown[0], shown[2]] } },
      items: [accept, { ...reject, excerpt: '{"claim":"Costs fell"}' }, accept],
    });
  });

  it("are refused where they do not fit the list, and nothing is decided", async () => {
    const list = await openGate({ shown });
    const text = await openGate({ shown: "v2" });
    for (const [id, items, message] of [
      [list.id, [accept, reject], "The list has 3 items, and 2 verdicts were given."],
      [text.id, [accept, reject], "This gate shows no list to judge by items."],
      [list.id, [accept, accept, { ...reject, reason: " " }], "Say why"],
      [list.id, [accept, accept, { verdict: "maybe" }], ""],
      [list.id, [accept, accept, { ...reject, reason: "x".repeat(301) }], ""],
    ] as const) {
      await expect(
        decide("Ada", id, { verb: "reject", items: [...items] as Answer["items"] }),
      ).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringContaining(message),
      });
    }
    expect(await look(list.id)).toMatchObject({ status: "open" });
  });
});

it("what people decided of gates of the kind stands beside an open one", async () => {
  const context = async (shown: Json, gate: JsonObject = {}) => {
    const { id, runId } = await openGate({ by: "Mia", shown, gate });
    return {
      id,
      read: () =>
        world.services.approvals.context({ actor: world.person(), input: { runId, approvalId: id } }),
    };
  };
  const first = await context("v1");
  const before = (await first.read()).agreement ?? { decided: 0, agreed: 0 };
  await decide("Ada", first.id, { verb: "approve" });
  const second = await context("v1");
  await decide("Ada", second.id, { verb: "edit", value: "v2" });
  const third = await context("v1", { form: { type: "string" } });
  expect((await third.read()).agreement).toEqual({ decided: before.decided + 2, agreed: before.agreed + 1 });
  await decide("Ada", third.id, { verb: "respond", value: "other" });
  expect((await third.read()).agreement).toBeUndefined();
  const fourth = await context("v1");
  expect((await fourth.read()).agreement?.decided).toBe(before.decided + 2);
});

describe("several gates at once", () => {
  const many = (
    input: Parameters<ServiceWorld["services"]["approvals"]["decideMany"]>[0]["input"],
    commandId?: string,
  ) =>
    world.services.approvals.decideMany({
      actor: world.person({ name: "Ada" }),
      input,
      ...(commandId !== undefined && { commandId }),
    });

  it("are decided each by itself, and a stale one keeps no other from it", async () => {
    const gates = [await openGate(), await openGate(), await openGate()];
    const [a, b, c] = gates.map(({ id }) => id) as [string, string, string];
    await decide("Bob", b, { verb: "reject" });
    const items = [
      { approvalId: a, digest: gates[0]?.digest },
      { approvalId: b, digest: gates[1]?.digest },
      { approvalId: c, digest: "old" },
      { approvalId: "apr_none-1" },
    ];
    const preview = await many({ items, verb: "approve", preview: true });
    expect(preview.items[0]).toEqual({ approvalId: a, risk: null, ok: true, seq: null });
    expect(await look(a)).toMatchObject({ status: "open" });
    const done = await many({ items, verb: "approve", comment: "all fine" }, "key_bulk");
    expect(done.items).toMatchObject([
      { approvalId: a, ok: true, seq: expect.any(Number) },
      { approvalId: b, ok: false, problem: { code: "already_decided", details: { by: "Bob" } } },
      { approvalId: c, ok: false, problem: { code: "superseded" } },
      { approvalId: "apr_none-1", ok: false, problem: { code: "not_found" } },
    ]);
    expect(await look(a)).toMatchObject({ decided: { verb: "approve", comment: "all fine" } });
    const again = await many({ items, verb: "approve", comment: "all fine" }, "key_bulk");
    expect(again.items[0]).toEqual(done.items[0]);
  });

  it("have to be of one kind", async () => {
    const [human, fault] = [await openGate(), await openGate()];
    const actor = { kind: "worker" as const, id: "w1" };
    const command = { type: "report_fault" as const, fault: { code: "thrown" as const, message: "boom" } };
    await world.deps.runStore.transition(fault.runId, [{ envelope: { id: "fault", actor, command } }]);
    const input = { runId: fault.runId };
    const { items } = await world.services.approvals.list({ actor: world.person(), input });
    const asked = [human, items.find(({ kind }) => kind === "engine_fault")].map((gate) => ({
      approvalId: gate?.id ?? "none",
      digest: gate?.digest,
    }));
    await expect(many({ items: asked, verb: "approve" })).rejects.toMatchObject({
      code: "invalid_input",
      details: { kinds: ["human_review", "engine_fault"] },
    });
    expect(await look(human.id)).toMatchObject({ status: "open" });
  });
});

async function typesOf(runId: string): Promise<string[]> {
  const page = await world.services.runs.events({ actor: world.person(), input: { runId, limit: 500 } });
  return page.items.map(({ type }) => type);
}
