import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drills } from "@/db/schema";
import { DRILL_SAMPLES } from "@/lib/core/drills/samples";
import type { TypedVerb } from "@/lib/core/run/gates/table";
import type { ApprovalView } from "@/lib/core/views";
import { openDueDrills } from "@/lib/engine/drills/open-drill";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { storedRuns } from "@/lib/testing/stored-runs";
import { createServices, type Services } from "../registry";

const DAY_MS = 86_400_000;

let world: ServiceWorld;
let services: Services;
let nowMs = Date.UTC(2026, 10, 2);
beforeAll(async () => {
  world = await openServiceWorld();
  services = createServices({ ...world.deps, clock: { ...world.deps.clock, nowMs: () => nowMs } });
  await services.drills.change({ actor: admin(), input: { enabled: true, perWeek: 0 } });
});
afterAll(() => world.close());

const admin = () => world.person({ name: "Root" });
const ada = () => world.person({ name: "Ada", capabilities: ["view", "operate", "review"] });
const join = (name: string, joined = true) =>
  services.drills.join({
    actor: world.person({ name, capabilities: ["view", "review"] }),
    input: { joined },
  });
const send = (personId: string, kind?: (typeof DRILL_SAMPLES)[number]["kind"]) =>
  services.drills.send({ actor: admin(), input: { personId, ...(kind && { kind }) } });
const gatesOf = async (input: Parameters<Services["approvals"]["list"]>[0]["input"] = {}, actor = ada()) =>
  (await services.approvals.list({ actor, input })).items;
const answer = ({ id, digest }: Pick<ApprovalView, "id" | "digest">, verb: TypedVerb, more: object = {}) =>
  services.approvals.decide({ actor: ada(), input: { approvalId: id, digest, verb, ...more } });

/** A drill of this kind in Ada's inbox. */
async function drillOf(kind: (typeof DRILL_SAMPLES)[number]["kind"]): Promise<ApprovalView> {
  await join("Ada");
  await send("ada", kind);
  const [gate] = (await gatesOf()).filter((one) => one.runId !== trueRun);
  if (!gate) throw new Error("no drill came");
  return gate;
}

/** A true gate beside the drills. */
let trueRun = "";
async function trueGate(): Promise<ApprovalView> {
  const plan = { title: "Gate", tasks: [{ id: "g", type: "human_review", input: "May it go live?" }] };
  trueRun = (await world.services.runs.create({ actor: world.person(), input: { plan } })).runId;
  await world.work(trueRun);
  const [gate] = await gatesOf({ runId: trueRun });
  if (!gate) throw new Error("no gate opened");
  return gate;
}

describe("who gets drills", () => {
  it("nobody while they are off, and only people who take part", async () => {
    await expect(send("bob")).rejects.toMatchObject({ code: "not_found" });
    await join("Bob");
    await services.drills.change({ actor: admin(), input: { enabled: false, perWeek: 0 } });
    await expect(send("bob")).rejects.toMatchObject({ code: "not_allowed_now" });
    await services.drills.change({ actor: admin(), input: { enabled: true, perWeek: 0 } });
    expect(await send("bob")).toEqual({ sentTo: { id: "bob", name: "Bob" } });
    await expect(send("bob")).rejects.toMatchObject({ code: "not_allowed_now" });
    const bob = world.person({ name: "Bob" });
    expect(await gatesOf({}, bob)).toHaveLength(1);
    await join("Bob", false);
    expect(await gatesOf({}, bob)).toEqual([]);
    expect(await gatesOf({ status: "closed" }, bob)).toMatchObject([
      { status: "expired", drill: { outcome: null } },
    ]);
    const settings = await services.drills.settings({ actor: bob, input: {} });
    expect(settings).toEqual({ enabled: true, perWeek: 0, joined: false, reviewers: [] });
  });

  it("only an administrator turns them on and sends them, and nobody joins others", async () => {
    const forbidden = { code: "forbidden" };
    const change = services.drills.change({ actor: ada(), input: { enabled: true, perWeek: 1 } });
    await expect(change).rejects.toMatchObject(forbidden);
    await expect(services.drills.send({ actor: ada(), input: { personId: "ada" } })).rejects.toMatchObject(
      forbidden,
    );
    const viewer = world.person({ name: "Vera", capabilities: ["view"] });
    await expect(services.drills.join({ actor: viewer, input: { joined: true } })).rejects.toMatchObject(
      forbidden,
    );
  });
});

