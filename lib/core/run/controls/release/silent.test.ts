import { describe, expect, it } from "vitest";
import { askedRun, refining, writeRefinement } from "@/lib/testing/runs/refined-run";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { type Plan, reviewSpec } from "../../../plan/schema";
import { storePlan } from "../../../plan/store";
import { storeValue } from "../../../stored-value";
import { truncateSummary } from "../../truncate/summary";
import { sayDenial } from "./leave";

const tools = [{ name: "mail", sideEffects: "external" as const }];
const GATE: TaskDraft = {
  id: "g",
  type: "human_review",
  gate: { prompt: "Mail?", assignees: [], quorum: 1, timeoutSeconds: 60, onTimeout: "approve" },
};
const LOOK: TaskDraft = { id: "look", input: "the figures", dependsOn: ["g"] };
const MAIL: TaskDraft = {
  id: "mail",
  type: "direct",
  input: '(tool/mail {:to "board"})',
  dependsOn: ["look"],
};
const voter = (name: string, mayReview: boolean) => ({ id: name.toLowerCase(), name, roles: [], mayReview });

it.each<[string, TaskDraft[]]>([
  ["what acts", [LOOK, { ...MAIL, input: '(tool/mail {:to "all"})' }]],
  ["what leads to it", [{ ...LOOK, input: "the salaries" }, MAIL]],
])("behind a gate that passes in silence %s is changed by who may review alone", (_, tasks) => {
  const edit = (mayReview: boolean, silence: "approve" | "reject" = "approve") => {
    const gate = { ...GATE, gate: { ...GATE.gate, onTimeout: silence } } as TaskDraft;
    const world = new RunWorld({ tools, plan: planOf(gate, LOOK, MAIL) });
    return world.edit(planOf(gate, ...tasks), "so", { by: voter("Olga", mayReview) });
  };
  expect(edit(false)).toMatchObject({ ok: false, error: { code: "forbidden" } });
  expect(edit(true)).toMatchObject({ ok: true });
  // There somebody has to see it before it acts.
  expect(edit(false, "reject")).toMatchObject({ ok: true });
});

it("what acts behind a review that its condition may pass is changed by who may review alone", () => {
  const edit = (mayReview: boolean, condition?: string) => {
    const review = { requiresHumanApproval: true, ...(condition !== undefined && { condition }) };
    const look: TaskDraft = { id: "look", type: "planning_review", review };
    const world = new RunWorld({ tools, plan: planOf(look, MAIL) });
    const all = { ...MAIL, input: '(tool/mail {:to "all"})' };
    return world.edit(planOf(look, all), "so", { by: voter("Olga", mayReview) }).ok;
  };
  expect([edit(false, "(pos? 1)"), edit(true, "(pos? 1)"), edit(false)]).toEqual([false, true, true]);
});

/** A run of Anna's plan whose first task failed, and for which a model writes this tail. */
function replanned(silence: "approve" | "reject", ...tail: TaskDraft[]): RunWorld {
  const gate = { ...GATE, gate: { ...GATE.gate, onTimeout: silence }, dependsOn: ["find"] } as TaskDraft;
  const find: TaskDraft = { id: "find", title: "Find", onFailure: "replan", maxRetries: 0 };
  const world = new RunWorld({ tools, plan: planOf(find, gate, LOOK, MAIL), by: ANNA });
  world.start();
  world.fail("find");
  const again: TaskDraft = { ...find, id: "find_v2", replaces: "find" };
  const after = { ...gate, dependsOn: ["find_v2"] } as TaskDraft;
  world.plan = planOf(find, again, after, ...tail);
  expect(world.replan(offer(world.plan, undefined, tools))).toMatchObject({ ok: true });
  expect(world.state.planVersion).toBe(2);
  world.run("find_v2").start();
  return world;
}

