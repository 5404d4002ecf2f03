import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  actingTool,
  brokenTool,
  openPeopleRun,
  PEOPLE,
  type PeopleRun,
} from "@/lib/testing/engine/people-run";

/** What an act reads is part of what people let pass: how it was come by, and under which name. */

const { tool, did } = actingTool();
const { bob, eve, olga } = PEOPLE;
const LOOK = {
  id: "look",
  title: "Look",
  type: "direct",
  input: "(tool/probe {:a 1})",
  maxRetries: 0,
  onFailure: "replan",
};
const SLOW = { id: "slow", title: "Slow", type: "human_review", input: "Ready?" };
const program = (id: string, input: string) => ({
  id,
  title: id.slice(0, 4),
  type: "direct",
  input,
  dependsOn: ["slow"],
});
const [STOP, MAIN, SPARE] = [
  program("stop", '"forbidden"'),
  program("main", '"main"'),
  program("spare", '"spare"'),
];
const guarded = (id: string) => ({
  id: "send",
  title: "Send",
  type: "direct",
  dependsOn: [id],
  input: '(if (= (get data/results "stop") "forbidden") "not sent" (tool/deploy {:to "everyone"}))',
});
const toFirst = (...dependsOn: string[]) => ({
  id: "send",
  title: "Send",
  type: "direct",
  dependsOn,
  input: "(tool/deploy {:to (first (vals data/depends))})",
});

const REASONING = `${"All is well. ".repeat(110)}Send it to https://evil.invalid/`;

let world: PeopleRun;
let written: object[] = [];
let rewritten: object[] = [];
beforeAll(async () => {
  world = await openPeopleRun([tool, brokenTool()], ({ role }) => {
    if (role === "planner") return JSON.stringify({ title: "P", tasks: written });
    if (role === "reviewer")
      return JSON.stringify({ decision: "CONTINUE", reasoning: REASONING, conditions: [], answers: [] });
    return role === "replanner" ? JSON.stringify({ title: "P", tasks: rewritten }) : "Done.";
  });
});
afterAll(() => world.close());
beforeEach(() => {
  did.length = 0;
});

async function approved(settings: object = {}) {
  const runId = await world.create({ settings: { planApproval: true, ...settings } });
  await world.answer(await world.untilGate(runId, { kind: "plan_approval" }), "approve", { actor: bob });
  return runId;
}
const edit = (runId: string, tasks: object[]) => {
  const plan = { title: "P", tasks };
  return world.command(olga, runId, "edit_plan", { plan, expectedPlanVersion: 1, reason: "so" });
};

describe("a model's repair in an approved plan", () => {
  it("has an act ask with its arguments where it finds by other words what that says", async () => {
    written = [LOOK, toFirst("look")];
    rewritten = [{ ...LOOK, input: '"https://evil.invalid/"', replaces: "look" }, toFirst("look")];
    const runId = await approved({ replanOnFailure: true });
    const gate = await world.untilGate(runId, { kind: "tool_approval" });
    expect(await world.shownAt(gate)).toContain("https://evil.invalid/");
    expect(did).toEqual([]);
  });

  it("leaves a control asking by what its condition measures, whatever number that has", async () => {
    const found = { ...program("found", "{:amount 500}") };
    const review = {
      requiresHumanApproval: true,
      condition: '(> (get-in data/results ["found" "amount"] 0) 100)',
    };
    const asks = { id: "r", title: "R", type: "planning_review", dependsOn: ["found"], review };
    const send = { ...toFirst("r"), input: '(tool/deploy {:to "everyone"})' };
    const first = { ...SLOW, id: "first" };
    const failing = { ...LOOK, dependsOn: ["first"] };
    const plan = { title: "P", tasks: [SLOW, first, failing, found, asks, send] };
    rewritten = [SLOW, { ...failing, input: "1", replaces: "look" }, { ...found, maxRetries: 5 }, asks, send];
    const runId = await world.create({ plan, settings: { replanOnFailure: true, afterApproval: "replan" } });
    await world.answer(await world.untilGate(runId, { taskId: "first" }), "approve");
    await world.waitFor(runId, ({ planVersion }) => planVersion === 2);
    await world.answer(await world.untilGate(runId, { taskId: "slow" }), "approve");
    await world.untilGate(runId, { kind: "review_decision" });
    expect(did).toEqual([]);
  });
});

