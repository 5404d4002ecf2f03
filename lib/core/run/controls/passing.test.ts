import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { Voter } from "../../people";
import type { GateSpec, Plan } from "../../plan/schema";
import { storePlan } from "../../plan/store";
import { storeValue } from "../../stored-value";
import { initialState } from "..";
import { type GateVerb, toDecision } from "../gates/table";
import { runSettings } from "../settings";
import { holdOn } from "./hold";
import { ANSWER } from "./terms/names";

const gateOf = (fields: Partial<GateSpec> = {}) => ({
  prompt: "",
  assignees: [],
  quorum: 1,
  onTimeout: "reject" as const,
  ...fields,
});

/** draft, then a gate, then what it guards; `more` changes the gate's task. */
const planWith = (fields: Partial<GateSpec> = {}, more: Partial<TaskDraft> = {}) =>
  planOf(
    { id: "draft" },
    { id: "gate", type: "human_review", dependsOn: ["draft"], maxRetries: 0, gate: gateOf(fields), ...more },
    { id: "send", dependsOn: ["gate"] },
  );

function asked(fields: Partial<GateSpec> = {}, more: Partial<TaskDraft> = {}): RunWorld {
  const world = new RunWorld({ plan: planWith(fields, more) }).run("draft");
  world.start();
  const shown = storeValue("the draft").stored;
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "Send it?", ...world.keyOf("gate") });
  return world;
}

const answer = (world: RunWorld, verb: GateVerb, comment = "because") => {
  const { approvalId } = world.last("approval_opened").payload;
  return world.send({ type: "decide_approval", approvalId, verb, comment, provenance: "person" }, ANNA);
};

const byAnna = { id: "anna", name: "Anna", roles: [], mayReview: true };
const skip = (world: RunWorld) =>
  world.send({ type: "skip_task", taskId: "gate", reason: "no need", by: byAnna }, ANNA);

describe("a refused gate", () => {
  it.each<Partial<TaskDraft>>([
    { onFailure: "skip" },
    { critical: false },
    { onFailure: "skip", critical: false },
    { onFailure: "retry", critical: false },
  ])("blocks what stands behind it, however its failure is taken: %o", (more) => {
    const world = asked({}, more);
    answer(world, "reject");
    world.tick(60_000);
    expect(world.start()).not.toContain("send");
    expect(["blocked", "skipped"]).toContain(world.status("send"));
    expect(world.state.releases).toEqual([]);
  });

  it("still blocks after a review has told the run to continue", () => {
    const plan = planOf(...planWith().tasks, { id: "look", type: "planning_review", dependsOn: ["gate"] });
    const world = new RunWorld({ plan, settings: { reviewMode: "auto" } }).run("draft");
    world.start();
    const shown = storeValue("the draft").stored;
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "Send it?", ...world.keyOf("gate") });
    answer(world, "reject");
    expect(world.start()).toEqual(["look"]);
    const proposal = { decision: "CONTINUE" as const, reasoning: "fine", answers: [], reviewer: "r" };
    world.send({ type: "review_read", proposal, ...world.keyOf("look") });
    world.tick(1_000);
    expect(world.start()).toEqual([]);
    expect(world.status("send")).toBe("skipped");
  });
});

