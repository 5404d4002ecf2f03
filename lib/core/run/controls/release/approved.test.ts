import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../../stored-value";
import { releaseOfGate } from "../../controls/release/asked";
import { needsWorker, statusOf } from "../../effects/status-of";
import type { RunSettings } from "../../settings";
import { holdOn } from "../hold";
import { isLetAct, toldOfOthers } from "./approved";
import { toldHow } from "./traces";

const tools = [{ name: "mail", sideEffects: "external" as const }];
const MAIL: TaskDraft = {
  id: "mail",
  type: "direct",
  input: '(tool/mail {:to "board"})',
  dependsOn: ["look"],
};
const LOOK: TaskDraft = { id: "look", input: "the figures" };
const NOTE: TaskDraft = { id: "note", type: "direct", input: "1" };
const LATER: TaskDraft = { id: "later", input: "the rest" };
const TASKS = [LOOK, MAIL, NOTE];

const voter = (name: string, mayReview: boolean) => ({ id: name.toLowerCase(), name, roles: [], mayReview });
const OLGA = voter("Olga", false);
const BOB = voter("Bob", true);
const actorOf = ({ id, name }: typeof BOB) => ({ kind: "person" as const, id, name });

const decide = (world: RunWorld, verb: "approve" | "reject" | "request_changes", by = BOB) => {
  const { approvalId } = world.last("approval_opened").payload;
  const answer = {
    type: "decide_approval",
    approvalId,
    verb,
    provenance: "person",
    comment: "so",
    by,
  } as const;
  return world.send(answer, actorOf(by));
};

/** A run of Anna whose plan a model wrote and Bob approved. */
function approved(settings: Partial<RunSettings> = {}, ...tasks: TaskDraft[]): RunWorld {
  const critic = { mode: "off", minScore: 0 } as const;
  const world = new RunWorld({ settings: { critic, planApproval: true, ...settings }, tools, by: ANNA });
  world.plan = planOf(...(tasks.length > 0 ? tasks : TASKS));
  world.start();
  const plan = offer(world.plan, undefined, tools);
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan });
  decide(world, "approve");
  return world;
}

const edit = (world: RunWorld, tasks: TaskDraft[], by = OLGA) =>
  world.edit(planOf(...tasks), "tidying up", { by });
const FORBIDDEN = {
  ok: false,
  error: { code: "forbidden", message: expect.stringMatching(/^People let this plan run/) },
};

const MORE: TaskDraft = { id: "more", type: "direct", input: '(tool/mail {:to "all"})' };
const CHANGES: [string, TaskDraft[]][] = [
  ["adds an act", [...TASKS, MORE]],
  ["repeats one", [...TASKS, { ...MAIL, id: "mail_2" }]],
  ["does one otherwise", [LOOK, { ...MAIL, id: "mail_2", input: '(tool/mail {:to "all"})' }, NOTE]],
  ["puts other work before one", [{ ...LOOK, input: "the salaries" }, MAIL, NOTE]],
  ["goes on to one without what comes before it", [{ ...LOOK, critical: false }, MAIL, NOTE]],
];