describe("an open drill", () => {
  it("stands among true gates, in their order, filters and pages, and looks like one", async () => {
    const gate = await trueGate();
    const drill = await drillOf("tool_approval");
    const ids = (gates: ApprovalView[]) => gates.map(({ id }) => id).sort();
    expect(ids(await gatesOf())).toEqual([gate.id, drill.id].sort());
    expect(ids(await gatesOf({ assigned: "me", kind: "tool_approval" }))).toEqual([drill.id]);
    expect(ids(await gatesOf({ text: drill.mission.slice(0, 20) }))).toEqual([drill.id]);
    expect(ids(await gatesOf({ runId: drill.runId }))).toEqual([drill.id]);
    const first = await services.approvals.list({ actor: ada(), input: { limit: 1 } });
    const rest = await services.approvals.list({
      actor: ada(),
      input: { limit: 1, cursor: String(first.nextCursor) },
    });
    expect(ids([...first.items, ...rest.items])).toEqual([gate.id, drill.id].sort());
    expect(rest.nextCursor).toBeNull();
    expect(Object.keys(drill).sort()).toEqual(Object.keys(gate).sort());
    const read = (approvalId: string) => services.approvals.get({ actor: ada(), input: { approvalId } });
    expect(Object.keys(await read(drill.id)).sort()).toEqual(Object.keys(await read(gate.id)).sort());
    expect(drill.id.replaceAll(/\w/g, "x")).toBe(gate.id.replaceAll(/\w/g, "x"));
  });

  it("is read like a run at a gate, and nothing of that tells what it is", async () => {
    const [drill] = await gatesOf({ kind: "tool_approval" });
    if (!drill) throw new Error("no drill came");
    const { id: approvalId, runId } = drill;
    const actor = ada();
    const before = await storedRuns(world.database);
    const shown = [
      drill,
      await services.approvals.get({ actor, input: { approvalId } }),
      await services.approvals.context({ actor, input: { runId, approvalId } }),
      await services.runs.view({ actor, input: { runId } }),
      await services.runs.get({ actor, input: { runId } }),
      await services.runs.events({ actor, input: { runId } }),
      await services.runs.snapshot({ actor, input: { runId, at: 2 } }),
      await services.runs.costs({ actor, input: { runId } }),
      await services.runs.calls({ actor, input: { runId } }),
      await services.runs.trajectory({ actor, input: { runId, taskId: "x", attempt: 1 } }),
      await services.runs.report({ actor, input: { runId } }),
      await services.runs.exportReport({ actor, input: { runId, format: "html" } }),
      await services.runs.exportReport({ actor, input: { runId, format: "svg" } }),
      await services.runs.again({ actor, input: { runId } }),
      await services.runs.forkPreview({ actor, input: { runId, fromSeq: 2 } }),
      await services.attachments.list({ actor, input: { runId } }),
      await services.marks.list({ actor, input: { runId } }),
      await services.plans.export({ actor, input: { runId, format: "text" } }),
      await services.plans.get({ actor, input: { runId, version: 1 } }),
      await services.runs.layout({ actor, input: { runId, part: "edges" } }),
      await services.runs.family({ actor, input: { runId } }),
      await services.comments.list({ actor, input: { runId } }),
      await services.forecasts.get({ actor, input: { runId } }),
    ];
    expect(await storedRuns(world.database)).toEqual(before);
    const names = DRILL_SAMPLES.map(({ name }) => name).join("|");
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`drill|planted|"fault"|${names}`, "i"));
    expect(
      (await services.drills.list({ actor: admin(), input: {} })).items.map((one) => one.approvalId),
    ).not.toContain(approvalId);
    await services.stream.authorize({ actor, input: { topics: `run:${runId}@0` } });
  });

  it("is unknown to everyone else", async () => {
    const [drill] = await gatesOf({ kind: "tool_approval" });
    if (!drill) throw new Error("no drill came");
    const { id: approvalId, runId } = drill;
    const unknown = { code: "not_found" };
    const others = [world.person({ name: "Bob" }), world.person({ name: "Ada", workspaceId: "other" })];
    await world.addWorkspaces("other");
    for (const actor of others) {
      expect(await gatesOf({ status: "all" }, actor)).not.toContainEqual(drill);
      await expect(services.approvals.get({ actor, input: { approvalId } })).rejects.toMatchObject(unknown);
      await expect(services.runs.view({ actor, input: { runId } })).rejects.toMatchObject(unknown);
      await expect(services.runs.costs({ actor, input: { runId } })).rejects.toMatchObject(unknown);
      const cancel = services.runs.command({ actor, input: { runId, type: "cancel" } });
      await expect(cancel).rejects.toMatchObject(unknown);
      const blind = { approvalId, verb: "approve", digest: "d" };
      const decision = services.approvals.decide({ actor, input: blind });
      await expect(decision).rejects.toMatchObject(unknown);
    }
    expect((await services.approvals.get({ actor: ada(), input: { approvalId } })).status).toBe("open");
  });
});

