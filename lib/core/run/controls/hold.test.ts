import { describe, expect, it } from "vitest";
import { actor, voter } from "@/lib/testing/runs/played-run";
import { offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { GateSpec, Plan } from "../../plan/schema";
import { storePlan } from "../../plan/store";
import { storeValue } from "../../stored-value";
import type { ToolMark } from "../events/release";
import { taskOf } from "../state/ready";
import { holdOn, holdOnRepeat, isLeaveStanding } from "./hold";
import { obligationId } from "./obligations";

const SEND: TaskDraft = { id: "send", input: "Send it", dependsOn: ["gate"] };
const REST: TaskDraft = { id: "rest", input: "Rest", dependsOn: ["send"] };
const TOOLS = [{ name: "mail", sideEffects: "external" }] as const;
const withMail = (plan: Plan): Plan => ({
  ...plan,
  agents: { mailer: { prompt: "", tools: ["mail"] } },
  tasks: plan.tasks.map((task) => (task.id === "send" ? { ...task, agent: "mailer" } : task)),
});

function planWith(gate: Partial<GateSpec>, ...more: TaskDraft[]): Plan {
  return withMail(
    planOf({ id: "gate", type: "human_review", gate: { prompt: "Send it?", ...gate } }, SEND, ...more),
  );
}

function asked(gate: Partial<GateSpec>): RunWorld {
  const world = new RunWorld({ plan: planWith(gate), tools: TOOLS });
  world.start();
  const shown = storeValue("it").stored;
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "Send it?", ...world.keyOf("gate") });
  return world;
}

function approve(world: RunWorld, name: string) {
  const { approvalId } = world.last("approval_opened").payload;
  const said = { verb: "approve", provenance: "person", by: voter(name) } as const;
  return world.send({ type: "decide_approval", approvalId, ...said }, actor(name));
}

/** Adds work that nothing rests on. */
function edit(world: RunWorld, name: string, gate: Partial<GateSpec>) {
  const plan = offer(
    planWith(gate, { id: "more", input: "Note it" }),
    storePlan(world.plan as Plan).plan,
    TOOLS,
  );
  const expectedPlanVersion = world.state.planVersion;
  const edited = { type: "edit_plan", plan, expectedPlanVersion, reason: "more", by: voter(name) } as const;
  return world.send(edited, actor(name));
}

const MAIL = { taskId: "send", tool: "mail" };

describe("under four eyes", () => {
  const gate = { fourEyes: true };

  it("who let work pass and wrote the plan afterwards does not stand for a second pair", () => {
    const world = asked(gate);
    expect(approve(world, "Bob")).toMatchObject({ ok: true });
    expect(holdOn(world.state, MAIL)).toBeUndefined();
    expect(edit(world, "Bob", gate)).toMatchObject({ ok: true });
    expect(holdOn(world.state, MAIL)).toMatchObject({ controls: ["gate"], since: "people" });
  });

  it("neither does any one of several", () => {
    const two = { ...gate, quorum: 2 };
    const world = asked(two);
    for (const name of ["Bob", "Cid"]) approve(world, name);
    expect(holdOn(world.state, MAIL)).toBeUndefined();
    edit(world, "Bob", two);
    expect(holdOn(world.state, MAIL)).toMatchObject({ controls: ["gate"], since: "people" });
  });

  it("neither does who decided a review", () => {
    const review: TaskDraft = {
      id: "gate",
      type: "planning_review",
      review: { requiresHumanApproval: true },
    };
    const plan = withMail(planOf(review, SEND));
    const world = new RunWorld({ plan, tools: TOOLS, settings: { fourEyes: true } });
    world.start();
    const proposal = { decision: "CONTINUE" as const, reasoning: "r", answers: [], reviewer: "r" };
    world.send({ type: "review_read", proposal, ...world.keyOf("gate") });
    approve(world, "Bob");
    expect(holdOn(world.state, MAIL)).toBeUndefined();
    world.state.planAuthor = actor("Bob");
    expect(holdOn(world.state, MAIL)).toMatchObject({ since: "people" });
  });

  it.each(["skip_task", "supply_result"] as const)("neither does who did without the gate: %s", (type) => {
    const world = new RunWorld({ plan: planWith(gate), tools: TOOLS });
    const by = { taskId: "gate", reason: "known", by: voter("Bob"), value: storeValue("it").stored };
    expect(world.send({ type, ...by } as Parameters<RunWorld["send"]>[0], actor("Bob"))).toMatchObject({
      ok: true,
    });
    expect(holdOn(world.state, MAIL)).toBeUndefined();
    edit(world, "Bob", gate);
    expect(holdOn(world.state, MAIL)).toMatchObject({ controls: ["gate"], since: "people" });
  });

  it("an approval among several counts for nothing once its voter has written the plan", () => {
    const two = { ...gate, quorum: 2 };
    const world = asked(two);
    approve(world, "Bob");
    expect(edit(world, "Bob", two)).toMatchObject({ ok: true });
    approve(world, "Cid");
    expect(world.status("gate")).toBe("waiting");
    approve(world, "Dan");
    expect(world.status("gate")).toBe("succeeded");
    expect(holdOn(world.state, MAIL)).toBeUndefined();
  });

  it("without four eyes it counts", () => {
    const world = asked({ quorum: 2 });
    approve(world, "Bob");
    edit(world, "Bob", { quorum: 2 });
    approve(world, "Cid");
    expect(world.status("gate")).toBe("succeeded");
  });
});

