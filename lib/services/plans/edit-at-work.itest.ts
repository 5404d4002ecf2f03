import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { nextEffects } from "@/lib/core/run";
import type { WorkerCommand } from "@/lib/core/run/commands";
import { policiesOfTask } from "@/lib/core/run/tool-policies";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

/** What people say in an edit, or in the plan of a fork, of tasks at work holds, or the edit is refused. */

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
  const { tools } = await world.deps.workspaces.open("local");
  const changing = tools.list().map((tool) => ({ ...tool, sideEffects: "write" as const }));
  vi.spyOn(tools, "list").mockReturnValue(changing);
});
afterAll(() => world.close());

const silent = { summarizer: "off", replanCooldownMs: 0 } as const;
const mia = () => world.person({ name: "Mia" });
const DONE = { id: "done", title: "Done", input: "Do it" };
const GATE = { id: "g", title: "OK?", type: "human_review", dependsOn: ["done"] };
const SEND = { id: "send", title: "Send", input: "Send", dependsOn: ["g"] };
const BESIDE = { id: "beside", title: "Beside", input: "Tidy", dependsOn: ["g"] };

const stateOf = async (runId: string) =>
  (await world.services.runs.snapshot({ actor: mia(), input: { runId } })).state;
const gatesOf = async (runId: string) =>
  (await world.services.approvals.list({ actor: mia(), input: { runId } })).items;

async function begin(tasks: object[], settings: object = {}, agents: object = {}) {
  const input = { plan: { title: "Plan", agents, tasks }, settings: { ...silent, ...settings } };
  const { runId } = await world.services.runs.create({ actor: mia(), input });
  return runId;
}

async function edit(runId: string, tasks: object[], agents: object = {}) {
  const { planVersion: expectedPlanVersion } = await stateOf(runId);
  const plan = { title: "Plan", agents, tasks };
  const input = { runId, type: "edit_plan", plan, expectedPlanVersion, reason: "because" } as const;
  return world.services.runs.command({ actor: mia(), input });
}

let sent = 0;
function send(runId: string, command: WorkerCommand) {
  const envelope = { id: `w${++sent}`, actor: { kind: "worker" as const, id: "w1" }, command };
  return world.deps.runStore.transition(runId, [{ envelope, rows: { blobs: [] } }]);
}

async function start(runId: string, kind: string): Promise<string> {
  const { state } = await send(runId, { type: "take_lease", workerId: "w1" });
  const key = nextEffects(state).find((effect) => effect.kind === kind)?.key ?? "";
  await send(runId, { type: "start", keys: [key], epoch: state.epoch });
  return key;
}

const approve = (name: string, { id, digest }: { id: string; digest: string }) =>
  world.services.approvals.decide({
    actor: world.person({ name }),
    input: { approvalId: id, digest, verb: "approve" },
  });

const OF_GATES: [string, object][] = [
  ["how many", { quorum: 2 }],
  ["whom", { assignees: ["Bob"] }],
  ["four eyes", { fourEyes: true }],
  ["a deadline", { timeoutSeconds: 60 }],
  ["a reason", { requiresReason: true }],
  ["a form", { form: { type: "object", properties: { to: { type: "string" } } } }],
  ["what", { prompt: "Is it fit?" }],
];