describe("the answer", () => {
  it("obeys the rules of gates, and reaches nothing but the drill", async () => {
    const [drill] = await gatesOf({ kind: "tool_approval" });
    if (!drill) throw new Error("no drill came");
    const before = await storedRuns(world.database);
    await expect(answer(drill, "raise")).rejects.toMatchObject({ code: "invalid_input" });
    await expect(answer({ ...drill, digest: "old" }, "approve")).rejects.toMatchObject({
      code: "superseded",
    });
    await expect(answer(drill, "edit")).rejects.toMatchObject({ code: "invalid_input" });
    const blind = { approvalId: drill.id, verb: "approve" };
    const unseen = { code: "invalid_input", message: expect.stringContaining("the gate has it as `digest`") };
    await expect(services.approvals.decide({ actor: ada(), input: blind })).rejects.toMatchObject(unseen);
    const together = { items: [{ approvalId: drill.id }], verb: "approve" };
    const many = services.approvals.decideMany({ actor: ada(), input: together });
    await expect(many).rejects.toMatchObject(unseen);
    const decided = await services.approvals.decide({
      actor: ada(),
      input: { approvalId: drill.id, digest: drill.digest, verb: "reject", comment: "No" },
      commandId: "key_1",
    });
    expect(decided).toMatchObject({ approvalId: drill.id, verb: "reject", progress: null });
    expect(["found", "false_alarm"]).toContain(decided.drill?.outcome);
    const again = await services.approvals.decide({
      actor: ada(),
      input: { approvalId: drill.id, digest: drill.digest, verb: "reject", comment: "No" },
      commandId: "key_1",
    });
    expect(again).toEqual(decided);
    const otherContent = services.approvals.decide({
      actor: ada(),
      input: { approvalId: drill.id, digest: drill.digest, verb: "approve" },
      commandId: "key_1",
    });
    await expect(otherContent).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("idempotency key"),
    });
    await expect(answer(drill, "approve")).rejects.toMatchObject({
      code: "already_decided",
      details: { by: "Ada" },
    });
    expect(await storedRuns(world.database)).toEqual(before);
    expect((await gatesOf()).map(({ id }) => id)).not.toContain(drill.id);
    const [closed] = await gatesOf({ status: "closed", kind: "tool_approval" });
    expect(closed).toMatchObject({
      id: drill.id,
      decided: { verb: "reject", comment: "No" },
      drill: decided.drill,
    });
  });

  it("keeps what it was answered with, in the place of what was shown", async () => {
    nowMs += 1_000;
    const drill = await drillOf("human_review");
    await answer(drill, "edit", { comment: "Shorter", value: "Other words" });
    const { state } = await services.runs.view({ actor: ada(), input: { runId: drill.runId } });
    expect(state.approvals[drill.id]?.decided).toMatchObject({
      verb: "edit",
      value: { inline: "Other words" },
    });
  });

  it("keeps verdicts on the items of its list, by which a fault is found, and refuses what true gates refuse", async () => {
    let drill = await drillOf("tool_approval");
    const accept = { verdict: "accept" };
    const reject = { verdict: "reject", reason: "Not in the mission" };
    while (!drill.mission.startsWith("Send the July invoice")) {
      await answer(drill, "reject");
      nowMs += 1_000;
      drill = await drillOf("tool_approval");
    }
    for (const [verb, items] of [
      ["edit", [accept]],
      ["edit", [reject, reject]],
      ["approve", [accept, reject]],
    ] as const)
      await expect(answer(drill, verb, { items })).rejects.toMatchObject({ code: "invalid_input" });
    const { drill: result } = await answer(drill, "edit", { items: [accept, reject] });
    expect(result).toMatchObject({ outcome: "found" });
    const { state } = await services.runs.view({ actor: ada(), input: { runId: drill.runId } });
    expect(state.approvals[drill.id]?.decided).toMatchObject({
      value: { inline: { to: ["orders@northwind.example"] } },
      items: [accept, { ...reject, excerpt: "billing@northwind-pay.example" }],
    });
    const limit = await drillOf("human_review");
    await expect(answer(limit, "reject", { items: [accept, reject] })).rejects.toMatchObject({
      message: "This gate shows no list to judge by items.",
    });
    await answer(limit, "reject");
  });

  it("is answered once, whichever page is first, and together with other gates", async () => {
    const drill = await drillOf("control_waiver");
    const replies = await Promise.allSettled([1, 2, 3].map(() => answer(drill, "approve")));
    expect(replies.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const next = await drillOf("control_waiver");
    const input = { items: [{ approvalId: next.id, digest: next.digest }], verb: "reject" as const };
    const preview = await services.approvals.decideMany({ actor: ada(), input: { ...input, preview: true } });
    expect(preview.items).toEqual([{ approvalId: next.id, risk: null, ok: true, seq: null }]);
    const { items } = await services.approvals.decideMany({ actor: ada(), input });
    const { fault } = DRILL_SAMPLES.find(({ mission }) => mission === next.mission) ?? {};
    const outcome = fault ? "found" : "false_alarm";
    expect(items).toMatchObject([{ ok: true, drill: { outcome, fault: fault && { code: fault.code } } }]);
    const late = await services.approvals.decideMany({ actor: ada(), input });
    expect(late.items).toMatchObject([{ ok: false, problem: { code: "already_decided" } }]);
  });

  it("that is a question ends it as an act on its run does: nobody is there to reply", async () => {
    const drill = await drillOf("human_review");
    const told = { code: "not_allowed_now", details: { drill: { outcome: null } } };
    await expect(answer(drill, "ask", { comment: "Who wrote it?" })).rejects.toMatchObject(told);
    nowMs += 1_000;
  });

  it("of every sample and verb is judged, and none of them changes a run", async () => {
    const before = await storedRuns(world.database);
    const seen = new Set<string>();
    for (const [n, { kind }] of [...DRILL_SAMPLES, ...DRILL_SAMPLES].entries()) {
      nowMs += 1_000;
      const drill = await drillOf(kind);
      const verbs = drill.verbs.filter((one) => one !== "ask");
      const verb = verbs[n % verbs.length]?.toLowerCase() as TypedVerb;
      const { drill: result } = await answer(drill, verb, {
        comment: "Because",
        ...(verb === "edit" || verb === "respond" ? { value: "Other words" } : {}),
      });
      seen.add(String(result?.outcome));
    }
    expect([...seen].sort()).toEqual(["false_alarm", "found", "missed", "passed"]);
    expect(await storedRuns(world.database)).toEqual(before);
    const rows = await world.database.orm.select({ sample: drills.sample }).from(drills);
    expect(new Set(rows.map(({ sample }) => sample)).size).toBe(DRILL_SAMPLES.length);
  });

  it("makes the catch rate of the days, and nothing else of a report", async () => {
    const day = new Date(nowMs).toISOString().slice(0, 10);
    const report = await services.insights.report({ actor: ada(), input: { from: day, to: day } });
    expect(report.drills.found.drills).toBeGreaterThan(15);
    expect(report.drills.found.rate).toBeGreaterThan(0);
    expect(report.agreement.counts).toEqual({ agreed: 0, overruled: 0, by_time: 0, at_once: 0, other: 0 });
    expect(report.waits.gates).toBe(0);
    const ofDay = { from: day, to: day, kind: "control_waiver" as const };
    const { items } = await services.drills.list({ actor: admin(), input: ofDay });
    expect(
      items.every(({ kind, reviewer, own }) => kind === "control_waiver" && reviewer.id === "ada" && !own),
    ).toBe(true);
    const planted = items.filter(({ fault }) => fault !== null);
    expect(planted.length).toBe(report.drills.kinds.find(({ kind }) => kind === "control_waiver")?.drills);
    const bob = world.person({ name: "Bob", capabilities: ["view"] });
    expect((await services.drills.list({ actor: bob, input: ofDay })).items).toEqual([]);
    const { runs } = world.services;
    const listed = (await runs.list({ actor: admin(), input: {} })).items.map(({ id }) => id);
    expect(listed.filter((id) => id === trueRun)).toHaveLength(1);
  });
});

