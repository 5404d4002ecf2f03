import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { deferred } from "@/lib/testing/deferred";
import {
  actingTool,
  brokenTool,
  openPeopleRun,
  PEOPLE,
  type PeopleRun,
} from "@/lib/testing/engine/people-run";

/** What is up to people is gone round by no edit, review or refinement of those to whom it is not. */

const { tool, did } = actingTool();
const { bob, eve, olga } = PEOPLE;
const FORBIDDEN = { code: "forbidden" };
const direct = (id: string, input: string, ...dependsOn: string[]) => ({
  id,
  title: `Do ${id}`,
  type: "direct",
  maxRetries: 0,
  input,
  dependsOn,
});
const gateOf = (id: string, ...dependsOn: string[]) => ({
  id,
  title: `Ask ${id}`,
  type: "human_review",
  input: "Go on?",
  dependsOn,
});
const reviewOf = (id: string, ...dependsOn: string[]) => ({
  id,
  title: `Look ${id}`,
  type: "planning_review",
  dependsOn,
});
const OF_PEOPLE = { review: { requiresHumanApproval: true } };
const FAILS = "(tool/probe {:a 1})";
const DEPLOY = '(tool/deploy {:to "all"})';

let world: PeopleRun;
/** What the replanner writes. */
let tail: object[] = [];
const work = deferred();
beforeAll(async () => {
  world = await openPeopleRun([tool, brokenTool()], async ({ role, prompt }) => {
    if (prompt.includes("Take your time")) await work.promise;
    if (role === "planner") return JSON.stringify({ title: "P", tasks: [direct("send", DEPLOY)] });
    if (role === "replanner") return JSON.stringify({ title: "P", tasks: tail });
    if (role === "reviewer") return '{"decision": "CONTINUE", "reasoning": "fine", "answers": []}';
    if (role !== "refiner") return "Done.";
    const skip = [{ taskId: "vet", reason: "Nothing was found." }];
    return JSON.stringify({ needed: true, modify: [], add: [], skip, summary: "Nothing to vet." });
  });
});
afterAll(() => {
  work.resolve();
  return world.close();
});
beforeEach(() => {
  did.length = 0;
});

const begin = (tasks: object[], settings: object = {}) =>
  world.create({ plan: { title: "P", tasks }, settings });

async function edit(runId: string, actor: typeof olga, tasks: object[]) {
  const { planVersion: expectedPlanVersion } = await world.waitFor(runId, () => true);
  const plan = { title: "P", tasks };
  return world.command(actor, runId, "edit_plan", { plan, expectedPlanVersion, reason: "simpler" });
}

it("takes an edit past a failure from those alone who are to say whether the run continues", async () => {
  const tasks = [direct("look", FAILS), { ...reviewOf("r", "look"), ...OF_PEOPLE }];
  const runId = await begin([...tasks, gateOf("wait"), direct("send", DEPLOY, "wait")]);
  await world.answer(await world.untilGate(runId, { taskId: "wait" }), "approve");
  await world.untilGate(runId, { taskId: "r" });
  const next = [...tasks, gateOf("wait"), direct("send", DEPLOY, "wait"), direct("note", "1")];
  await expect(edit(runId, olga, next)).rejects.toMatchObject(FORBIDDEN);
  expect(did).toEqual([]);
  await edit(runId, eve, next);
  await world.waitFor(runId, ({ tasks: { send } }) => send?.status === "succeeded");
});

it("takes an edit past a control that was refused from those alone who could have let it pass", async () => {
  const refused = { ...gateOf("g"), gate: { assignees: ["Bob"] }, onFailure: "stop" };
  const others = [{ id: "beside", title: "Beside", input: "Take your time" }];
  const guarded = [refused, direct("send", DEPLOY, "g")];
  const runId = await begin([...guarded, ...others]);
  await world.answer(await world.untilGate(runId, { taskId: "g" }), "reject", { actor: bob, comment: "no" });
  const next = [...guarded, ...others, direct("note", "1")];
  await expect(edit(runId, eve, next)).rejects.toMatchObject(FORBIDDEN);
  await expect(edit(runId, bob, next)).resolves.toBeDefined();
});

it("leaves a failure that is up to people of one review to them, whatever another says", async () => {
  const fails = [direct("a", FAILS), direct("b", FAILS)];
  const reviews = [{ ...reviewOf("p", "b"), ...OF_PEOPLE }, reviewOf("r", "a", "b")];
  const runId = await begin([...fails, ...reviews, gateOf("wait"), direct("send", DEPLOY, "wait")]);
  await world.answer(await world.untilGate(runId, { taskId: "wait" }), "approve");
  const asked = await world.untilGate(runId, { taskId: "p" });
  const { halt } = await world.waitFor(runId, ({ tasks: { r } }) => r?.status === "succeeded");
  expect([halt?.review, did]).toEqual(["p", []]);
  await world.answer(asked, "approve");
  await world.waitFor(runId, ({ tasks: { send } }) => send?.status === "succeeded");
});

