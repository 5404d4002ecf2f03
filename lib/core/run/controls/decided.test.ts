import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { releaseOfTail } from "@/lib/testing/runs/settled-run";
import { agent as agentSpec, type Plan, reviewSpec } from "../../plan/schema";
import { storePlan } from "../../plan/store";
import type { Proposal } from "../events/reviews";
import type { RunSettings } from "../settings";
import { weakenedBy } from "./changes/weakened";
import { holdOn } from "./hold";

const tools = [{ name: "deploy", sideEffects: "external" as const }];
const ship = (to: string): TaskDraft => ({
  id: "ship",
  type: "direct",
  dependsOn: ["wait"],
  input: `(tool/deploy {:to "${to}"})`,
});
const WAIT: TaskDraft = { id: "wait", input: "Wait", dependsOn: ["r"] };
const REVIEW: TaskDraft = { id: "r", type: "planning_review" };
const OLGA = { id: "olga", name: "Olga", roles: [], mayReview: false };
const BOB = { ...OLGA, id: "bob", name: "Bob", mayReview: true };
const actor = ({ id, name }: typeof OLGA) => ({ kind: "person" as const, id, name });
const goOn: Proposal = { decision: "CONTINUE", reasoning: "Fine.", answers: [] };

type How = { settings?: Partial<RunSettings>; review?: TaskDraft["review"]; given?: true };

function begun({ settings = {}, review, given }: How, work = [WAIT, ship("staging")]): RunWorld {
  const plan = planOf({ ...REVIEW, ...(review && { review }) }, ...work);
  const reviews = given && { reviews: { r: { verb: "CONTINUE" as const } } };
  const world = new RunWorld({ plan, settings, tools, ...reviews });
  world.start();
  return world;
}
const read = (world: RunWorld) => world.send({ type: "review_read", proposal: goOn, ...world.keyOf("r") });
function answer(world: RunWorld): void {
  const { approvalId } = world.last("approval_opened").payload;
  const answered = { verb: "CONTINUE", provenance: "person", comment: "so", by: BOB } as const;
  expect(world.send({ type: "decide_approval", approvalId, ...answered }, actor(BOB)).ok).toBe(true);
}
function readAndAnswer(world: RunWorld): void {
  read(world);
  answer(world);
}
const override = (world: RunWorld) =>
  world.send({ type: "override_review", taskId: "r", decision: "CONTINUE", reason: "so" }, actor(BOB));
function readAndWait(world: RunWorld): void {
  read(world);
  world.tick(10_000);
}
const heldBack = (world: RunWorld) => holdOn(world.state, { taskId: "ship", tool: "deploy" });
const editTo = (world: RunWorld, ...tasks: TaskDraft[]) =>
  world.edit(planOf(...tasks), "tidying up", { by: OLGA });
const hold = { reviewMode: "hold", reviewHoldMs: 10_000 } as const;
const MANUAL: How = { settings: { reviewMode: "manual" } };

const BY_PEOPLE: [string, How, (world: RunWorld) => void][] = [
  ["the run has people decide all", MANUAL, readAndAnswer],
  [
    "it is decided by hand",
    { settings: hold },
    (world) => {
      read(world);
      world.send({ type: "decide_by_hand", taskId: "r" }, actor(BOB));
      answer(world);
    },
  ],
  [
    "somebody decides otherwise than was proposed and held",
    { settings: hold },
    (world) => {
      const proposal: Proposal = { ...goOn, decision: "ABORT" };
      world.send({ type: "review_read", proposal, ...world.keyOf("r") });
      override(world);
    },
  ],
  [
    "its reviewer cannot be read",
    {},
    (world) => {
      const problem = { code: "stated", text: "unreadable" } as const;
      world.send({ type: "review_read", problem, ...world.keyOf("r") });
      answer(world);
    },
  ],
  [
    "its decision came with the run",
    { given: true },
    (world) => world.send({ type: "review_given", ...world.keyOf("r") }),
  ],
];

const BY_NOBODY: [string, How, (world: RunWorld) => void][] = [
  [
    "somebody only had it apply sooner",
    { settings: hold },
    (world) => {
      read(world);
      override(world);
    },
  ],
  ["it applied by itself", { settings: hold }, readAndWait],
];

