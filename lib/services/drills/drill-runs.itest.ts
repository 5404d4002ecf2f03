import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DRILL_SAMPLES } from "@/lib/core/drills/samples";
import type { ApprovalView } from "@/lib/core/views";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { storedRuns } from "@/lib/testing/stored-runs";
import type { Services } from "../registry";

let world: ServiceWorld;
let services: Services;
let trueRun = "";
beforeAll(async () => {
  world = await openServiceWorld();
  ({ services } = world);
  await services.drills.change({ actor: world.person(), input: { enabled: true, perWeek: 0 } });
  await services.drills.join({ actor: ada(), input: { joined: true } });
  const plan = { title: "Gate", tasks: [{ id: "g", type: "human_review", input: "May it go live?" }] };
  trueRun = (await services.runs.create({ actor: world.person({ name: "Root" }), input: { plan } })).runId;
  await world.work(trueRun);
});
afterAll(() => world.close());

const ada = () => world.person({ name: "Ada", capabilities: ["view", "operate", "review"] });
const answer = ({ id, digest }: ApprovalView, verb: "approve" | "reject") =>
  services.approvals.decide({ actor: ada(), input: { approvalId: id, digest, verb, comment: "No" } });

/** A drill in Ada's inbox. */
async function sentDrill(): Promise<ApprovalView> {
  await services.drills.send({ actor: world.person(), input: { personId: "ada", kind: "control_waiver" } });
  const { items } = await services.approvals.list({ actor: ada(), input: { kind: "control_waiver" } });
  if (!items[0]) throw new Error("no drill came");
  return items[0];
}

describe("the run of an open drill", () => {
  it("stands among those that its reviewer lists and looks for, by every filter and on one page alone", async () => {
    const drill = await sentDrill();
    const { runId, mission } = drill;
    const listed = async (input: object, actor = ada()) =>
      (await services.runs.list({ actor, input })).items.map(({ id }) => id);
    const { status, createdAt } = await services.runs.get({ actor: ada(), input: { runId } });
    const [item] = (await services.runs.list({ actor: ada(), input: { text: mission.slice(0, 30) } })).items;
    const [real] = (await services.runs.list({ actor: ada(), input: { text: "Gate" } })).items;
    expect(item).toMatchObject({ id: runId, title: mission, status, createdAt, openApprovals: 1 });
    expect(Object.keys(item ?? {}).sort()).toEqual(Object.keys(real ?? {}).sort());
    for (const filter of [
      {},
      { status: [status] },
      { gate: "open" },
      { gate: "mine" },
      { maxCostUsd: 1_000 },
    ])
      expect(await listed(filter)).toContain(runId);
    const others = [
      { status: ["cancelled"] },
      { tag: "x" },
      { owner: "me" },
      { minCostUsd: 1_000 },
      { text: "zz" },
    ];
    for (const filter of others) expect(await listed(filter)).not.toContain(runId);
    const pages: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const input = { limit: 1, ...(cursor && { cursor }) };
      const page: { items: { id: string }[]; nextCursor: string | null } = await services.runs.list({
        actor: ada(),
        input,
      });
      expect(page.items).toHaveLength(1);
      pages.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect([...pages].sort()).toEqual([runId, trueRun].sort());
    expect(await listed({}, world.person({ name: "Bob" }))).not.toContain(runId);
    const compared = (actor = ada()) => services.runs.compare({ actor, input: { a: trueRun, b: runId } });
    const { runs, rows, plans } = await compared();
    expect(runs[1]).toMatchObject({ runId, title: mission, status, tags: [], tasks: item?.tasks });
    expect(rows.filter(({ cells }) => cells[1]).map(({ cells }) => cells[1]?.title)).not.toEqual([]);
    expect(plans).not.toBeNull();
    expect(JSON.stringify([runs, rows])).not.toMatch(/drill/i);
    await expect(compared(world.person({ name: "Bob" }))).rejects.toMatchObject({ code: "not_found" });
    await answer(drill, "reject");
    expect(await listed({})).not.toContain(runId);
    expect((await compared()).runs[1]).toMatchObject({ runId, title: mission });
  });
});