describe("an approved plan", () => {
  it.each(CHANGES)("is up to those who could approve it where an edit %s", (_, tasks) => {
    expect(edit(approved(), tasks)).toMatchObject(FORBIDDEN);
    expect(edit(approved(), tasks, BOB)).toMatchObject({ ok: true });
    // Its editor is its author then.
    expect(edit(approved({ fourEyes: true }), tasks, BOB)).toMatchObject(FORBIDDEN);
  });

  it("may be edited by anyone in what does not act, and in what acts no more", () => {
    expect(edit(approved(), [LOOK, MAIL, { ...NOTE, input: "2" }])).toMatchObject({ ok: true });
    expect(edit(approved(), [LOOK, NOTE])).toMatchObject({ ok: true });
    expect(edit(approved({ fourEyes: true }), [LOOK, MAIL])).toMatchObject({ ok: true });
  });

  it("is no control where nobody approved it", () => {
    const world = new RunWorld({ plan: planOf(...TASKS), tools, by: ANNA });
    expect(edit(world, [...TASKS, MORE])).toMatchObject({ ok: true });
  });

  it("keeps who could not approve it from the work on which an act rests", () => {
    const world = approved({ fourEyes: true });
    world.start();
    const to = (taskId: string, by: typeof BOB) => ({ taskId, reason: "known", by });
    const value = storeValue("other figures").stored;
    const hands = (taskId: string, by: typeof BOB) => [
      world.send({ type: "steer", message: "Mail all", ...to(taskId, by) }, actorOf(by)),
      world.send({ type: "skip_task", ...to(taskId, by) }, actorOf(by)),
      world.send({ type: "supply_result", value, ...to(taskId, by) }, actorOf(by)),
    ];
    for (const by of [OLGA, voter("Anna", true)])
      for (const outcome of hands("look", by)) expect(outcome).toMatchObject(FORBIDDEN);
    expect(world.send({ type: "skip_task", ...to("note", OLGA) }, actorOf(OLGA))).toMatchObject({ ok: true });
    expect(hands("look", BOB)[0]).toMatchObject({ ok: true });
  });

  it.each(["failed", "skipped"])("holds for acts that have %s, since they may be tried again", (how) => {
    const mail = { ...MAIL, critical: false, maxRetries: 0 };
    const world = approved({}, { ...LOOK, critical: false }, mail, LATER);
    const retry = (taskId: string, by = OLGA) => world.send({ type: "retry_task", taskId, by }, actorOf(by));
    const skip = (taskId: string) =>
      world.send({ type: "skip_task", taskId, reason: "so", by: BOB }, actorOf(BOB));
    if (how === "failed") {
      skip("look");
      world.start();
      world.fail("mail");
    } else {
      skip("mail");
      skip("look");
    }
    expect(world.status("mail")).toBe(how);
    // What one of those people skipped one of them tries again.
    expect(retry("look")).toMatchObject(FORBIDDEN);
    expect(retry("look", BOB)).toMatchObject({ ok: true });
    const other = { ...LOOK, critical: false, input: "the salaries" };
    expect(edit(world, [other, mail, LATER])).toMatchObject(FORBIDDEN);
    const supplied = { taskId: "look", value: storeValue("EVIL").stored, reason: "known", by: OLGA };
    expect(world.send({ type: "supply_result", ...supplied }, actorOf(OLGA))).toMatchObject(FORBIDDEN);
    expect(isLetAct(world.state, "look")).toBe(true);
    expect(retry("mail")).toMatchObject(how === "skipped" ? FORBIDDEN : { ok: true });
  });
});

describe("what those who work on released work are told of other tasks", () => {
  it("is what flows into theirs, and of any other work everything", () => {
    const beside: TaskDraft = { id: "beside", input: "note it" };
    const review: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["look"] };
    const world = approved({}, LOOK, beside, review, { ...MAIL, dependsOn: ["r"] });
    const told = (taskId: string) =>
      ["look", "beside", "r", "mail"].filter(toldOfOthers(world.state, taskId));
    expect(told("r")).toEqual(["look", "r"]);
    expect(told("mail")).toEqual(["look", "r", "mail"]);
    expect(told("beside")).toEqual(["look", "beside", "r", "mail"]);
  });
});

describe("work that carries on the lineage of released work", () => {
  const gate: TaskDraft = { id: "g", type: "human_review" };
  const review: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["g"] };
  const act: TaskDraft = { ...MAIL, dependsOn: ["r"] };
  const added = (replaces: string): TaskDraft => ({ ...NOTE, id: "q", title: "Pay mallory", replaces });

  it.each(["r", "mail"])("is told to nobody who does %s, since its writer chose it", (taskId) => {
    const world = new RunWorld({ tools, plan: planOf(gate, review, act), by: ANNA });
    world.start();
    world.send({
      type: "gate_shown",
      shown: storeValue("?").stored,
      digest: "d",
      prompt: "?",
      ...world.keyOf("g"),
    });
    decide(world, "approve");
    expect(edit(world, [gate, review, act, added(taskId)])).toMatchObject({ ok: true });
    expect(world.state.tasks.q?.spec.lineage).toBe(taskId);
    const told = ["g", "r", "mail", "q"].filter(toldOfOthers(world.state, taskId));
    expect(told).toEqual(taskId === "r" ? ["g", "r"] : ["g", "r", "mail"]);
    world.run("q");
    expect(toldHow(world.state, taskId)("q", 1)).toBe(false);
  });

  it("is told to those who do an approved plan no more", () => {
    const world = approved();
    expect(edit(world, [...TASKS, { ...NOTE, id: "q", replaces: "mail" }])).toMatchObject({ ok: true });
    expect(["look", "mail", "note", "q"].filter(toldOfOthers(world.state, "mail"))).toEqual(["look", "mail"]);
  });
});

