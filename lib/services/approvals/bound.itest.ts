import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { nextEffects } from "@/lib/core/run";
import type { WorkerCommand } from "@/lib/core/run/commands";
import { offer, planOf } from "@/lib/testing/runs/run-world";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

/** What people said is held against what it was said of: answers in advance, approved plans, and questions about plans. */

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
  const { tools } = await world.deps.workspaces.open("local");
  const changing = tools.list().map((tool) => ({ ...tool, sideEffects: "write" as const }));
  vi.spyOn(tools, "list").mockReturnValue(changing);
});
afterAll(() => world.close());

const deploy = (to: string) => `(tool/deploy {:url "https://${to}.invalid/"})`;
const LOOK = { id: "look", title: "Look", input: "Look around" } as const;
const SEND = {
  id: "send",
  title: "Send",
  type: "direct" as const,
  input: deploy("staging"),
  dependsOn: ["look"],
};
const swapped = { ...SEND, input: deploy("production") };
const more = { ...SEND, id: "more", title: "Send more" };
const silent = { summarizer: "off", replanCooldownMs: 0 } as const;

const mia = () => world.person({ name: "Mia" });
const olga = () => world.person({ name: "Olga", capabilities: ["view", "operate"] });

const stateOf = async (runId: string) =>
  (await world.services.runs.snapshot({ actor: mia(), input: { runId } })).state;
const gatesOf = async (runId: string) =>
  (await world.services.approvals.list({ actor: mia(), input: { runId } })).items;

async function edit(runId: string, tasks: object[], actor = mia()) {
  const { planVersion: expectedPlanVersion } = await stateOf(runId);
  const plan = { title: "Plan", tasks };
  const input = { runId, type: "edit_plan", plan, expectedPlanVersion, reason: "because" } as const;
  return world.services.runs.command({ actor, input });
}

async function approve(runId: string, name = "Ada") {
  const [gate] = await gatesOf(runId);
  if (!gate) throw new Error("no gate is open");
  const input = { approvalId: gate.id, digest: gate.digest, verb: "approve" };
  await world.services.approvals.decide({ actor: world.person({ name }), input });
}

let sent = 0;
function send(runId: string, command: WorkerCommand) {
  const envelope = { id: `w${++sent}`, actor: { kind: "worker" as const, id: "w1" }, command };
  return world.deps.runStore.transition(runId, [{ envelope, rows: { blobs: [] } }]);
}

/** Begins the first thing that the run wants done, and leaves it at work. */
async function start(runId: string): Promise<string> {
  const { state } = await send(runId, { type: "take_lease", workerId: "w1" });
  const [first] = nextEffects(state).filter((effect) => effect.kind !== "wake");
  const key = first?.key ?? "";
  await send(runId, { type: "start", keys: [key], epoch: state.epoch });
  return key;
}

/** A run whose plan a model wrote, which people are asked about. */
async function drafted() {
  const settings = { ...silent, planApproval: true };
  const { runId } = await world.services.runs.create({
    actor: mia(),
    input: { mission: "Send it", settings },
  });
  const key = await start(runId);
  const tools = [{ name: "deploy", sideEffects: "write" as const }];
  await send(runId, { type: "plan_drafted", key, plan: offer(planOf(LOOK, SEND), undefined, tools) });
  expect(await gatesOf(runId)).toMatchObject([{ kind: "plan_approval", planVersion: 1 }]);
  return runId;
}

describe("an answer given in advance", () => {
  const FIRST = { id: "first", title: "First", type: "human_review" };
  const GATE = { id: "g", title: "Gate", type: "human_review", input: "May it?", dependsOn: ["first"] };
  const tasks = [FIRST, GATE, { ...SEND, dependsOn: ["g"] }];

  async function begin() {
    const input = { plan: { title: "Plan", tasks }, reviews: { g: "approve" }, settings: silent };
    const { runId } = await world.services.runs.create({ actor: mia(), input });
    await world.work(runId);
    return runId;
  }

  it("is no end of what an earlier gate lets pass: that one shows what acts behind both", async () => {
    const actsIn = async (runId: string) => {
      const [gate] = await gatesOf(runId);
      return (await stateOf(runId)).approvals[gate?.id ?? ""]?.release?.acts;
    };
    expect(await actsIn(await begin())).toMatchObject([{ taskId: "send" }]);
    const input = { plan: { title: "Plan", tasks }, settings: silent };
    const { runId } = await world.services.runs.create({ actor: mia(), input });
    await world.work(runId);
    expect(await actsIn(runId)).toEqual([]);
  });

  it("lets pass what it was given to", async () => {
    const runId = await begin();
    await approve(runId);
    const { tasks } = await world.work(runId);
    expect(tasks.g?.status).toBe("succeeded");
    expect(await gatesOf(runId)).toEqual([]);
  });

  it.each([
    ["other work", [FIRST, GATE, { ...swapped, dependsOn: ["g"] }]],
    ["more work", [...tasks, { ...more, dependsOn: ["g"] }]],
  ])("does not let pass a gate that has come to release %s", async (_what, changed) => {
    const runId = await begin();
    await edit(runId, changed);
    await world.work(runId);
    await approve(runId);
    const { tasks } = await world.work(runId);
    expect([tasks.g?.status, tasks.send?.attempt]).toEqual(["waiting", 0]);
    expect(await gatesOf(runId)).toMatchObject([{ taskId: "g", verbs: expect.arrayContaining(["approve"]) }]);
  });
});