describe("the model calls of a drill", () => {
  it("are those that its cost counts: by task, in pages, with prompts that are not kept", async () => {
    const drill = await sentDrill();
    const { runId } = drill;
    const calls = (input: object = {}) => services.runs.calls({ actor: ada(), input: { runId, ...input } });
    const { items, use, nextCursor } = await calls();
    const { total, tasks, roles } = await services.runs.costs({ actor: ada(), input: { runId } });
    expect(items.length).toBeGreaterThan(2);
    expect(nextCursor).toBeNull();
    expect(items.length).toBe(total.modelCalls);
    expect(use).toMatchObject({ modelCalls: items.length, knownUsd: total.knownUsd });
    expect(items.reduce((sum, { costUsd }) => sum + Number(costUsd), 0)).toBeCloseTo(total.knownUsd, 9);
    expect(use.inputTokens + use.outputTokens).toBe(total.knownTokens);
    expect(total.knownTokens).toBeGreaterThan(0);
    expect(roles.map(({ key }) => key).sort()).toEqual([...new Set(items.map(({ role }) => role))].sort());
    for (const { key: taskId, modelCalls } of tasks)
      expect(
        (await calls(taskId === null ? {} : { taskId })).items.filter((one) => one.taskId === taskId),
      ).toHaveLength(modelCalls);
    const first = await calls({ limit: 1 });
    const rest = await calls({ cursor: first.nextCursor });
    expect([...first.items, ...rest.items]).toEqual(items);
    const callId = String(items[0]?.callId);
    const prompt = (id: string) => services.runs.prompt({ actor: ada(), input: { runId, callId: id } });
    expect(await prompt(callId)).toEqual({ kept: false, why: "not_kept" });
    await expect(prompt("call_none")).rejects.toMatchObject({ code: "not_found" });
    const report = await services.runs.report({ actor: ada(), input: { runId } });
    expect(report.cost).toMatchObject({ modelCalls: items.length, usd: total.knownUsd });
    await answer(drill, "reject");
  });
});

describe("acting on the run that a drill tells of", () => {
  const actor = ada;
  const acts: [name: string, act: (runId: string) => Promise<unknown>][] = [
    ["cancel", (runId) => services.runs.command({ actor: actor(), input: { runId, type: "cancel" } })],
    [
      "replan",
      (runId) =>
        services.runs.command({
          actor: actor(),
          input: { runId, type: "request_replan", instruction: "go" },
        }),
    ],
    ["fork", (runId) => services.runs.fork({ actor: actor(), input: { runId, fromSeq: 1 } })],
    [
      "comment",
      (runId) =>
        services.comments.add({
          actor: actor(),
          input: { runId, target: { kind: "plan" }, version: 1, text: "x" },
        }),
    ],
    [
      "template",
      (runId) => services.templates.save({ actor: actor(), input: { name: "Mine", from: { runId } } }),
    ],
  ];

  it.each(acts)("(%s) ends it, says what it was, and counts as no answer", async (_name, act) => {
    const drill = await sentDrill();
    const { id: approvalId, runId } = drill;
    const before = await storedRuns(world.database);
    const planted = DRILL_SAMPLES.find(({ mission }) => mission === drill.mission)?.fault ?? null;
    const fault = planted && { code: planted.code };
    const told = {
      code: "not_allowed_now",
      message: expect.stringContaining("This was a drill, and there is no run to act on."),
      details: { drill: { outcome: null, fault } },
    };
    await expect(act(runId)).rejects.toMatchObject(told);
    expect(await storedRuns(world.database)).toEqual(before);
    expect(await services.approvals.get({ actor: ada(), input: { approvalId } })).toMatchObject({
      status: "cancelled",
      drill: { outcome: null, fault },
    });
    await expect(act(runId)).rejects.toMatchObject(told);
    await expect(answer(drill, "reject")).rejects.toMatchObject({ code: "superseded" });
    const { items } = await services.drills.list({ actor: ada(), input: { kind: "control_waiver" } });
    expect(items.find((one) => one.approvalId === approvalId)).toMatchObject({ outcome: null, verb: null });
    const { items: runs } = await services.runs.list({ actor: ada(), input: {} });
    expect(runs.map(({ id }) => id)).not.toContain(runId);
  });

  it("needs the right that acting on any run does, and without it nothing ends", async () => {
    const drill = await sentDrill();
    const { id: approvalId, runId } = drill;
    const reader = world.person({ name: "Ada", capabilities: ["view", "review"] });
    const cancel = services.runs.command({ actor: reader, input: { runId, type: "cancel" } });
    await expect(cancel).rejects.toMatchObject({ code: "forbidden" });
    expect((await services.approvals.get({ actor: ada(), input: { approvalId } })).status).toBe("open");
    await expect(
      services.runs.command({ actor: ada(), input: { runId, type: "pause" } }),
    ).rejects.toMatchObject({ code: "not_allowed_now" });
  });
});