describe("what people have refused", () => {
  const TOOLS = [
    { name: "mail", sideEffects: "external" },
    { name: "post", sideEffects: "external" },
  ] as const;
  const ASK: TaskDraft = { id: "ask", type: "human_review", onFailure: "replan", maxRetries: 0 };
  const MAIL: TaskDraft = {
    id: "mail",
    type: "direct",
    input: '(tool/mail {:to "all"})',
    dependsOn: ["ask"],
  };
  const POST: TaskDraft = { id: "post", type: "direct", input: '(tool/post {:to "all"})' };

  /** A plan of a model, which people know nothing of but what they refused. */
  function refused(gate: Partial<TaskDraft> = {}): RunWorld {
    const world = new RunWorld({ tools: TOOLS, plan: planOf({ ...ASK, ...gate }, MAIL), origin: "planner" });
    world.start();
    const shown = storeValue("it").stored;
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "Mail it?", ...world.keyOf("ask") });
    const { approvalId } = world.last("approval_opened").payload;
    const reject = { approvalId, verb: "reject", provenance: "person", by: byAnna } as const;
    world.send({ type: "decide_approval", ...reject }, ANNA);
    expect(world.status("ask")).toBe("failed");
    return world;
  }

  it("is asked again by those alone who could have let it pass", () => {
    const retry = (by: Voter, gate?: Partial<GateSpec>) => {
      const world = refused({ onFailure: "stop", critical: false, ...(gate && { gate: gateOf(gate) }) });
      const outcome = world.send({ type: "retry_task", taskId: "ask", by }, ANNA);
      return outcome.ok ? "done" : outcome.error.code;
    };
    const olga = { id: "olga", name: "Olga", roles: [], mayReview: false };
    expect([retry(olga), retry(byAnna)]).toEqual(["forbidden", "done"]);
    expect(retry({ ...byAnna, id: "bob", name: "Bob" }, { assignees: ["Anna"] })).toBe("forbidden");
  });

  it("is passed by no edit or new plan of somebody who could not have let it pass, while other work is still to end", () => {
    const past = (by: Voter, way: "edit" | "replan") => {
      const beside: TaskDraft = { id: "beside" };
      const ask: TaskDraft = { ...ASK, onFailure: "stop" };
      const world = new RunWorld({ tools: TOOLS, plan: planOf(ask, MAIL, beside), origin: "planner" });
      world.start();
      const shown = storeValue("it").stored;
      world.send({ type: "gate_shown", shown, digest: "d", prompt: "Mail it?", ...world.keyOf("ask") });
      answer(world, "reject");
      expect(world.state.phase).toBe("executing");
      const outcome =
        way === "edit"
          ? world.edit(planOf(ask, beside, { id: "note" }), "so", { by })
          : world.send({ type: "request_replan", instruction: "without it", by }, ANNA);
      return outcome.ok ? "done" : outcome.error.code;
    };
    const olga = { id: "olga", name: "Olga", roles: [], mayReview: false };
    expect([past(olga, "edit"), past(olga, "replan")]).toEqual(["forbidden", "forbidden"]);
    expect([past(byAnna, "edit"), past(byAnna, "replan")]).toEqual(["done", "done"]);
  });

  it("is done by no tool that they saw nothing of, neither unasked in a model's version nor by a call", () => {
    const world = refused();
    expect(holdOn(world.state, { taskId: "post", tool: "post" })).toMatchObject({ controls: ["ask"] });
    const next = offer(planOf(ASK, POST), storePlan(world.plan as Plan).plan, TOOLS);
    world.replan(next);
    expect(world.last("replan_refused").payload.reason).toMatchObject({
      code: "control_weakened",
      controls: [{ control: "ask", exposed: [{ taskId: "post", tools: ["post"] }] }],
    });
    expect(world.state.planVersion).toBe(1);
    const open = new RunWorld({ tools: TOOLS, plan: planOf(ASK, MAIL, POST), origin: "planner" });
    expect(holdOn(open.state, { taskId: "other", tool: "post" })).toBeUndefined();
  });
});