it("takes other work beside a check that people wrote from those alone who may do without it", async () => {
  const busy = { id: "busy", title: "Busy", input: "Take your time" };
  const checked = { ...direct("check", "1", "busy"), verification: "(= data/result 1)" };
  const held = [busy, checked, direct("send", DEPLOY, "check")];
  const beside = direct("log", '(tool/deploy {:to "log"})', "busy");
  const runId = await begin([...held, beside]);
  const where = direct("where", '(str "al" "l")');
  const open = direct("log", '(tool/deploy {:to (get data/results "where")})', "busy", "where");
  for (const other of [[{ ...beside, input: DEPLOY }], [where, open]])
    await expect(edit(runId, olga, [...held, ...other])).rejects.toMatchObject(FORBIDDEN);
  await expect(edit(runId, olga, [...held, beside, direct("note", "1")])).resolves.toBeDefined();
});

it("has nobody fork from before a control that they could not pass by themselves", async () => {
  const busy = { id: "busy", title: "Busy", input: "Take your time" };
  const gate = { ...gateOf("g", "busy"), gate: { assignees: ["Bob"] } };
  const runId = await begin([busy, direct("send", DEPLOY, "busy")]);
  const { seq } = await world.waitFor(runId, ({ inFlight }) => Object.keys(inFlight).length > 0);
  await edit(runId, bob, [busy, gate, direct("send", DEPLOY, "busy", "g")]);
  const fork = (actor: typeof olga) => world.services.runs.fork({ actor, input: { runId, fromSeq: seq } });
  await expect(fork(olga)).rejects.toMatchObject(FORBIDDEN);
  await expect(fork(eve)).rejects.toMatchObject(FORBIDDEN);
  await expect(fork(bob)).resolves.toMatchObject({ status: "running" });
});

it("has no author switch off in a fork what asks a second person of the run", async () => {
  const runId = await world.create({ settings: { planApproval: true, fourEyes: true } }, eve);
  await world.untilGate(runId, { kind: "plan_approval" });
  const fork = (actor: typeof olga) =>
    world.services.runs.fork({
      actor,
      input: { runId, fromSeq: 1, changes: { settings: { planApproval: false } } },
    });
  await expect(fork(eve)).rejects.toMatchObject(FORBIDDEN);
  await expect(fork(bob)).resolves.toBeDefined();
});

const SILENT = { gate: { timeoutSeconds: 3_600, onTimeout: "approve" } };

it("lets silence pass nothing more often than people have let it, though a model plans so", async () => {
  const silent = { ...gateOf("g", "wait"), ...SILENT };
  const tasks = [gateOf("wait"), silent, direct("send", DEPLOY, "g")];
  const silenceOf = async (...more: object[]) => {
    tail = [...tasks, direct("note", "1", "wait"), ...more];
    const runId = await begin(tasks);
    const replan = { instruction: "Note it, too.", expectedPlanVersion: 1 };
    await world.command(eve, runId, "request_replan", replan);
    await world.waitFor(runId, ({ planVersion }) => planVersion === 2);
    await world.answer(await world.untilGate(runId, { taskId: "wait_v2" }), "approve");
    const approvalId = await world.untilGate(runId, { taskId: "g_v2" });
    return (await world.waitFor(runId, () => true)).approvals[approvalId]?.onTimeout;
  };
  expect([await silenceOf(), await silenceOf({ ...direct("again", DEPLOY, "g"), title: "Do send" })]).toEqual(
    ["approve", "reject"],
  );
});

it("lets no silence pass in a fork what others are asked about, who may have spoken in the run", async () => {
  const gate = { ...gateOf("g"), gate: { ...SILENT.gate, assignees: ["Bob"] } };
  const runId = await begin([gate, direct("send", DEPLOY, "g"), gateOf("wait"), direct("note", "1", "wait")]);
  const asked = await world.untilGate(runId, { taskId: "g" });
  const { seq } = await world.waitFor(runId, () => true);
  await world.answer(asked, "reject", { actor: bob, comment: "no" });
  const silenceIn = async (actor: typeof olga) => {
    const fork = await world.services.runs.fork({ actor, input: { runId, fromSeq: seq } });
    const approvalId = await world.untilGate(fork.runId, { taskId: "g" });
    return (await world.waitFor(fork.runId, () => true)).approvals[approvalId]?.onTimeout;
  };
  expect([await silenceIn(eve), await silenceIn(bob)]).toEqual(["reject", "approve"]);
});

it("has no refinement skip what an act rests on that silence lets pass", async () => {
  const refinement = { enabled: true, max: 5, wait: true, timeoutMs: 20_000 };
  const statusOf = async (onTimeout: "approve" | "reject") => {
    const vet = {
      id: "vet",
      title: "Vet what was found",
      input: "Vet {{results.find}}",
      dependsOn: ["find"],
    };
    const sum = { id: "sum", title: "Sum up", input: "Say how it went", dependsOn: ["find", "vet"] };
    const gate = { ...gateOf("g", "sum"), gate: { ...SILENT.gate, onTimeout } };
    const find = direct("find", "nil");
    const runId = await begin([find, vet, sum, gate, direct("send", DEPLOY, "g")], { refinement });
    await world.untilGate(runId, { taskId: "g" });
    return (await world.waitFor(runId, () => true)).tasks.vet?.status;
  };
  expect([await statusOf("approve"), await statusOf("reject")]).toEqual(["succeeded", "skipped"]);
});