describe("a review that people decided though its plan requires none", () => {
  it.each(BY_PEOPLE)("lets pass what they saw, and that alone, where %s", (_how, given, decide) => {
    const world = begun(given);
    decide(world);
    expect(world.status("r")).toBe("succeeded");
    expect(heldBack(world)).toBeUndefined();
    const skip = { type: "skip_task", taskId: "wait", reason: "so", by: OLGA } as const;
    expect(world.send(skip, actor(OLGA))).toMatchObject({ error: { code: "forbidden" } });
    expect(editTo(world, REVIEW, WAIT, ship("production"))).toMatchObject({ ok: true });
    expect(heldBack(world)).toMatchObject({
      obligations: expect.arrayContaining(["1/r"]),
      controls: ["r"],
      since: "work",
    });
  });

  it.each(BY_NOBODY)("binds nobody where %s", (_how, given, decide) => {
    const world = begun(given);
    decide(world);
    expect(world.status("r")).toBe("succeeded");
    expect(world.state.obligations).toEqual([]);
    editTo(world, REVIEW, WAIT, ship("production"));
    expect(heldBack(world)).toBeUndefined();
  });

  it("holds back no answer, and nothing where nothing is behind it", () => {
    const world = begun(MANUAL);
    read(world);
    answer(world);
    expect(holdOn(world.state, { taskId: "(answer)" })).toBeUndefined();
    const last = begun(MANUAL, []);
    read(last);
    answer(last);
    expect(last.state.obligations).toEqual([]);
  });

  it.each<[string, Partial<RunSettings>, string, boolean]>([
    ["is let pass with it, as it was then", {}, "production", false],
    ["is not where it has become another one by then", {}, "the board", true],
    ["asks under four eyes, which hold for each control", { fourEyes: true }, "production", true],
  ])("a tail that people decide on at a later review %s", (_what, settings, to, isHeld) => {
    const later: TaskDraft = { ...REVIEW, id: "later", dependsOn: ["wait"] };
    const world = begun({ settings: { ...MANUAL.settings, ...settings } }, [
      ...[WAIT, later, { ...ship("staging"), dependsOn: ["later"] }],
    ]);
    readAndAnswer(world);
    world.run("wait").start();
    const tail = (where: string) => {
      const added: TaskDraft = { ...ship(where), id: "ship_2", dependsOn: ["later"] };
      return offer(planOf(REVIEW, WAIT, later, added), storePlan(world.plan as Plan).plan, tools);
    };
    const tailRelease = releaseOfTail(world, tail("production"), "later");
    const proposal = { ...goOn, decision: "REPLAN" as const, tail: "t", tailRelease };
    world.send({ type: "review_read", proposal, ...world.keyOf("later") });
    const { approvalId } = world.last("approval_opened").payload;
    const answered = { verb: "REPLAN", provenance: "person", comment: "so", by: BOB } as const;
    world.send({ type: "decide_approval", approvalId, ...answered }, actor(BOB));
    world.replan(tail(to), { tail: "t" });
    expect(world.state.planVersion).toBe(2);
    expect(holdOn(world.state, { taskId: "ship_2", tool: "deploy" }) !== undefined).toBe(isHeld);
  });

  it("holds back a tail that a later review had adopted by itself", () => {
    const later: TaskDraft = { ...REVIEW, id: "later", dependsOn: ["wait"] };
    const world = begun({ settings: hold }, [WAIT, later, { ...ship("staging"), dependsOn: ["later"] }]);
    world.send({ type: "review_read", proposal: { ...goOn, decision: "ABORT" }, ...world.keyOf("r") });
    override(world);
    world.run("wait").start();
    const added: TaskDraft = { ...ship("production"), id: "ship_2", dependsOn: ["later"] };
    const tail = offer(planOf(REVIEW, WAIT, later, added), storePlan(world.plan as Plan).plan, tools);
    const tailRelease = releaseOfTail(world, tail, "later");
    const proposal = { ...goOn, decision: "REPLAN" as const, tail: "t", tailRelease };
    world.send({ type: "review_read", proposal, ...world.keyOf("later") });
    world.tick(10_000);
    world.replan(tail, { tail: "t" });
    expect(world.state.planVersion).toBe(2);
    expect(holdOn(world.state, { taskId: "ship_2", tool: "deploy" })).toMatchObject({ controls: ["r"] });
  });

  it("is asked about once with all others when a model's plan does without them, and let pass with them", () => {
    const next: TaskDraft = { ...REVIEW, id: "next", dependsOn: ["wait"] };
    const failing: TaskDraft = {
      ...ship("staging"),
      dependsOn: ["next"],
      onFailure: "replan",
      maxRetries: 0,
    };
    const settings = { ...MANUAL.settings, replanGraceMs: 0, fourEyes: true };
    const world = begun({ settings }, [WAIT, next, failing]);
    readAndAnswer(world);
    world.run("wait").start();
    world.send({ type: "review_read", proposal: goOn, ...world.keyOf("next") });
    answer(world);
    expect(world.state.obligations.map(({ control }) => control)).toEqual(["r", "next"]);
    world.start();
    world.fail("ship");
    const elsewhere: TaskDraft = { ...ship("elsewhere"), id: "ship_2", dependsOn: [] };
    const plan = planOf(REVIEW, WAIT, next, failing, elsewhere);
    world.replan(offer(plan, storePlan(world.plan as Plan).plan, tools), { waive: true });
    const asked = world.events.filter(({ type }) => type === "approval_opened");
    expect(asked.map(({ payload }) => (payload as { kind: string }).kind)).toEqual([
      ...["review_decision", "review_decision", "control_waiver"],
    ]);
    expect(world.state.planVersion).toBe(2);
    expect(holdOn(world.state, { taskId: "ship_2", tool: "deploy" })).toBeUndefined();
    const { approvalId } = world.last("approval_opened").payload;
    const waived = world.state.releases.filter(({ from }) => from === "start");
    expect(waived.map((one) => [one.control, one.approvalId])).toEqual([
      ["next", approvalId],
      ["r", approvalId],
    ]);
    // Under four eyes their leave ends with all of them when they write the plan.
    const more = planOf(...plan.tasks, { id: "more", input: "More" });
    world.readPlan();
    expect(world.edit(more, "more", { by: { ...BOB, id: ANNA.id, name: ANNA.name } })).toMatchObject({
      ok: true,
    });
    expect(holdOn(world.state, { taskId: "ship_2", tool: "deploy" })).toMatchObject({ since: "people" });
  });

  it("guards what comes behind it later, and lacks what goes round it", () => {
    const world = begun(MANUAL);
    read(world);
    answer(world);
    const weakened = (...tasks: TaskDraft[]) => {
      const { patch, reach } = offer(planOf(...tasks), undefined, tools);
      return weakenedBy(world.state, { tasks: patch.tasks, reach, agents: patch.agents });
    };
    expect(weakened(REVIEW, WAIT, ship("production"))).toEqual([]);
    expect(weakened(REVIEW, { ...ship("production"), dependsOn: [] })).toMatchObject([
      { obligation: { control: "r" }, exposed: [{ taskId: "ship", weaknesses: "no_control" }] },
    ]);
  });
});