describe("a call that people let run", () => {
  /** Bob lets it run, and then a version comes that has more behind the control. */
  function called(gate: Partial<GateSpec>, editor: string) {
    const draft: TaskDraft = { id: "draft", input: "Draft it" };
    const world = new RunWorld({ plan: planWith(gate, draft), tools: TOOLS });
    world.start();
    world.ask("draft", { kind: "tool_approval", callId: "c", tool: "mail", obligations: ["1/gate"] });
    approve(world, "Bob");
    const parent = storePlan(world.plan as Plan).plan;
    const plan = offer(planWith(gate, draft, REST), parent, TOOLS);
    const edited = { type: "edit_plan", plan, expectedPlanVersion: 1, reason: "more" } as const;
    expect(world.send({ ...edited, by: voter(editor) }, actor(editor))).toMatchObject({ ok: true });
    expect(world.state.obligations.map(obligationId)).toEqual(["1/gate", "2/gate"]);
    return holdOn(world.state, { taskId: "draft", tool: "mail" }, "1/c");
  }

  it.each([false, true])("is asked about once, whatever version comes (four eyes: %s)", (fourEyes) => {
    expect(called({ fourEyes }, "Cid")).toBeUndefined();
  });

  it("is asked about again under four eyes once who let it run writes the plan", () => {
    expect(called({ fourEyes: true }, "Bob")).toMatchObject({ obligations: ["1/gate", "2/gate"] });
    expect(called({}, "Bob")).toBeUndefined();
  });
});

describe("leave for one call", () => {
  /** Bob lets it run under four eyes, and then writes a version; its worker may say before that nothing was sent. */
  function stands(isNotBegun: boolean): boolean[] {
    const [gate, draft] = [{ fourEyes: true }, { id: "draft", input: "Draft it" } as TaskDraft];
    const world = new RunWorld({ plan: planWith(gate, draft), tools: TOOLS });
    const call = { callId: "c", tool: "mail", obligations: ["1/gate"] };
    const isStanding = () => isLeaveStanding(world.state, taskOf(world.state, "draft"), "1/c");
    world.start();
    world.ask("draft", { kind: "tool_approval", ...call });
    approve(world, "Bob");
    world.start();
    if (isNotBegun) {
      const at = { ...world.keyOf("draft"), step: 1, callId: "c" };
      world.send({ type: "tool_started", ...at, tool: "mail", sideEffects: "write" });
      world.ask("draft", { kind: "unknown_outcome", ...call });
      expect(world.send({ type: "call_not_begun", ...at, epoch: world.state.epoch })).toMatchObject({
        ok: true,
      });
    }
    const before = isStanding();
    const plan = offer(planWith(gate, draft, REST), storePlan(world.plan as Plan).plan, TOOLS);
    const edited = {
      type: "edit_plan",
      plan,
      expectedPlanVersion: 1,
      reason: "more",
      by: voter("Bob"),
    } as const;
    expect(world.send(edited, actor("Bob"))).toMatchObject({ ok: true });
    return [before, isStanding()];
  }

  it.each([false, true])(
    "ends when its person becomes an author, whatever a worker says (not begun: %s)",
    (isNotBegun) => {
      expect(stands(isNotBegun)).toEqual([true, false]);
    },
  );
});

describe("what a gate shows and people make another", () => {
  const answered = (verb: "approve" | "edit") => {
    const gate: TaskDraft = { id: "gate", type: "human_review", dependsOn: ["draft"] };
    const tell: TaskDraft = { id: "tell", input: "Tell it", dependsOn: ["gate"] };
    const more: TaskDraft = { id: "more", input: "Mail more", dependsOn: ["send"] };
    const tasks = [{ id: "draft" }, gate, { ...SEND, dependsOn: ["draft", "gate"] }, more, tell];
    const world = new RunWorld({ plan: withMail(planOf(...tasks)), tools: TOOLS }).run("draft");
    world.start();
    const { stored: value } = storeValue("it");
    world.send({ type: "gate_shown", shown: value, digest: "d", prompt: "So?", ...world.keyOf("gate") });
    const { approvalId } = world.last("approval_opened").payload;
    const said = { approvalId, verb, provenance: "person", by: voter("Bob") } as const;
    world.send({ type: "decide_approval", ...said, ...(verb === "edit" && { value }) }, actor("Bob"));
    expect(world.status("gate")).toBe("succeeded");
    const isHeld = (taskId: string) => holdOn(world.state, { taskId, tool: "mail" }) !== undefined;
    return ["send", "more", "tell"].map(isHeld);
  };

  it("lets nothing act that begins with what was shown before, nor what that feeds", () => {
    expect(answered("approve")).toEqual([false, false, false]);
    expect(answered("edit")).toEqual([true, true, false]);
  });
});