describe("what is heard of a drill", () => {
  it("is what is heard of a run at a gate, by its reviewer alone, and its page follows to its end", async () => {
    const stop = new AbortController();
    const follow = async (name: string, topics: string) =>
      (
        await services.stream.open({ actor: world.person({ name }), input: { topics, signal: stop.signal } })
      ).frames[Symbol.asyncIterator]();
    const [hers, his] = [await follow("Ada", "workspace"), await follow("Bob", "workspace")];
    for (const frames of [hers, his]) expect((await frames.next()).value).toMatchObject({ ready: true });
    const drill = await sentDrill();
    const { runId } = drill;
    const open = { runId, title: drill.mission, openGates: [{ id: drill.id, kind: drill.kind }] };
    const heard = (await hers.next()).value;
    // The end of an earlier drill may come with it.
    const runs = heard?.kind === "workspace" ? heard.runs : [];
    expect(runs.find((one: { runId: string }) => one.runId === runId)).toMatchObject(open);
    expect(JSON.stringify(heard)).not.toMatch(/drill|person/i);
    const { seq } = await services.runs.get({ actor: ada(), input: { runId } });
    const page = await follow("Ada", `run:${runId}@${seq}`);
    expect((await page.next()).value).toMatchObject({ ready: true, events: [] });
    await answer(drill, "reject");
    expect((await page.next()).value).toMatchObject({ events: [{ type: "approval_decided", seq: seq + 1 }] });
    expect((await hers.next()).value).toMatchObject({ runs: [{ runId, openGates: [] }] });
    const plan = { title: "Gate", tasks: [{ id: "g", type: "human_review", input: "May it go?" }] };
    const { runId: next } = await services.runs.create({ actor: world.person(), input: { plan } });
    expect((await his.next()).value).toMatchObject({ runs: [{ runId: next }] });
    await services.runs.command({ actor: world.person(), input: { runId: next, type: "cancel" } });
    stop.abort();
  });
});

describe("the time marks of a drill", () => {
  it("are those that its events tell of, as with any run that has adopted a plan", async () => {
    const drill = await sentDrill();
    const { runId } = drill;
    const read = async () => {
      const { items } = await services.runs.events({ actor: ada(), input: { runId } });
      const momentsOf = (wanted: string) =>
        items.flatMap(({ type, seq, at }) => (type === wanted ? [{ seq, at }] : []));
      const marks = await services.runs.timeMarks({ actor: ada(), input: { runId } });
      return { marks, momentsOf };
    };
    const { marks, momentsOf } = await read();
    const [adopted] = momentsOf("plan_version_adopted");
    expect(adopted).toBeDefined();
    expect(marks).toEqual({ decisions: [], versions: [{ version: 1, ...adopted }] });
    await answer(drill, "reject");
    const closed = await read();
    expect(closed.marks.decisions).toEqual(closed.momentsOf("approval_decided"));
    expect(closed.marks.decisions).toHaveLength(1);
    expect(closed.marks.versions).toEqual(marks.versions);
  });
});