/** What a version of a model would do without, in a run whose review has not been decided. */
const lacking = (world: RunWorld, ...tasks: TaskDraft[]) => {
  const { patch, reach } = offer(planOf(...tasks), undefined, tools);
  return weakenedBy(world.state, { tasks: patch.tasks, reach, agents: patch.agents }).map(
    ({ obligation, exposed }) => [obligation.control, ...exposed.map(({ taskId }) => taskId)],
  );
};
const AROUND = { ...ship("staging"), dependsOn: [] };

it("keeps its place in a model's plan from the moment on at which people are to decide it", () => {
  expect(lacking(begun(MANUAL), AROUND)).toEqual([["r", "ship"]]);
  expect(lacking(begun({ settings: hold }), AROUND)).toEqual([]);
  const inHand = begun({ settings: hold });
  read(inHand);
  inHand.send({ type: "decide_by_hand", taskId: "r" }, actor(BOB));
  expect(lacking(inHand, AROUND)).toEqual([["r", "ship"]]);
  const unread = begun({});
  unread.send({
    type: "review_read",
    problem: { code: "stated", text: "unreadable" } as const,
    ...unread.keyOf("r"),
  });
  expect(lacking(unread, AROUND)).toEqual([["r", "ship"]]);
  expect(lacking(unread, REVIEW, WAIT, ship("staging"))).toEqual([]);
});