describe("a call that was released", () => {
  const mark: ToolMark = { name: "mail", sideEffects: "write", definition: "d1", policies: "p1" };
  const { sideEffects: _, ...earlier } = mark;

  /** Bob lets the work pass with these tools; now the tool is as `now` says. */
  function since(tools: ToolMark[] | undefined, now: ToolMark | undefined) {
    const world = asked({});
    approve(world, "Bob");
    if (tools) for (const release of world.state.releases) release.tools = tools;
    return holdOn(world.state, now ? { ...MAIL, mark: now } : MAIL)?.since ?? "nothing";
  }

  it.each<[string, ToolMark[] | undefined, ToolMark | undefined]>([
    ["nothing", [mark], mark],
    ["nothing", [mark], undefined],
    ["nothing", undefined, mark],
    ["policies", [mark], { ...mark, policies: "p2" }],
    ["tool", [mark], { ...mark, definition: "d2" }],
    ["tool", [], mark],
    ["tool", [], { name: "mail", policies: "p1" }],
    ["tool", [{ ...mark, sideEffects: "read" }], mark],
    ["tool", [mark], { ...mark, sideEffects: "external" }],
    ["tool", [mark], { ...mark, sideEffects: "external", policies: "p2" }],
    ["nothing", [mark], { ...mark, sideEffects: "read" }],
    // Who let pass what nobody noted read that the tool acts.
    ["nothing", [earlier], { ...mark, sideEffects: "external" }],
    ["tool", [{ ...earlier, name: "other" }], { ...mark, name: "other" }],
  ])("is held where its tool is another one now, and says so: %s", (what, tools, now) => {
    expect(since(tools, now)).toBe(what);
  });

  it("is held where its work is another one now", () => {
    const world = asked({});
    approve(world, "Bob");
    for (const release of world.state.releases) release.work = [];
    expect(holdOn(world.state, MAIL)).toMatchObject({ controls: ["gate"], since: "work" });
  });

  it("stands under its controls still where it is to happen once more", () => {
    const world = asked({});
    const over = (act = MAIL) => holdOnRepeat(world.state, act, "1/c", "unknown_outcome");
    expect(over()).toEqual(["1/gate"]);
    approve(world, "Bob");
    expect(holdOn(world.state, MAIL)).toBeUndefined();
    expect(over()).toEqual(["1/gate"]);
    expect(over({ taskId: "gate", tool: "note" })).toEqual([]);
    const { state } = new RunWorld({ plan: planOf({ id: "send" }) });
    expect(holdOnRepeat(state, MAIL, "1/c", "tool_approval")).toEqual([]);
  });
});