it("lets silence pass nothing that a model wrote behind it in people's plan, and that somebody has to see then", () => {
  const opened = (...tail: TaskDraft[]) => {
    const world = replanned("approve", ...tail);
    world.send({
      type: "gate_shown",
      shown: storeValue("All is well").stored,
      digest: "d1",
      prompt: "Mail?",
      ...world.keyOf("g"),
    });
    return world.last("approval_opened").payload.onTimeout;
  };
  expect(opened(LOOK, MAIL)).toBe("approve");
  const again = (task: TaskDraft): TaskDraft => ({
    ...task,
    id: `${task.id}_v2`,
    replaces: task.id as string,
  });
  expect(opened(LOOK, { ...again(MAIL), input: '(tool/mail {:to "all"})' })).toBe("reject");
  const after = { ...again(MAIL), dependsOn: ["look_v2"] };
  expect(opened({ ...again(LOOK), input: "the salaries" }, after)).toBe("reject");
});

it("lets silence pass nothing as often as nobody let it act, be it the same", () => {
  const more: TaskDraft = { ...MAIL, id: "mail_v2" };
  const edited = (mayReview: boolean) => {
    const world = new RunWorld({ tools, plan: planOf(GATE, LOOK, MAIL) });
    return world.edit(planOf(GATE, LOOK, MAIL, more), "so", { by: voter("Olga", mayReview) }).ok;
  };
  expect([edited(false), edited(true)]).toEqual([false, true]);
  expect(silenceAt(replanned("approve", LOOK, MAIL, more))).toBe("reject");
  expect(silenceAt(replanned("approve", LOOK, MAIL))).toBe("approve");
});

it("lets no silence pass what acts behind a gate that a model wrote, be it in the plan that the run begins with", () => {
  const given = { tools, plan: planOf(GATE, LOOK, MAIL) };
  const ofPerson = new RunWorld({ ...given, by: ANNA });
  const ofModel = new RunWorld({ ...given, origin: "planner" });
  expect([silenceAt(ofPerson), silenceAt(ofModel)]).toEqual(["approve", "reject"]);
});

it("lets no silence pass a review that somebody takes in hand, for a deadline that a model gave it", () => {
  const find: TaskDraft = { id: "find", title: "Find", onFailure: "replan", maxRetries: 0 };
  const silence = { approvalTimeoutSeconds: 60, onTimeout: "CONTINUE" };
  const look = (dependsOn: string[], review: object): TaskDraft => ({
    id: "g",
    title: "Look",
    type: "planning_review",
    dependsOn,
    review: reviewSpec.parse(review),
  });
  const settings = { reviewMode: "hold", reviewHoldMs: 9_000 } as const;
  const taken = (written: object) => {
    const plan = planOf(find, look(["find"], written), LOOK, MAIL);
    const world = new RunWorld({ tools, settings, plan, by: ANNA });
    world.start();
    world.fail("find");
    const again: TaskDraft = { ...find, id: "find_v2", replaces: "find" };
    const review: TaskDraft = { ...look(["find_v2"], silence), id: "g_v2", replaces: "g" };
    world.plan = planOf(find, again, review, { ...LOOK, dependsOn: ["g_v2"] }, MAIL);
    world.replan(offer(world.plan, undefined, tools));
    world.run("find_v2").start();
    const proposal = { decision: "CONTINUE" as const, reasoning: "fine", answers: [], reviewer: "reviewer" };
    world.send({ type: "review_read", ...world.keyOf("g_v2"), proposal });
    world.send({ type: "decide_by_hand", taskId: "g_v2" }, ANNA);
    return world.last("approval_opened").payload.onTimeout;
  };
  expect([taken(silence), taken({})]).toEqual(["CONTINUE", "abort"]);
});

it("lets no refinement skip what acts behind it rests on", () => {
  const skipped = (silence: "approve" | "reject") => {
    const gate = { ...GATE, gate: { ...GATE.gate, onTimeout: silence }, dependsOn: ["vet"] } as TaskDraft;
    const vet: TaskDraft = { id: "vet", dependsOn: ["find"] };
    const world = askedRun([{ id: "find" }, vet, gate, LOOK, MAIL], refining(), tools);
    writeRefinement(world, { skip: ["vet"] });
    return world.status("vet");
  };
  expect([skipped("approve"), skipped("reject")]).toEqual(["pending", "skipped"]);
});

