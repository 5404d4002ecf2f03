import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { reachOf } from "../../../plan/reach";
import { storePlan } from "../../../plan/store";
import { storeValue } from "../../../stored-value";
import { tasksInForce } from "../../state/in-force";
import { unmetObligations } from "../obligations";

const TOOLS = [
  { name: "pay", sideEffects: "external" },
  { name: "post", sideEffects: "external" },
] as const;
const by = { id: ANNA.id, name: ANNA.name, roles: [], mayReview: true };
const LIST: TaskDraft = { id: "list", title: "List", input: "List", verification: '(= data/result "ok")' };
const PAY: TaskDraft = { id: "pay", type: "direct", input: '(tool/pay {"to" "bob"})', dependsOn: ["list"] };
const POST: TaskDraft = { id: "post", type: "direct", input: '(tool/post {"to" "all"})' };
const TIP: TaskDraft = { id: "tip", type: "direct", input: '(tool/pay {"to" "waiter"})' };
const FIRST = [LIST, PAY, POST, TIP];
const LOOSE: TaskDraft = { ...LIST, id: "list2", replaces: "list", verification: '(= data/result "any")' };

const offered = (tasks: TaskDraft[], parent?: TaskDraft[]) => ({
  ...offer(planOf(...tasks), parent && storePlan(planOf(...parent)).plan),
  reach: reachOf(planOf(...tasks), TOOLS),
});

const started = () => {
  const settings = {
    llmReviewCritical: false,
    replanGraceMs: 0,
    maxConcurrency: 1,
    critic: { mode: "off" as const, minScore: 0 },
  };
  return new RunWorld({ plan: planOf(...FIRST), by: ANNA, settings, tools: TOOLS });
};

/** People let a model's version do without a check of theirs. */
function waived(...tasks: TaskDraft[]): RunWorld {
  const world = started();
  world.send({ type: "request_replan", instruction: "faster" }, ANNA);
  world.replan(offered(tasks, FIRST));
  if (world.state.replan) world.replan(offered(tasks, FIRST));
  const [approvalId = ""] = Object.keys(world.state.openApprovals);
  expect(world.state.approvals[approvalId]?.kind).toBe("control_waiver");
  const approve = { type: "decide_approval", approvalId, verb: "approve", provenance: "person", by } as const;
  world.send(approve, ANNA);
  expect(world.state.planVersion).toBe(2);
  return world;
}

/** Somebody who may not review writes the next version. */
function editByOperator(world: RunWorld, ...tasks: TaskDraft[]) {
  const olga = { id: "olga", name: "Olga" };
  world.readPlan();
  const { reach } = offered(tasks);
  const plan = { ...offer(planOf(...tasks), world.plan && storePlan(world.plan).plan), reach };
  const edit = {
    type: "edit_plan",
    expectedPlanVersion: world.state.planVersion,
    reason: "so",
    plan,
  } as const;
  return world.send({ ...edit, by: { ...by, ...olga, mayReview: false } }, { kind: "person", ...olga });
}

const asksFor = ({ state }: RunWorld, taskId: string, tool = "pay") =>
  unmetObligations({ ...state, tasks: tasksInForce(state) }, { taskId, tool }).map(({ control }) => control);