describe("a call that may have happened and is to run again", () => {
  const KIND = "unknown_outcome";

  /** Two gates of different people before the call; those of the first have let it run, and it was started. */
  function lost(gate: Partial<GateSpec> = {}) {
    const plan = planWith({ assignees: ["Bob"], ...gate });
    const [first, ...rest] = plan.tasks;
    const second = {
      ...planOf({ id: "other", type: "human_review", gate: { assignees: ["Cid"] } }).tasks[0],
    };
    const tasks = [first, second, ...rest].flatMap((task) => task ?? []) as Plan["tasks"];
    const send = tasks.map((task) => (task.id === "send" ? { ...task, dependsOn: ["gate", "other"] } : task));
    const beside = planOf({ id: "draft", input: "Draft it" }).tasks;
    const world = new RunWorld({ plan: { ...plan, tasks: [...send, ...beside] }, tools: TOOLS });
    world.start();
    return world;
  }
  const over = (world: RunWorld) => holdOnRepeat(world.state, { taskId: "draft", tool: "mail" }, "1/c", KIND);
  const ask = (world: RunWorld, kind: "tool_approval" | "unknown_outcome", obligations: string[]) =>
    world.ask("draft", { kind, callId: "c", tool: "mail", obligations });
  const decide = (world: RunWorld, name: string, verb: "approve" | "run") => {
    const { approvalId } = world.last("approval_opened").payload;
    const said = { verb, provenance: "person", by: voter(name) } as const;
    const outcome = world.send({ type: "decide_approval", approvalId, ...said }, actor(name));
    world.start();
    return outcome;
  };

  it("asks the people of each control, one after the other", () => {
    const world = lost();
    expect(over(world)).toEqual(["1/gate"]);
    ask(world, KIND, ["1/gate"]);
    expect(decide(world, "Cid", "run")).toMatchObject({ ok: false, error: { code: "forbidden" } });
    expect(decide(world, "Bob", "run")).toMatchObject({ ok: true });
    expect(over(world)).toEqual(["1/other"]);
    // Nobody of them was told of this time.
    const act = { taskId: "draft", tool: "mail" };
    expect(holdOnRepeat(world.state, act, "1/c", KIND, () => false)).toEqual(["1/gate"]);
    ask(world, KIND, ["1/other"]);
    decide(world, "Cid", "run");
    expect(over(world)).toEqual([]);
  });

  it("takes no answer to another question for one to this", () => {
    const world = lost();
    ask(world, "tool_approval", ["1/gate"]);
    decide(world, "Bob", "approve");
    expect(holdOn(world.state, { taskId: "draft", tool: "mail" }, "1/c")?.obligations).toEqual(["1/other"]);
    expect(over(world)).toEqual(["1/gate"]);
  });

  it("runs again under a quorum when so many say so, and an end is told by one of them", () => {
    const world = lost({ quorum: 2, assignees: ["Ann", "Bob"], requiresReason: true });
    ask(world, KIND, ["1/gate"]);
    expect(world.last("approval_opened").payload).toMatchObject({
      quorum: 2,
      assignees: ["Ann", "Bob"],
      requiresReason: true,
      verbs: ["happened", "run", "abort"],
    });
    decide(world, "Ann", "run");
    expect(world.status("draft")).toBe("waiting");
    expect(decide(world, "Ann", "run")).toMatchObject({ error: { code: "not_allowed_now" } });
    const { approvalId } = world.last("approval_opened").payload;
    const abort = { type: "decide_approval", approvalId, verb: "abort", provenance: "person" } as const;
    expect(world.send({ ...abort, by: voter("Bob") }, actor("Bob"))).toMatchObject({
      error: { message: "Say why: this gate takes no rejection without a reason." },
    });
    decide(world, "Bob", "run");
    expect(world.status("draft")).toBe("running");
    expect(over(world)).toEqual(["1/other"]);

    const told = lost({ quorum: 2, assignees: ["Ann", "Bob"] });
    ask(told, KIND, ["1/gate"]);
    const { approvalId: gate } = told.last("approval_opened").payload;
    const value = storeValue("sent at nine").stored;
    const happened = { ...abort, approvalId: gate, verb: "happened", value, by: voter("Bob") } as const;
    expect(told.send(happened, actor("Bob"))).toMatchObject({ ok: true });
    expect(told.status("draft")).toBe("running");
  });
});

describe("a control on the way that was not passed", () => {
  /** Bob lets the first gate pass, and then something becomes of a weaker one whose failure the plan puts up with. */
  function onceReleased(become: (world: RunWorld) => void): RunWorld {
    const gate = (id: string, more: object): TaskDraft =>
      ({ id, type: "human_review", ...more }) as TaskDraft;
    const first = gate("gate", { gate: { prompt: "Send it?", assignees: ["Bob"] } });
    const second = gate("second", { dependsOn: ["gate"], critical: false, onFailure: "skip" });
    const between: TaskDraft = { id: "q", input: "Q", dependsOn: ["second"], critical: false };
    const plan = withMail(planOf(first, second, between, { ...SEND, dependsOn: ["q"] }));
    const world = new RunWorld({ plan, tools: TOOLS });
    world.start();
    const shown = storeValue("it").stored;
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "Send it?", ...world.keyOf("gate") });
    approve(world, "Bob");
    world.start();
    become(world);
    return world;
  }
  const ask = (world: RunWorld) => {
    const shown = storeValue("it").stored;
    world.send({ type: "gate_shown", shown, digest: "e", prompt: "Still?", ...world.keyOf("second") });
  };

  it("holds the act back, no matter who let pass the one before it, until its own people let it pass", () => {
    const refused = onceReleased((world) => {
      ask(world);
      const { approvalId } = world.last("approval_opened").payload;
      const no = { verb: "reject", provenance: "person", by: voter("Eve"), comment: "No" } as const;
      expect(world.send({ type: "decide_approval", approvalId, ...no }, actor("Eve"))).toMatchObject({
        ok: true,
      });
    });
    expect(refused.status("second")).toBe("skipped");
    expect(holdOn(refused.state, MAIL)).toMatchObject({ controls: ["second"] });
    const passed = onceReleased((world) => {
      ask(world);
      approve(world, "Eve");
    });
    expect(holdOn(passed.state, MAIL)).toBeUndefined();
  });
});