describe("a review behind a refused gate", () => {
  const LOOK: TaskDraft = { id: "look", type: "planning_review", dependsOn: ["gate"] };
  const MAIL: TaskDraft = { id: "mail", dependsOn: ["look"] };

  function refused(by: "model" | "person", more: Partial<TaskDraft> = {}, decision = "CONTINUE"): RunWorld {
    const tasks = planWith({}, more).tasks.filter(({ id }) => id !== "send");
    const settings = { reviewMode: by === "model" ? ("auto" as const) : ("manual" as const) };
    const world = new RunWorld({ plan: planOf(...tasks, LOOK, MAIL), settings }).run("draft");
    world.start();
    const shown = storeValue("the draft").stored;
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "Send it?", ...world.keyOf("gate") });
    answer(world, "reject");
    world.start();
    const proposal = { decision: toDecision(decision as GateVerb), reasoning: "fine", answers: [] };
    world.send({ type: "review_read", proposal, ...world.keyOf("look") });
    if (by === "person") answer(world, "CONTINUE");
    world.tick(1_000);
    return world;
  }

  it.each<Partial<TaskDraft>>([{}, { onFailure: "skip" }, { critical: false }])(
    "lets nothing go on by a model's word, however the refusal is taken: %o",
    (more) => {
      const world = refused("model", more);
      expect(world.start()).toEqual([]);
      expect(["blocked", "skipped"]).toContain(world.status("mail"));
      const retry = { type: "retry_task", taskId: "mail", by: byAnna } as const;
      expect(world.send(retry, ANNA)).toMatchObject({ error: { code: "not_allowed_now" } });
    },
  );

  /** The review has a condition, which does not hold, or a person does without it. */
  function passedBy(by: "condition" | "person"): RunWorld {
    const tasks = planWith({}, { critical: false }).tasks.filter(({ id }) => id !== "send");
    const review = { ...LOOK, review: { requiresHumanApproval: true, condition: "data/results" } };
    const settings = { reviewMode: "auto" as const };
    const plan = planOf(...tasks, review as TaskDraft, MAIL);
    const world = new RunWorld({ plan, settings }).run("draft");
    world.start();
    const shown = storeValue("the draft").stored;
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "Send it?", ...world.keyOf("gate") });
    answer(world, "reject");
    world.start();
    if (by === "condition") world.send({ type: "review_not_needed", ...world.keyOf("look"), shown: "false" });
    else world.send({ type: "skip_task", taskId: "look", reason: "so", by: byAnna }, ANNA);
    world.tick(1_000);
    return world;
  }

  it("lets nothing go on where its condition does not hold, and what a person lets who does without it", () => {
    const world = passedBy("condition");
    expect(world.status("look")).toBe("skipped");
    expect(world.start()).not.toContain("mail");
    expect(["blocked", "skipped"]).toContain(world.status("mail"));
    expect(passedBy("person").start()).toEqual(["mail"]);
  });

  it("lets nothing go on by a model's word behind a gate that could never ask", () => {
    const gate: TaskDraft = { id: "gate", type: "human_review", dependsOn: ["draft"] };
    const tasks = [
      { id: "draft", critical: false, maxRetries: 0 },
      { ...gate, input: "{{results.draft}}" },
    ];
    const world = new RunWorld({ plan: planOf(...tasks, LOOK, MAIL), settings: { reviewMode: "auto" } });
    world.start();
    world.fail("draft");
    expect(world.status("gate")).toBe("blocked");
    world.start();
    const proposal = { decision: "CONTINUE" as const, reasoning: "fine", answers: [], reviewer: "r" };
    world.send({ type: "review_read", proposal, ...world.keyOf("look") });
    expect(world.status("look")).toBe("succeeded");
    expect(world.tick(1_000).start()).toEqual([]);
  });

  it("lets go on what its own people let, and what was planned later", () => {
    expect(refused("person").start()).toEqual(["mail"]);
    const world = refused("model", {}, "REPLAN");
    const kept = (world.plan as Plan).tasks.filter(({ id }) => id !== "mail");
    world.start();
    const next = planOf(...kept, { ...MAIL, id: "tell" });
    world.replan(offer(next, storePlan(world.plan as Plan).plan), { waive: true });
    expect(world.start()).toEqual(["tell"]);
  });
});

describe("doing without the answer of a gate", () => {
  const bound: [string, Partial<GateSpec>][] = [
    ["its assignees", { assignees: ["Bob"] }],
    ["its quorum", { quorum: 2 }],
    ["four eyes", { fourEyes: true }],
  ];

  it.each(bound)("is refused by %s before it was asked", (_, fields) => {
    const world = new RunWorld({ plan: planWith(fields) });
    world.state.author = ANNA;
    expect(skip(world)).toMatchObject({ ok: false, error: { code: "forbidden" } });
    const value = storeValue("mine").stored;
    const supplied = { type: "supply_result", taskId: "gate", value, reason: "x", by: byAnna } as const;
    expect(world.send(supplied, ANNA)).toMatchObject({ ok: false, error: { code: "forbidden" } });
  });

  it.each(bound)("is refused by %s after it was refused", (_, fields) => {
    const world = asked(fields, { critical: false });
    world.state.author = ANNA;
    const { approvalId } = world.last("approval_opened").payload;
    const bob = { kind: "person", id: "bob", name: "Bob" } as const;
    const by = { id: "bob", name: "Bob", roles: [], mayReview: true };
    world.send(
      { type: "decide_approval", approvalId, verb: "reject", comment: "no", provenance: "person", by },
      bob,
    );
    expect(world.status("gate")).toBe("failed");
    expect(skip(world)).toMatchObject({ ok: false, error: { code: "forbidden" } });
  });

  it("passes it, when its terms let the person", () => {
    const world = asked({ assignees: ["Anna"] });
    expect(skip(world)).toMatchObject({ ok: true });
    expect(world.state.releases).toMatchObject([{ control: "gate", version: 1 }]);
    expect(world.start()).toEqual(["send"]);
  });
});

describe("releases", () => {
  it("come from an answer that passes, and are not taken along into a fork", () => {
    const world = asked();
    expect(world.state.obligations).toMatchObject([{ version: 1, control: "gate" }]);
    answer(world, "approve");
    expect(world.state.releases).toMatchObject([
      { control: "gate", version: 1, work: [expect.any(String), expect.any(String)] },
    ]);
    const fork = world.fork(world.state.seq);
    expect(fork.state).toMatchObject({ releases: [], obligations: [{ control: "gate" }] });
  });

  it("come from a review that requires approval when it continues, and from no other decision", () => {
    const review = { requiresHumanApproval: true };
    const plan = planOf({ id: "look", type: "planning_review", review }, { id: "send", dependsOn: ["look"] });
    const decided = (verb: GateVerb) => {
      const world = new RunWorld({ plan });
      world.start();
      const proposal = { decision: "CONTINUE" as const, reasoning: "fine", answers: [], reviewer: "r" };
      world.send({ type: "review_read", proposal, ...world.keyOf("look") });
      answer(world, verb);
      return world.state.releases.map(({ control }) => control);
    };
    expect(decided("approve")).toEqual(["look"]);
    expect(decided("REPLAN")).toEqual([]);
  });
});