describe("a check that people let a version do without", () => {
  it.each<[string, TaskDraft[], string]>([
    ["changed", [LOOSE, { ...PAY, id: "pay2", dependsOn: ["list2"] }, POST, TIP], "pay2"],
    ["gone", [{ ...PAY, id: "pay2", dependsOn: [] }, POST, TIP], "pay2"],
    [
      "gone with what it checked put elsewhere",
      [{ ...POST, id: "x" }, { ...PAY, id: "p", dependsOn: ["x"] }, TIP],
      "p",
    ],
    ["not waited for", [LIST, { ...PAY, id: "pay2", dependsOn: [] }, POST, TIP], "pay2"],
  ])("counts in that run alone, where it is %s: in a fork what it held back asks", (_, tasks, act) => {
    const world = waived(...tasks);
    expect(asksFor(world, act)).toEqual([]);
    const fork = world.fork(world.state.seq);
    expect(asksFor(fork, act)).toEqual(["(checks)"]);
    expect(asksFor(fork, "tip")).toEqual([]);
    expect(asksFor(fork, "post", "post")).toEqual([]);
    expect(asksFor(fork.fork(fork.state.seq), act)).toEqual(["(checks)"]);
  });

  it("asks in a fork about other work by the same tool too, and no version is asked about for it", () => {
    const world = waived(LOOSE, { ...PAY, id: "pay2", dependsOn: ["list2"] }, POST, TIP);
    const fork = world.fork(world.state.seq);
    const other: TaskDraft = { ...PAY, id: "pay3", input: '(tool/pay {"to" "eve"})', dependsOn: ["list2"] };
    const plan = planOf(LOOSE, other, POST, TIP);
    const parent = fork.plan && storePlan(fork.plan).plan;
    const edit = { type: "edit_plan", expectedPlanVersion: 2, reason: "so", by } as const;
    const next = { ...offer(plan, parent), reach: reachOf(plan, TOOLS) };
    expect(fork.send({ ...edit, plan: next }, ANNA)).toMatchObject({ ok: true });
    expect(asksFor(fork, "pay3")).toEqual(["(checks)"]);
  });

  it.each<[string, TaskDraft[], string[]]>([
    [
      "as it was shown",
      [LOOSE, { ...PAY, id: "pay2", dependsOn: ["list2"] }, POST, TIP, { id: "note", input: "Note it" }],
      [],
    ],
    [
      "otherwise",
      [LOOSE, { ...PAY, id: "pay2", input: '(tool/pay {"to" "eve"})', dependsOn: ["list2"] }, POST, TIP],
      ["(checks)"],
    ],
    [
      "after other work",
      [{ ...LOOSE, input: "Forge" }, { ...PAY, id: "pay2", dependsOn: ["list2"] }, POST, TIP],
      ["(checks)"],
    ],
  ])("asks in that run too where an edit has its act %s", (_, tasks, asked) => {
    const world = waived(LOOSE, { ...PAY, id: "pay2", dependsOn: ["list2"] }, POST, TIP);
    expect(editByOperator(world, ...tasks)).toMatchObject({ ok: true });
    expect([asksFor(world, "pay2"), asksFor(world, "tip"), asksFor(world, "post", "post")]).toEqual([
      asked,
      [],
      [],
    ]);
  });

  it("is none in a fork from before", () => {
    const world = started();
    const { seq } = world.state;
    expect(asksFor(world.fork(seq), "pay")).toEqual([]);
  });
});

describe("a check that a person did without by their own hand", () => {
  it.each(["supply_result", "skip_task"] as const)("asks in a fork what stands behind it: %s", (type) => {
    const world = started();
    world.start();
    const value = storeValue("any").stored;
    const said = { taskId: "list", reason: "I know", by } as const;
    const done = type === "skip_task" ? { type, ...said } : { type, ...said, value };
    expect(world.send(done, ANNA)).toMatchObject({ ok: true });
    expect(asksFor(world, "pay")).toEqual([]);
    const fork = world.fork(world.state.seq);
    expect(asksFor(fork, "pay")).toEqual(["(checks)"]);
    expect([asksFor(fork, "tip"), asksFor(fork, "post", "post")]).toEqual([[], []]);
  });

  it.each(["supply_result", "skip_task"] as const)(
    "asks in that run too where an edit has another act stand behind it: %s",
    (type) => {
      const world = started();
      world.start();
      const value = storeValue("any").stored;
      const said = { taskId: "list", reason: "I know", by } as const;
      world.send(type === "skip_task" ? { type, ...said } : { type, ...said, value }, ANNA);
      const other: TaskDraft = { ...PAY, input: '(tool/pay {"to" "eve"})' };
      expect(editByOperator(world, LIST, other, POST, TIP)).toMatchObject({ ok: true });
      expect([asksFor(world, "pay"), asksFor(world, "tip")]).toEqual([["(checks)"], []]);
    },
  );

  it("asks nothing where it has passed", () => {
    const world = started();
    world.start();
    world.succeed("list");
    expect(asksFor(world.fork(world.state.seq), "pay")).toEqual([]);
  });
});