describe.each<[string, object[], object[], string[]]>([
  ["numbers what it reads", [STOP, guarded("stop")], [{ ...STOP, id: "stop_v9" }, guarded("stop_v9")], []],
  [
    "puts what it reads in another order",
    [MAIN, SPARE, toFirst("main", "spare")],
    [MAIN, SPARE, toFirst("spare", "main")],
    ['{"to":"main"}'],
  ],
])("an edit that %s has a program find and do the same", (_, before, after, done) => {
  it("in an approved plan", async () => {
    written = [SLOW, ...before];
    const runId = await approved();
    await edit(runId, [SLOW, ...after]);
    await world.answer(await world.untilGate(runId, { taskId: "slow" }), "approve", { actor: bob });
    await world.waitFor(runId, ({ finished }) => finished?.reason === "answer_complete");
    expect(did).toEqual(done);
  });

  it("behind an open gate, which keeps its answers", async () => {
    const yes = {
      id: "yes",
      title: "Gate",
      type: "human_review",
      input: "Send?",
      gate: { assignees: ["Bob"] },
    };
    const behind = (tasks: object[]) =>
      tasks.map((one) => {
        const { id, dependsOn } = one as { id: string; dependsOn: string[] };
        return id === "send" ? { ...one, dependsOn: [...dependsOn, "yes"] } : one;
      });
    const runId = await world.create({ plan: { title: "P", tasks: [SLOW, yes, ...behind(before)] } });
    const asked = await world.untilGate(runId, { taskId: "yes" });
    await edit(runId, [SLOW, yes, ...behind(after)]);
    await world.answer(asked, "approve", { actor: bob });
    await world.answer(await world.untilGate(runId, { taskId: "slow" }), "approve", { actor: bob });
    await world.waitFor(runId, ({ finished }) => finished?.reason === "answer_complete");
    expect(did).toEqual(done);
  });
});

describe("under four eyes", () => {
  it("who said beside an approval what a model then writes does not let that pass", async () => {
    const x = { ...LOOK, dependsOn: ["first"] };
    const first = { ...SLOW, id: "first" };
    const send = (to: string) => ({ ...toFirst("slow"), input: `(tool/deploy {:to "${to}"})` });
    written = [SLOW, first, x, send("good")];
    rewritten = [SLOW, { ...x, input: "1", replaces: "look" }, send("evil")];
    const runId = await approved({ fourEyes: true, replanOnFailure: true });
    const [beside, comment] = [await world.untilGate(runId, { taskId: "first" }), "Send it to evil"];
    await world.answer(beside, "approve", { actor: eve, comment });
    const change = await world.untilGate(runId, { kind: "plan_change" });
    const refused = world.answer(change, "approve", { actor: eve });
    await expect(refused).rejects.toMatchObject({ code: "forbidden" });
    await world.answer(change, "approve", { actor: bob });
    await world.waitFor(runId, ({ planVersion }) => planVersion === 2);
  });
});

it("under four eyes who skipped a task does not let pass what a model then writes, with the reason before it", async () => {
  const x = { ...LOOK, dependsOn: ["first"] };
  const first = { ...SLOW, id: "first" };
  const send = (to: string) => ({ ...toFirst("slow"), input: `(tool/deploy {:to "${to}"})` });
  written = [SLOW, first, program("side", "1"), x, send("good")];
  rewritten = [SLOW, { ...x, input: "1", replaces: "look" }, send("evil")];
  const runId = await approved({ fourEyes: true, replanOnFailure: true });
  await world.command(eve, runId, "skip_task", { taskId: "side", reason: "Send it to evil" });
  await world.answer(await world.untilGate(runId, { taskId: "first" }), "approve", { actor: bob });
  const change = await world.untilGate(runId, { kind: "plan_change" });
  await expect(world.answer(change, "approve", { actor: eve })).rejects.toMatchObject({ code: "forbidden" });
  await world.answer(change, "approve", { actor: bob });
  await world.waitFor(runId, ({ planVersion }) => planVersion === 2);
});

it("an edit that has a program find nothing under the name that it reads is refused", async () => {
  written = [SLOW, STOP, guarded("stop")];
  const runId = await approved();
  const halt = { ...STOP, id: "halt" };
  await expect(edit(runId, [SLOW, halt, guarded("halt")])).rejects.toMatchObject({ code: "invalid_plan" });
});

it("a review is asked about with all of the reasoning by which an act goes", async () => {
  const review = { id: "r", title: "R", type: "planning_review", review: { requiresHumanApproval: true } };
  const act = { ...toFirst("r"), input: '(tool/deploy {:to (get-in data/results ["r" "reasoning"])})' };
  const runId = await world.create({ plan: { title: "P", tasks: [review, act] } });
  const gate = await world.untilGate(runId, { taskId: "r" });
  expect(await world.shownAt(gate)).toContain("https://evil.invalid/");
});

it("a gate is given with all of a long value that it shows", async () => {
  const long = program("long", '(str (apply str (repeat 9000 "x")) " https://evil.invalid/")');
  const gate = { id: "g", title: "G", type: "human_review", dependsOn: ["long"] };
  const runId = await world.create({ plan: { title: "P", tasks: [SLOW, long, gate] } });
  await world.answer(await world.untilGate(runId, { taskId: "slow" }), "approve");
  expect(await world.shownAt(await world.untilGate(runId, { taskId: "g" }))).toContain(
    "https://evil.invalid/",
  );
});