describe("a review that requires approval, at which people complete the mission", () => {
  const review = { requiresHumanApproval: true };
  const completed = (...tasks: TaskDraft[]) => {
    const world = new RunWorld({
      plan: planOf(...tasks, { id: "look", type: "planning_review", review, dependsOn: ["draft"] }),
    });
    world.run("draft").start();
    const proposal = { decision: "CONTINUE" as const, reasoning: "fine", answers: [], reviewer: "r" };
    world.send({ type: "review_read", proposal, ...world.keyOf("look") });
    answer(world, "COMPLETE");
    world.tick(1_000);
    return world;
  };

  it("lets the answer pass, which then asks nobody again, and nothing else", () => {
    const world = completed({ id: "draft" }, { id: "send", dependsOn: ["look"] });
    const { state } = world;
    const answerWork = state.obligations[0]?.guarded.find(({ taskId }) => taskId === ANSWER)?.work;
    expect(state.releases).toMatchObject([{ control: "look", from: "control", work: [answerWork] }]);
    expect(world.types().filter((type) => type === "approval_opened")).toHaveLength(1);
    expect(state.phase === "ended" || world.startable().length > 0).toBe(true);
  });

  it("does not speak for the people of another gate", () => {
    const world = completed({ id: "draft" }, { ...(planWith({ assignees: ["Bob"] }).tasks[1] as TaskDraft) });
    expect(world.last("approval_opened").payload).toMatchObject({
      kind: "answer_release",
      assignees: ["Bob"],
    });
  });
});

describe("results given in advance", () => {
  it.each(["human_review", "planning_review"] as const)("do not stand for the decision of a %s", (type) => {
    const plan = planOf({ id: "gate", type }, { id: "send", dependsOn: ["gate"] });
    const world = new RunWorld();
    Object.assign(world.state, initialState("run_1"));
    const outcome = world.send({
      type: "create",
      workspaceId: "local",
      mission: "Do it",
      settings: runSettings.parse({}),
      tags: [],
      plan: { ...offer(plan), origin: "person" },
      initialResults: { gate: storeValue(true).stored },
    });
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: "invalid_input", message: expect.stringContaining('"gate" asks for a decision') },
    });
  });
});

describe("an edit of the plan that does without a control", () => {
  const without = planOf({ id: "draft" }, { id: "send_now", dependsOn: ["draft"] });
  const edited = (fields: Partial<GateSpec>, by: Voter | undefined = byAnna) => {
    const world = asked(fields);
    const offered = offer(without, storePlan(world.plan as Plan).plan);
    const command = { type: "edit_plan", plan: offered, expectedPlanVersion: 1, reason: "faster" } as const;
    return { world, outcome: world.send({ ...command, ...(by && { by }) }, ANNA) };
  };

  it("takes one who may pass it, and lets what it exposes act", () => {
    const { world, outcome } = edited({ assignees: ["Anna"] });
    expect(outcome).toMatchObject({ ok: true });
    expect(world.last("plan_version_adopted").payload).toMatchObject({ version: 2, waives: ["gate"] });
    expect(world.state.releases).toMatchObject([{ control: "gate", from: "start", version: 2 }]);
    expect(world.state.obligations).toHaveLength(1);
  });

  it.each<[string, Partial<GateSpec>]>([
    ["its assignees", { assignees: ["Bob"] }],
    ["its quorum, of which the editor is only one", { quorum: 2 }],
    ["four eyes, since the editor is the author", { fourEyes: true }],
  ])("is refused by %s", (_, fields) => {
    const { world, outcome } = edited(fields);
    expect(outcome).toMatchObject({ ok: false, error: { code: "forbidden" } });
    expect(world.state.planVersion).toBe(1);
  });

  it("is refused when the gate itself is rewritten under its own id", () => {
    const world = new RunWorld({ plan: planWith({ assignees: ["Bob"] }) });
    const rewritten = offer(planWith(), storePlan(world.plan as Plan).plan);
    const command = { type: "edit_plan", plan: rewritten, expectedPlanVersion: 1, reason: "mine" } as const;
    expect(world.send({ ...command, by: byAnna }, ANNA)).toMatchObject({
      ok: false,
      error: { code: "forbidden" },
    });
  });
});