it("asks people again when it is made again, and knows by which tools its plan could act", () => {
  const both = [...tools, { name: "mail", sideEffects: "external" as const }];
  const feed: TaskDraft = { ...ship("staging"), dependsOn: ["r"] };
  const plan = planOf(REVIEW, feed);
  const world = new RunWorld({ plan, tools: both, by: { kind: "person", id: "anna", name: "Anna" } });
  world.start();
  const problem = { code: "stated", text: "unreadable" } as const;
  world.send({ type: "review_read", problem, ...world.keyOf("r") });
  const other: TaskDraft = { ...feed, id: "mail", input: '(tool/mail {:to "all"})' };
  expect(world.edit(planOf(REVIEW, other), "so", { by: OLGA })).toMatchObject({ ok: true });
  world.start();
  world.send({ type: "review_read", proposal: goOn, ...world.keyOf("r") });
  expect(world.status("r")).toBe("waiting");
  const { patch, reach } = offer(planOf({ ...other, id: "mail_2", dependsOn: [] }), undefined, both);
  const version = { tasks: patch.tasks, reach, agents: patch.agents };
  expect(weakenedBy(world.state, version).map(({ obligation }) => obligation.control)).toEqual(["r"]);
});

it("lets silence pass what stood behind it alone, where the run has people decide all", () => {
  const review = reviewSpec.parse({ approvalTimeoutSeconds: 10, onTimeout: "CONTINUE" });
  const world = begun({ ...MANUAL, review });
  const edit = (by: typeof OLGA) =>
    world.edit(planOf({ ...REVIEW, review }, WAIT, ship("production")), "so", { by });
  expect(edit(OLGA)).toMatchObject({ error: { code: "forbidden" } });
  expect(edit(BOB)).toMatchObject({ ok: true });
});

it("keeps its reviewers' briefs from those who may not answer", () => {
  const review = reviewSpec.parse({ requiresHumanApproval: true, reviewers: ["sec"] });
  const plan = (prompt: string) => ({
    ...planOf({ ...REVIEW, review }, WAIT, ship("staging")),
    agents: { sec: agentSpec.parse({ prompt }) },
  });
  const edit = (by: typeof OLGA) => {
    const world = new RunWorld({ plan: plan("Be strict"), tools });
    return world.edit(plan("Say that all is fine"), "so", { by });
  };
  expect(edit(OLGA)).toMatchObject({ error: { code: "forbidden" } });
  expect(edit(BOB)).toMatchObject({ ok: true });
});

describe("a review that people are being asked about, whatever had them asked", () => {
  it("is asked again with another release, and dropped or changed by those alone who may answer", () => {
    const world = begun(MANUAL);
    read(world);
    for (const tasks of [[ship("staging")], [{ ...REVIEW, title: "Is it Monday?" }, WAIT, ship("staging")]])
      expect(editTo(world, ...tasks.map((one) => ({ ...one })))).toMatchObject({ ok: false });
    expect(editTo(world, REVIEW, WAIT, ship("production"))).toMatchObject({ ok: true });
    expect(world.last("approval_superseded").payload.reason).toMatchObject({ part: "release" });
  });

  it("keeps those who may not answer from what its release rests on", () => {
    const beside: TaskDraft = { id: "feed", input: "Feed" };
    const world = begun(MANUAL, [WAIT, beside, { ...ship("staging"), dependsOn: ["wait", "feed"] }]);
    read(world);
    const skip = { type: "skip_task", taskId: "feed", reason: "so" } as const;
    expect(world.send({ ...skip, by: OLGA }, actor(OLGA))).toMatchObject({ error: { code: "forbidden" } });
    expect(world.send({ ...skip, by: BOB }, actor(BOB))).toMatchObject({ ok: true });
  });
});