describe("what those read who work beside a control before people are asked there", () => {
  it("is what flows into that work alone, while those before the control read everything", () => {
    const beside: TaskDraft = { id: "beside", input: "note it" };
    const before: TaskDraft = { id: "before", type: "planning_review", dependsOn: ["look"] };
    const gate: TaskDraft = { id: "g", type: "human_review", dependsOn: ["before"] };
    const review: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["look"] };
    const acts = { ...MAIL, dependsOn: ["g", "r"] };
    const world = new RunWorld({ tools, plan: planOf(LOOK, beside, before, gate, review, acts) });
    const told = (taskId: string) => ["look", "beside", "r"].filter(toldOfOthers(world.state, taskId));
    expect(told("r")).toEqual(["look", "r"]);
    expect(told("before")).toEqual(["look", "beside", "r"]);
  });
});

describe("a fork of a run whose plan was approved", () => {
  it("asks about it before anything goes on, under the same terms", () => {
    const world = approved({ fourEyes: true });
    const fork = world.fork(world.state.seq);
    expect(fork.last("approval_opened").payload).toMatchObject({
      kind: "plan_approval",
      fourEyes: true,
      question: { about: "plan", version: 1 },
    });
    expect(fork.startable()).toEqual([]);
    expect(decide(fork, "approve", voter("Anna", true))).toMatchObject({ error: { code: "forbidden" } });
    decide(fork, "approve");
    expect(fork.start().sort()).toEqual(["look", "note"]);
  });

  it("asks about it where all that acts has failed, shows that, and lets it be tried again", () => {
    const world = approved({}, LOOK, { ...MAIL, critical: false, maxRetries: 0 }, LATER);
    world.start();
    world.succeed("look");
    world.start();
    world.fail("mail");
    const fork = world.fork(world.state.seq);
    expect(fork.last("approval_opened").payload).toMatchObject({ kind: "plan_approval" });
    const question = { kind: "plan_approval" } as const;
    expect(releaseOfGate(fork.state, question).map(({ task }) => task.id)).toEqual(["mail", "later"]);
    decide(fork, "approve");
    fork.send({ type: "retry_task", taskId: "mail", by: OLGA }, actorOf(OLGA));
    expect(holdOn(fork.state, { taskId: "mail", tool: "mail" })).toBeUndefined();
  });

  it("lets nothing go on that was at work in its parent, until it may", () => {
    const world = approved({}, LOOK, MAIL);
    world.start();
    world.succeed("look");
    world.start();
    const fork = world.fork(world.state.seq);
    expect(fork.state.tasks.mail).toMatchObject({ status: "running", attempt: 2 });
    expect(fork.startable()).toEqual([]);
    expect(fork.start()).toEqual([]);
    decide(fork, "approve");
    expect(fork.start()).toEqual(["mail"]);
  });

  it("has its plan written otherwise as people wish, and still lets nothing go on", () => {
    const world = approved({}, LOOK, MAIL);
    world.start();
    const fork = world.fork(world.state.seq);
    decide(fork, "request_changes");
    expect(fork.startable()).toMatchObject([{ kind: "replan" }]);
    const { order } = fork.state;
    const next = offer(planOf(LOOK, MAIL, NOTE), undefined, tools);
    fork.replan({ ...next, patch: { ...next.patch, tasks: next.patch.tasks.slice(order.length) } });
    expect(fork.last("approval_opened").payload).toMatchObject({ kind: "plan_approval", planVersion: 2 });
    expect(fork.startable()).toEqual([]);
    decide(fork, "approve");
    expect(fork.start().sort()).toEqual(["look", "note"]);
  });

  it("asks about a plan that a failure had halted before anybody reviews or replans it", () => {
    const world = approved({ replanOnFailure: true, replanCooldownMs: 0 }, LOOK, MAIL);
    world.start();
    world.fail("look");
    const fork = world.fork(world.state.seq);
    expect(fork.state.replan).toBeDefined();
    expect(fork.startable()).toEqual([]);
    decide(fork, "approve");
    expect(fork.startable()).toMatchObject([{ kind: "replan" }]);
  });

  it("asks about the version wished for where a failure halts what stands still", () => {
    const gate: TaskDraft = { id: "g", type: "human_review" };
    const world = approved({}, NOTE, gate, { ...MAIL, dependsOn: ["g"] });
    world.start();
    const { stored: shown } = storeValue("Mail?");
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "Mail?", ...world.keyOf("g") });
    const fork = world.fork(world.state.seq);
    decide(fork, "request_changes");
    fork.start();
    const [approvalId = ""] = Object.keys(fork.state.openApprovals);
    const rejection = { verb: "reject", provenance: "person", comment: "no", by: BOB } as const;
    fork.send({ type: "decide_approval", approvalId, ...rejection }, actorOf(BOB));
    const next = offer(planOf(NOTE, gate, { ...MAIL, dependsOn: ["g"] }, LOOK), undefined, tools);
    fork.replan({ ...next, patch: { ...next.patch, tasks: next.patch.tasks.slice(3) } });
    expect(fork.state.halt).toBeDefined();
    expect(fork.last("approval_opened").payload).toMatchObject({ kind: "plan_approval", planVersion: 2 });
    expect(fork.startable()).toEqual([]);
    decide(fork, "approve");
    expect(fork.start()).toEqual(["note"]);
  });

  it("holds the decisions of reviews for their whole time from when it may go on, but where somebody decides", () => {
    const reviews = ["r", "s"].map((id): TaskDraft => ({ id, type: "planning_review" }));
    const mail = { ...MAIL, dependsOn: ["r", "s"] };
    const world = approved({ reviewMode: "hold", reviewHoldMs: 10_000 }, ...reviews, mail);
    world.start();
    const proposal = { decision: "CONTINUE" as const, reasoning: "fine", answers: [] };
    for (const id of ["r", "s"]) world.send({ type: "review_read", proposal, ...world.keyOf(id) });
    const fork = world.fork(world.state.seq);
    fork.send({ type: "claim_review", taskId: "s", by: BOB }, actorOf(BOB));
    fork.tick(20_000);
    expect(Object.keys(fork.state.held)).toEqual(["r", "s"]);
    expect([statusOf(fork.state), needsWorker(fork.state)]).toEqual(["waiting", false]);
    decide(fork, "approve");
    expect(fork.state.held.r).toBe(fork.now + 10_000);
    expect(fork.state.tasks.s?.claim).toMatchObject({ remainingMs: 10_000 });
    fork.tick(10_000);
    expect([fork.status("r"), fork.status("s")]).toEqual(["succeeded", "running"]);
  });

  it("asks nothing where nothing is still to act, or nobody approved it", () => {
    const done = approved({}, LOOK, NOTE);
    expect(done.fork(done.state.seq).start().sort()).toEqual(["look", "note"]);
    const world = new RunWorld({ plan: planOf(...TASKS), tools });
    expect(world.fork(world.state.seq).state.openApprovals).toEqual({});
  });

  it("asks about the plan that it is given, whoever of those gives it who could not let it pass", () => {
    const world = approved();
    const next = planOf(...TASKS, MORE);
    const plan = offer(next, undefined, tools);
    const [more] = offer(next, undefined, tools).patch.tasks.slice(-1);
    const patch = { ...plan.patch, tasks: more ? [more] : [] };
    const changed = { plan: { ...plan, patch }, reason: "so" };
    const fork = world.fork(world.state.seq, 0, { ...changed, by: OLGA });
    expect(fork.forked).toMatchObject({ ok: true });
    expect(fork.last("approval_opened").payload).toMatchObject({ kind: "plan_approval", planVersion: 2 });
    expect(fork.startable()).toEqual([]);
    const own = world.fork(world.state.seq, 0, { ...changed, by: BOB });
    expect(own.start().sort()).toEqual(["look", "more", "note"]);
  });

  it("asks about whatever version comes before people have let one pass", () => {
    const world = approved();
    const fork = world.fork(world.state.seq);
    fork.send({ type: "request_replan", instruction: "more" }, actorOf(OLGA));
    const next = planOf(...TASKS, MORE);
    const plan = offer(next, undefined, tools);
    fork.replan({ ...plan, patch: { ...plan.patch, tasks: plan.patch.tasks.slice(-1) } });
    expect(fork.state.planVersion).toBe(2);
    expect(fork.last("approval_opened").payload).toMatchObject({ kind: "plan_approval", planVersion: 2 });
    expect(fork.startable()).toEqual([]);
    decide(fork, "approve");
    expect(fork.start().sort()).toEqual(["look", "more", "note"]);
  });
});