describe("a gate that waits", () => {
  describe.each([
    ["alone", []],
    ["beside another change", [BESIDE]],
  ] as const)("%s", (_where, more) => {
    it.each(OF_GATES)("asks %s as an edit says", async (_name, term) => {
      const gateOf = (gate: object) => ({ ...GATE, gate: { prompt: "Fit?", ...gate } });
      const runId = await begin([DONE, gateOf({}), SEND]);
      await world.work(runId);
      await world.work(runId);
      const [shown] = await gatesOf(runId);
      if (!shown) throw new Error("no gate is open");
      const said = gateOf(term);
      await edit(runId, [DONE, said, SEND, ...more]);
      await world.work(runId);
      const state = await stateOf(runId);
      const [next, ...others] = await gatesOf(runId);
      expect(others).toEqual([]);
      expect(next?.id).not.toBe(shown.id);
      expect(state.tasks[next?.taskId ?? ""]?.spec.gate).toMatchObject(said.gate);
      await expect(approve("Bob", shown)).rejects.toMatchObject({ code: "superseded" });
      expect((await stateOf(runId)).tasks.send?.attempt).toBe(0);
    });
  });

  it("of several people is changed by nobody alone, and keeps its votes and terms", async () => {
    const gateOf = (quorum: number) => ({ ...GATE, gate: { prompt: "Fit?", quorum } });
    const runId = await begin([DONE, gateOf(2), SEND]);
    await world.work(runId);
    await world.work(runId);
    const [shown] = await gatesOf(runId);
    if (!shown) throw new Error("no gate is open");
    await approve("Ada", shown);
    for (const quorum of [1, 3])
      await expect(edit(runId, [DONE, gateOf(quorum), SEND])).rejects.toMatchObject({ code: "forbidden" });
    expect((await stateOf(runId)).approvals[shown.id]?.votes).toHaveLength(1);
  });

  it("asks in a fork as the fork's plan says", async () => {
    const runId = await begin([DONE, { ...GATE, gate: { prompt: "Fit?" } }, SEND]);
    await world.work(runId);
    await world.work(runId);
    const { seq } = await stateOf(runId);
    const plan = { title: "Plan", tasks: [DONE, { ...GATE, gate: { prompt: "Fit?", quorum: 2 } }, SEND] };
    const changes = { plan, reason: "two" };
    const { runId: fork } = await world.services.runs.fork({
      actor: mia(),
      input: { runId, fromSeq: seq, changes },
    });
    await world.work(fork);
    const [gate] = (await gatesOf(fork)).filter(({ kind }) => kind === "human_review");
    const { approvals } = await stateOf(fork);
    expect(approvals[gate?.id ?? ""]).toMatchObject({ quorum: 2 });
  });

  it("that stands by its title alone is no change that anybody could know", async () => {
    const runId = await begin([DONE, { ...GATE, gate: { quorum: 2 } }, SEND]);
    await world.work(runId);
    await world.work(runId);
    for (const more of [[], [BESIDE]])
      await expect(edit(runId, [GATE, SEND, ...more])).rejects.toMatchObject({
        code: "invalid_plan",
        details: { issues: [{ code: "only_named", taskId: "g" }] },
      });
    expect(await gatesOf(runId)).toMatchObject([{ taskId: "g", planVersion: 1 }]);
  });
});

describe("a held review", () => {
  const REVIEW = { id: "r", title: "Look", type: "planning_review", dependsOn: ["done"] };
  const rest = { ...SEND, dependsOn: ["r"] };

  it.each([
    ["a person's approval", { requiresHumanApproval: true }],
    ["other reviewers", { reviewers: ["a careful one"] }],
    ["what it asks", { decisionPoints: ["Is it safe?"] }],
  ])("with %s said by an edit is made again", async (_term, term) => {
    const runId = await begin([DONE, REVIEW, rest], { reviewMode: "hold", reviewHoldMs: 600_000 });
    await world.work(runId);
    const key = await start(runId, "review");
    const proposal = { decision: "CONTINUE" as const, reasoning: "Fine.", answers: [] };
    await send(runId, { type: "review_read", key, taskId: "r", attempt: 1, proposal });
    expect(Object.keys((await stateOf(runId)).held)).toEqual(["r"]);
    await edit(runId, [DONE, { ...REVIEW, review: term }, rest]);
    const { held, tasks, order } = await stateOf(runId);
    expect(Object.keys(held)).toEqual([]);
    const [again] = order.flatMap((id) => tasks[id]?.spec ?? []).filter(({ review }) => review);
    expect(again?.review).toMatchObject(term);
  });
});

describe("an attempt at work", () => {
  const WORK = { id: "work", title: "Work", agent: "a", input: "Go" };
  const agent = { prompt: "Work.", tools: ["deploy"] };
  const policy = { rules: [{ tool: "deploy", path: "url", operator: "exists", effect: "ask" }] };

  it.each([
    ["alone", []],
    ["beside another change", [DONE]],
  ])("goes by its agent's policy as an edit says: %s", async (_where, more) => {
    const runId = await begin([WORK], {}, { a: agent });
    await start(runId, "run_attempt");
    await edit(runId, [WORK, ...more], { a: { ...agent, policy } });
    const state = await stateOf(runId);
    expect(state.tasks.work).toMatchObject({ status: "running", attempt: 1, spec: { agent: "a" } });
    const bound = policiesOfTask(state, { workspace: [], roles: {} }, "work");
    expect(bound.at(-1)).toMatchObject({ ...policy, source: { level: "agent", name: "a" } });
  });
});