it("asks people at a control whose condition does not hold, where a model wrote what would act", () => {
  const review: TaskDraft = {
    id: "g",
    type: "planning_review",
    dependsOn: ["find_v2"],
    review: reviewSpec.parse({ requiresHumanApproval: true, condition: "false" }),
  };
  const notNeeded = (mail: TaskDraft) => {
    const find: TaskDraft = { id: "find", title: "Find", onFailure: "replan", maxRetries: 0 };
    const begin = { ...review, dependsOn: ["find"] } as TaskDraft;
    const world = new RunWorld({ tools, plan: planOf(find, begin, LOOK, MAIL), by: ANNA });
    world.start();
    world.fail("find");
    const again: TaskDraft = { ...find, id: "find_v2", replaces: "find" };
    world.plan = planOf(find, again, review, LOOK, mail);
    expect(world.replan(offer(world.plan, undefined, tools))).toMatchObject({ ok: true });
    world.run("find_v2").start();
    world.send({ type: "review_not_needed", shown: "false", ...world.keyOf("g") });
    return world.status("g");
  };
  expect(notNeeded(MAIL)).toBe("skipped");
  const other: TaskDraft = { ...MAIL, id: "mail_v2", replaces: "mail", input: '(tool/mail {:to "all"})' };
  expect(notNeeded(other)).toBe("waiting");
});

it("lets silence pass what they who may review write or approve since", () => {
  const all = { ...MAIL, input: '(tool/mail {:to "all"})' };
  const settings = { afterApproval: "ask", critic: { mode: "off", minScore: 0 } } as const;
  const world = () => new RunWorld({ tools, settings, plan: planOf(GATE, LOOK, MAIL), by: ANNA });
  const edited = world();
  expect(edited.edit(planOf(GATE, LOOK, all), "so", { by: BOB })).toMatchObject({ ok: true });
  expect(silenceAt(edited)).toBe("approve");
  const changed = world();
  changed.send({ type: "request_replan", instruction: "to all" }, ANNA);
  const next = planOf(GATE, LOOK, { ...all, id: "mail_v2", replaces: "mail" });
  changed.replan(offer(next, storePlan(changed.plan as Plan).plan, tools));
  const { approvalId, kind } = changed.last("approval_opened").payload;
  expect(kind).toBe("plan_change");
  const approve = { approvalId, verb: "approve", provenance: "person", by: BOB } as const;
  changed.send({ type: "decide_approval", ...approve }, ANNA);
  expect(changed.state.planVersion).toBe(2);
  expect(silenceAt(changed)).toBe("approve");
});

it("lets silence pass nothing that a model wrote because somebody changed other work since", () => {
  const all: TaskDraft = { ...MAIL, id: "mail_v2", replaces: "mail", input: '(tool/mail {:to "all"})' };
  const world = replanned("approve", LOOK, all);
  const [find, again, gate, look, mail] = (world.plan as { tasks: TaskDraft[] }).tasks;
  const rest = [find, again, gate, { ...look, input: "their names" }, mail] as TaskDraft[];
  expect(world.edit(planOf(...rest), "so", { by: BOB })).toMatchObject({ ok: true });
  expect(silenceAt(world)).toBe("reject");
});

/** Opens the question of the gate, and tells what its silence will count as. */
function silenceAt(world: RunWorld, id = "g"): string | undefined {
  world.start();
  const { stored: shown } = storeValue("All is well");
  world.send({ type: "gate_shown", shown, digest: "d1", prompt: "Mail?", ...world.keyOf(id) });
  return world.last("approval_opened").payload.onTimeout;
}

const BOB = voter("Bob", true);

it("takes words for what an answer lets act that came with the run from those who may review alone", () => {
  const gate: TaskDraft = { id: "g", type: "human_review", dependsOn: ["write"] };
  const steered = (reviews: Record<string, { verb: "approve" | "reject" }>) => {
    const world = new RunWorld({ tools, plan: planOf({ id: "write" }, gate, LOOK, MAIL), by: ANNA, reviews });
    world.start();
    return sayDenial(world.state, "write", voter("Olga", false));
  };
  expect(steered({ g: { verb: "approve" } })).toMatchObject({ denial: {} });
  expect(steered({ g: { verb: "reject" } })).toBeUndefined();
});