describe("the hourly look", () => {
  const look = () => openDueDrills({ ...world.deps, clock: { nowMs: () => nowMs } }, "local");
  const openOfAda = async () => (await gatesOf()).filter(({ runId }) => runId !== trueRun);

  it("opens what is due, one at a time, and closes what nobody answers, without a word", async () => {
    await look();
    expect(await openOfAda()).toEqual([]);
    await services.drills.change({ actor: admin(), input: { enabled: true, perWeek: 7 } });
    nowMs += 2 * DAY_MS;
    await look();
    const [first, ...more] = await openOfAda();
    expect([first?.status, more]).toEqual(["open", []]);
    nowMs += 2 * DAY_MS;
    await look();
    expect((await openOfAda()).map(({ id }) => id)).toEqual([first?.id]);
    nowMs += 2 * DAY_MS;
    expect(await openOfAda()).toEqual([]);
    const late = answer({ id: first?.id ?? "", digest: first?.digest ?? "" }, "approve");
    await expect(late).rejects.toMatchObject({ code: "superseded" });
    await look();
    const next = await openOfAda();
    expect(next).toHaveLength(1);
    expect(next[0]?.id).not.toBe(first?.id);
    const { items } = await services.drills.list({ actor: ada(), input: { limit: 1 } });
    expect(items).toMatchObject([{ approvalId: first?.id, outcome: null, verb: null, own: true }]);
  });
});
