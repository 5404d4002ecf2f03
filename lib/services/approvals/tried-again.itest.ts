import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  actingTool,
  brokenTool,
  openPeopleRun,
  PEOPLE,
  type PeopleRun,
} from "@/lib/testing/engine/people-run";

/** What people let act counts as long as it may act: also where it failed, or a version did it otherwise in between. */

const { tool, did, failing } = actingTool();
const { bob, eve, olga } = PEOPLE;
const LOOK = {
  id: "look",
  title: "Look",
  type: "direct",
  input: "(tool/probe {:a 1})",
  maxRetries: 0,
  critical: false,
};
const GATE = {
  id: "g",
  title: "Gate",
  type: "human_review",
  input: "Send it?",
  gate: { assignees: ["Bob"] },
};
/** Questions that nothing else waits for. */
const OTHERS = [
  { id: "other", title: "Other", type: "human_review", input: "Other thing?" },
  { id: "after", title: "After", type: "human_review", input: "And that?", dependsOn: ["other"] },
];
const SEND = {
  id: "send",
  title: "Send",
  type: "direct",
  maxRetries: 0,
  critical: false,
  input: '(tool/deploy {:to (get data/results "look")})',
  dependsOn: ["look"],
};
const EVIL = '"https://evil.invalid/"';
const FORBIDDEN = { code: "forbidden" };

let world: PeopleRun;
beforeAll(async () => {
  const plan = { title: "P", tasks: [LOOK, ...OTHERS, SEND] };
  world = await openPeopleRun([tool, brokenTool()], ({ role }) =>
    role === "planner" ? JSON.stringify(plan) : "Done.",
  );
});
afterAll(() => world.close());
beforeEach(() => {
  did.length = 0;
  failing.times = 0;
});

const supply = { taskId: "look", value: "https://evil.invalid/", reason: "known" };

describe("an act that people let pass at a gate", () => {
  const begin = async (tasks: object[]) => {
    const runId = await world.create({ plan: { title: "P", tasks } });
    await world.answer(await world.untilGate(runId, { taskId: "g" }), "approve", { actor: bob });
    return runId;
  };

  it("takes what flows into it from those alone who could let it pass, also once it has failed", async () => {
    failing.times = 1;
    const gate = { ...GATE, dependsOn: ["look"] };
    const runId = await begin([LOOK, gate, ...OTHERS, { ...SEND, dependsOn: ["look", "g"] }]);
    await world.waitFor(runId, ({ tasks }) => tasks.send?.status === "failed");
    await expect(world.command(eve, runId, "supply_result", supply)).rejects.toMatchObject(FORBIDDEN);
    await expect(world.command(olga, runId, "retry_task", { taskId: "look" })).rejects.toMatchObject(
      FORBIDDEN,
    );
    await world.command(olga, runId, "retry_task", { taskId: "send" });
    await world.waitFor(runId, ({ tasks }) => tasks.send?.status === "succeeded");
    expect(did).toEqual(['{"to":null}']);
  });

  it("asks where a version did it otherwise in the meantime", async () => {
    const pre = { id: "pre", title: "Pre", type: "direct", input: "1", dependsOn: ["other"] };
    const gate = { ...GATE, dependsOn: ["look"] };
    const tasks = [LOOK, gate, ...OTHERS, pre, { ...SEND, dependsOn: ["look", "g", "pre"] }];
    const runId = await begin(tasks);
    const edit = (input: string, expectedPlanVersion: number) => {
      const plan = { title: "P", tasks: tasks.map((one) => (one.id === "pre" ? { ...pre, input } : one)) };
      return world.command(olga, runId, "edit_plan", { plan, expectedPlanVersion, reason: "so" });
    };
    await edit("2", 1);
    await world.command(eve, runId, "supply_result", supply);
    await edit("1", 2);
    await world.answer(await world.untilGate(runId, { taskId: "other" }), "approve");
    expect(await world.shownAt(await world.untilGate(runId, { kind: "tool_approval" }))).toContain("evil");
    expect(did).toEqual([]);
  });
});

describe("a failure that halts until people of a review decide", () => {
  it("is tried again by those alone who were shown what stands still, until people are asked", async () => {
    const review = { requiresHumanApproval: true };
    const fails = { ...LOOK, critical: true };
    const look = { id: "r", title: "On?", type: "planning_review", dependsOn: ["look"], review };
    const beside = { ...SEND, input: '(tool/deploy {:to "all"})', dependsOn: ["wait"] };
    const wait = { id: "wait", title: "Wait", type: "human_review", input: "Now?" };
    const runId = await world.create({ plan: { title: "P", tasks: [fails, look, wait, beside] } });
    await world.answer(await world.untilGate(runId, { taskId: "wait" }), "approve");
    await world.untilGate(runId, { taskId: "r" });
    const retry = { taskId: "look" };
    await expect(world.command(olga, runId, "retry_task", retry)).rejects.toMatchObject(FORBIDDEN);
    await expect(world.command(eve, runId, "retry_task", retry)).rejects.toMatchObject({
      code: "invalid_input",
      details: { field: "digest" },
    });
    await expect(
      world.command(eve, runId, "retry_task", { ...retry, digest: "other" }),
    ).rejects.toMatchObject({
      code: "superseded",
    });
    const context = await world.services.approvals.context({ actor: eve, input: { runId, taskId: "look" } });
    expect(context.inHand?.releases.join()).toContain("deploy");
    // From its question on the review is decided first.
    const seen = { ...retry, digest: context.inHand?.digest };
    await expect(world.command(eve, runId, "retry_task", seen)).rejects.toMatchObject({
      code: "not_allowed_now",
      details: { waitsFor: "r" },
    });
  });
});

describe("an act of an approved plan that has failed", () => {
  const failed = async () => {
    failing.times = 1;
    const runId = await world.create({ settings: { planApproval: true } });
    await world.answer(await world.untilGate(runId, { kind: "plan_approval" }), "approve", { actor: bob });
    return { runId, seq: (await world.waitFor(runId, ({ tasks }) => tasks.send?.status === "failed")).seq };
  };

  it("is begun with nothing else by an edit of somebody who could not approve it", async () => {
    const { runId } = await failed();
    await world.command(olga, runId, "pause");
    await world.command(olga, runId, "retry_task", { taskId: "look" });
    const plan = { title: "P", tasks: [{ ...LOOK, input: EVIL }, ...OTHERS] };
    const edit = { plan, expectedPlanVersion: 1, reason: "simpler" };
    await expect(world.command(olga, runId, "edit_plan", edit)).rejects.toMatchObject(FORBIDDEN);
  });

  it("is asked about in a fork, with the plan", async () => {
    const { runId, seq } = await failed();
    const fork = await world.services.runs.fork({ actor: olga, input: { runId, fromSeq: seq } });
    const gate = await world.untilGate(fork.runId, { kind: "plan_approval" });
    expect(await world.shownAt(gate)).toContain("tool/deploy");
    await world.command(olga, fork.runId, "retry_task", { taskId: "send" });
    await world.answer(gate, "approve", { actor: bob });
    await world.waitFor(fork.runId, ({ tasks }) => tasks.send?.status === "succeeded");
    expect(did).toEqual(['{"to":null}']);
  });
});