describe("a gate that somebody has refused", () => {
  const refused = () => {
    const gate: TaskDraft = { ...GATE, onFailure: "replan", maxRetries: 0 };
    const world = new RunWorld({ tools, plan: planOf(gate, LOOK, MAIL), by: ANNA });
    expect(silenceAt(world)).toBe("approve");
    const { approvalId } = world.last("approval_opened").payload;
    world.send({ type: "decide_approval", approvalId, verb: "reject", comment: "no", provenance: "person" });
    return world;
  };

  it("is not passed in silence when it is asked again, whatever they write who may review", () => {
    const world = refused();
    const retry = { type: "retry_task", taskId: "g", by: BOB } as const;
    expect(world.send(retry, ANNA)).toMatchObject({ ok: true });
    expect(silenceAt(world)).toBe("reject");
    const next = planOf(world.plan?.tasks[0] as TaskDraft, { ...LOOK, input: "them again" }, MAIL);
    expect(world.edit(next, "so", { by: BOB })).toMatchObject({ ok: true });
    expect(silenceAt(world)).toBe("reject");
  });

  it("nor is the one that a model puts in its place", () => {
    const world = refused();
    const again: TaskDraft = { ...GATE, id: "g_v2", replaces: "g" };
    const gate = world.plan?.tasks[0] as TaskDraft;
    world.plan = planOf(gate, again, { ...LOOK, dependsOn: ["g_v2"] }, MAIL);
    expect(world.replan(offer(world.plan, undefined, tools))).toMatchObject({ ok: true });
    expect(world.state.planVersion).toBe(2);
    expect(silenceAt(world, "g_v2")).toBe("reject");
  });
});

it("lets silence pass what acts in a fork of somebody who may review, and nothing in that of anybody else", () => {
  const world = new RunWorld({ tools, plan: planOf(GATE, LOOK, MAIL), by: ANNA });
  const silenceIn = (mayReview: boolean) =>
    silenceAt(world.fork(world.state.seq, 1, { by: voter("Olga", mayReview) }));
  expect([silenceIn(true), silenceIn(false)]).toEqual(["approve", "reject"]);
  // So it is where the gate was open already.
  silenceAt(world);
  const asked = (mayReview: boolean) =>
    world.fork(world.state.seq, 1, { by: voter("Olga", mayReview) }).last("approval_opened").payload
      .onTimeout;
  expect([asked(true), asked(false)]).toEqual(["approve", "reject"]);
});

it("lets silence pass nothing of a plan that a model adds in an iteration, unless people approve that", () => {
  const silenceOf = (planApproval: boolean) => {
    const settings = { summarizer: "on", planApproval } as const;
    const world = new RunWorld({ tools, settings, plan: planOf({ id: "find" }), by: ANNA }).run("find");
    world.start();
    const said = { finalAnswer: "Found.", qualityScore: 0.4, qualityReasoning: "", usedEvidence: [] };
    const { kept: summary } = truncateSummary({
      ...said,
      needReplan: true,
      replanReason: "Nobody was told.",
    });
    world.send({ type: "summary_written", key: world.keyOfKind("summarize"), summary });
    world.start();
    const plan = offer(planOf({ id: "find" }, GATE, LOOK, MAIL), storePlan(world.plan as Plan).plan, tools);
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan });
    expect(world.state).toMatchObject({ planVersion: 2, phase: planApproval ? "planning" : "executing" });
    const [approvalId = ""] = Object.keys(world.state.openApprovals);
    const approve = { approvalId, verb: "approve", provenance: "person", by: BOB } as const;
    if (planApproval) world.send({ type: "decide_approval", ...approve }, ANNA);
    return silenceAt(world);
  };
  expect([silenceOf(false), silenceOf(true)]).toEqual(["reject", "approve"]);
});

it("takes words for what silence lets act from those who may review alone", () => {
  const steered = (mayReview: boolean, silence: "approve" | "reject") => {
    const gate = { ...GATE, gate: { ...GATE.gate, onTimeout: silence }, dependsOn: ["write"] } as TaskDraft;
    const world = new RunWorld({ tools, plan: planOf({ id: "write" }, gate, LOOK, MAIL), by: ANNA });
    world.start();
    return sayDenial(world.state, "write", voter("Olga", mayReview));
  };
  expect(steered(false, "approve")).toMatchObject({ denial: {} });
  expect([steered(true, "approve"), steered(false, "reject")]).toEqual([undefined, undefined]);
});