it("what became of a task that a gate shows is not put in motion again by an operator", async () => {
  const gate = { id: "g", title: "Gate", type: "human_review", dependsOn: ["look"] };
  const tasks = [LOOK, gate, { ...SEND, dependsOn: ["look", "g"] }];
  const input = { plan: { title: "Plan", tasks }, settings: silent };
  const { runId } = await world.services.runs.create({ actor: mia(), input });
  const hand = (type: "retry_task" | "skip_task", actor = olga()) =>
    world.services.runs.command({ actor, input: { runId, taskId: "look", type, reason: "so" } });
  await hand("skip_task", mia());
  await world.work(runId);
  await expect(hand("retry_task")).rejects.toMatchObject({ code: "forbidden" });
  await expect(hand("retry_task", mia())).rejects.toMatchObject({ code: "not_allowed_now" });
  await world.services.runs.command({ actor: mia(), input: { runId, type: "pause" } });
  await approve(runId);
  await expect(hand("retry_task")).rejects.toMatchObject({ code: "forbidden" });
  await hand("retry_task", mia());
});

describe("a plan that people approved", () => {
  async function approved() {
    const runId = await drafted();
    await approve(runId);
    return runId;
  }

  it.each<[string, object[]]>([
    ["does an act otherwise", [LOOK, swapped]],
    ["adds an act", [LOOK, SEND, more]],
    ["goes on to one without what comes before it", [{ ...LOOK, onFailure: "skip" }, SEND]],
    ["puts other work before one", [{ ...LOOK, input: "Look at the salaries" }, SEND]],
  ])("is not up to an operator where an edit %s", async (_what, tasks) => {
    const runId = await approved();
    await expect(edit(runId, tasks, olga())).rejects.toMatchObject({ code: "forbidden" });
    expect((await stateOf(runId)).planVersion).toBe(1);
    await edit(runId, tasks);
  });

  it.each([
    { type: "steer", message: "Send it to everyone" },
    { type: "skip_task", reason: "not needed" },
    { type: "supply_result", value: "https://production.invalid/", reason: "known" },
  ] as const)("keeps an operator's hands off what its acts rest on: $type", async (change) => {
    const runId = await approved();
    await start(runId);
    expect((await stateOf(runId)).tasks.look?.status).toBe("running");
    const input = { runId, taskId: "look", ...change };
    await expect(world.services.runs.command({ actor: olga(), input })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("is asked about in a fork before anything of it goes on", async () => {
    const runId = await approved();
    const { seq } = await stateOf(runId);
    const fork = await world.services.runs.fork({ actor: olga(), input: { runId, fromSeq: seq } });
    expect(await gatesOf(fork.runId)).toMatchObject([{ kind: "plan_approval" }]);
    const { tasks } = await world.work(fork.runId);
    expect(Object.values(tasks).map(({ attempt }) => attempt)).toEqual([0, 0]);
  });

  it("lets nothing go on in a fork that was at work where it begins, before it was asked about", async () => {
    const runId = await approved();
    await start(runId);
    const { seq } = await stateOf(runId);
    const fork = await world.services.runs.fork({ actor: olga(), input: { runId, fromSeq: seq } });
    expect((await stateOf(fork.runId)).tasks.look).toMatchObject({ status: "running", attempt: 2 });
    expect(await start(fork.runId)).toBe("");
    await approve(fork.runId);
    expect(await start(fork.runId)).not.toBe("");
  });
});

it("the check by a model of critical work before an act is not up to an operator", async () => {
  const plan = { title: "Plan", tasks: [LOOK, SEND] };
  const settings = { ...silent, llmReviewCritical: true };
  const { runId } = await world.services.runs.create({ actor: mia(), input: { plan, settings } });
  const loose = [{ ...LOOK, critical: false }, SEND];
  await expect(edit(runId, loose, olga())).rejects.toMatchObject({ code: "forbidden" });
  await edit(runId, loose);
});

describe("a tail of a person's own", () => {
  const REVIEW = { id: "r", title: "Review", type: "planning_review", dependsOn: ["look"] };
  const REST = { id: "rest", title: "Sum up", input: "Sum up", dependsOn: ["r"] };
  const BESIDE = { id: "beside", title: "Beside", input: "Tidy" };
  const tail = { title: "Tail", tasks: [{ id: "mine", title: "Mine", input: "Sum up my way" }] };

  /** The review proposes CONTINUE, and the plan changes beside it while people look at that. */
  async function proposed(reviewMode: "manual" | "hold") {
    const plan = { title: "Plan", tasks: [LOOK, REVIEW, REST, BESIDE] };
    const settings = { ...silent, reviewMode, reviewHoldMs: 600_000 };
    const { runId } = await world.services.runs.create({ actor: mia(), input: { plan, settings } });
    await world.work(runId);
    const { state } = await send(runId, { type: "take_lease", workerId: "w1" });
    const [review] = nextEffects(state).filter(({ kind }) => kind === "review");
    const key = review?.key ?? "";
    await send(runId, { type: "start", keys: [key], epoch: state.epoch });
    const proposal = { decision: "CONTINUE" as const, reasoning: "Fine.", answers: [] };
    await send(runId, { type: "review_read", key, taskId: "r", attempt: 1, proposal });
    return runId;
  }

  it.each(["manual", "hold"] as const)(
    "is refused where the plan has changed since it was written (%s)",
    async (mode) => {
      const runId = await proposed(mode);
      const [gate] = await gatesOf(runId);
      const ask = { runId, ...(gate ? { approvalId: gate.id } : { taskId: "r" }) };
      const shown = await world.services.approvals.context({ actor: mia(), input: ask });
      expect(shown.planVersion).toBe(1);
      await edit(runId, [LOOK, REVIEW, REST, { id: "other", title: "Other", input: "Tidy up" }]);
      const answer = (expectedPlanVersion?: number) => {
        const given = { tail, ...(expectedPlanVersion !== undefined && { expectedPlanVersion }) };
        const held = {
          runId,
          type: "override_review",
          taskId: "r",
          decision: "REPLAN",
          reason: "mine",
        } as const;
        return gate
          ? world.services.approvals.decide({
              actor: mia(),
              input: { approvalId: gate.id, digest: gate.digest, verb: "REPLAN", comment: "mine", ...given },
            })
          : world.services.runs.command({
              actor: mia(),
              input: { ...held, digest: shown.heldDigest, ...given },
            });
      };
      await expect(answer()).rejects.toMatchObject({ code: "invalid_input" });
      await expect(answer(shown.planVersion)).rejects.toMatchObject({
        code: "superseded",
        details: { expected: 1, current: 2, changes: expect.stringContaining("Other") },
      });
      await answer(2);
      expect((await stateOf(runId)).replanWanted ?? (await stateOf(runId)).replan).toBeDefined();
    },
  );
});

it("what was shown of one run lets nothing pass in another, whose mission may be another", async () => {
  const GATE = { id: "g", title: "Gate", type: "human_review", input: "May it?" };
  const begin = async (mission: string) => {
    const plan = { title: "Plan", tasks: [GATE, { ...SEND, dependsOn: ["g"] }] };
    const { runId } = await world.services.runs.create({
      actor: mia(),
      input: { mission, plan, settings: silent },
    });
    await world.work(runId);
    const [gate] = await gatesOf(runId);
    const { inHand } = await world.services.approvals.context({
      actor: mia(),
      input: { runId, taskId: "g" },
    });
    return { runId, approvalId: gate?.id ?? "", digest: gate?.digest, hand: inHand?.digest };
  };
  const [one, other] = [await begin("To staging"), await begin("Delete the backups")];
  const input = { approvalId: other.approvalId, digest: one.digest, verb: "approve" };
  await expect(world.services.approvals.decide({ actor: mia(), input })).rejects.toMatchObject({
    code: "superseded",
  });
  const skip = {
    runId: other.runId,
    type: "skip_task",
    taskId: "g",
    reason: "so",
    digest: one.hand,
  } as const;
  await expect(world.services.runs.command({ actor: mia(), input: skip })).rejects.toMatchObject({
    code: "superseded",
  });
  await approve(other.runId);
});

it("an open question about a plan is not dissolved by an operator's edit", async () => {
  const runId = await drafted();
  const [before] = await gatesOf(runId);
  await edit(runId, [LOOK, swapped], olga());
  const [after] = await gatesOf(runId);
  expect(after).toMatchObject({ kind: "plan_approval", planVersion: 2 });
  const input = { approvalId: before?.id ?? "", digest: before?.digest, verb: "approve" };
  await expect(world.services.approvals.decide({ actor: world.person(), input })).rejects.toMatchObject({
    code: "superseded",
  });
  const { tasks } = await world.work(runId);
  expect(Object.values(tasks).map(({ attempt }) => attempt)).toEqual([0, 0]);
});
