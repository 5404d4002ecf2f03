import { describe, expect, it } from "vitest";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { gateSpec, reviewSpec } from "../../../plan/schema";
import { storeValue } from "../../../stored-value";
import type { GivenReview } from "../../events/mission";
import { statedReason } from "../../reasons";
import type { RunSettings } from "../../settings";

type Given = {
  reviews: Record<string, GivenReview>;
  task?: Partial<TaskDraft>;
  settings?: Partial<RunSettings>;
};

/** A run whose second task asks, with the answers that came with it. */
function asking({ reviews, task = {}, settings }: Given): RunWorld {
  const asks = { id: "r", type: "planning_review" as const, dependsOn: ["a"], ...task };
  const plan = planOf({ id: "a" }, asks, { id: "b", dependsOn: ["r"] });
  const world = new RunWorld({ plan, reviews, ...(settings && { settings }) }).run("a");
  world.start();
  return world;
}

const given = (world: RunWorld) => world.send({ type: "review_given", ...world.keyOf("r") });

function shown(world: RunWorld, fits = false): void {
  const { stored } = storeValue({ a: "done" });
  world.send({ type: "gate_shown", ...world.keyOf("r"), shown: stored, digest: "d", prompt: "Good?", fits });
}

const HUMAN = { type: "human_review" as const, gate: gateSpec.parse({}) };

describe("a decision given in advance", () => {
  it("is taken at once when its review comes up, and says where it comes from", () => {
    const world = asking({ reviews: { r: { verb: "CONTINUE", reason: "seen before" } } });
    given(world);
    expect(world.last("review_decided").payload).toMatchObject({
      decision: "CONTINUE",
      provenance: "session_rule",
      reasoning: statedReason("seen before"),
    });
    expect(world.state.inFlight).toEqual({});
    expect(world.start()).toEqual(["b"]);
  });

  it.each<[GateVerb, object]>([
    ["REPLAN", { replan: { cause: { reason: { code: "given_with_run" } } } }],
    ["COMPLETE", { phase: "finishing", finishing: "completed_early" }],
    ["ABORT", { finished: { reason: "aborted_by_person", because: [{ code: "given_with_run" }] } }],
  ])("%s does what it says", (verb, expected) => {
    const world = asking({ reviews: { r: { verb } } });
    given(world);
    expect(world.state).toMatchObject(expected);
  });

  it.each<[string, Given]>([
    [
      "its review asks for a person",
      {
        reviews: { r: { verb: "CONTINUE" } },
        task: { review: reviewSpec.parse({ requiresHumanApproval: true }) },
      },
    ],
    ["four eyes are wanted", { reviews: { r: { verb: "CONTINUE" } }, settings: { fourEyes: true } }],
  ])("is only proposed where %s", (_, options) => {
    const world = asking(options);
    given(world);
    expect(world.state.approvals["apr_1-1"]).toMatchObject({ kind: "review_decision", status: "open" });
    expect(world.state.tasks.r?.proposal).toMatchObject({
      decision: "CONTINUE",
    });
  });

  it("that stops the run takes no second pair of eyes", () => {
    const world = asking({ reviews: { r: { verb: "ABORT" } }, settings: { fourEyes: true } });
    given(world);
    expect(world.state.finished?.reason).toBe("aborted_by_person");
  });

  it("serves its own task and its first attempt alone", () => {
    const other = asking({ reviews: { x: { verb: "CONTINUE" } } });
    given(other);
    expect(other.last("late_result").payload.kind).toBe("review_given");
    const none = asking({ reviews: { constructor: { verb: "CONTINUE" as const } } });
    given(none);
    expect(none.status("r")).toBe("running");
    const world = asking({ reviews: { r: { verb: "CONTINUE" } } });
    const fork = world.fork(world.state.seq);
    fork.start();
    given(fork);
    expect(fork.last("late_result").payload.kind).toBe("review_given");
    expect(fork.status("r")).toBe("running");
  });
});

describe("an answer to a human gate given in advance", () => {
  it("approves what is shown, without a person", () => {
    const world = asking({ reviews: { r: { verb: "approve" } }, task: HUMAN });
    shown(world);
    expect(world.last("approval_decided").payload).toMatchObject({
      verb: "approve",
      provenance: "session_rule",
      because: { code: "given_with_run" },
    });
    expect(world.state.tasks.r).toMatchObject({ status: "succeeded", result: { inline: { a: "done" } } });
    expect(world.state.openApprovals).toEqual({});
    expect(world.start()).toEqual(["b"]);
  });

  it("rejects with its reason as the diagnosis", () => {
    const world = asking({
      reviews: { r: { verb: "reject", reason: "not this week" } },
      task: { ...HUMAN, onFailure: "skip" },
    });
    shown(world);
    expect(world.state.tasks.r).toMatchObject({
      status: "skipped",
      diagnosis: statedReason("not this week"),
    });
  });

  it.each<[string, Given]>([
    ["the gate names people", { reviews: { r: { verb: "approve" } }, task: gateOf({ assignees: ["bob"] }) }],
    ["it takes several", { reviews: { r: { verb: "approve" } }, task: gateOf({ quorum: 2 }) }],
    [
      "it takes four eyes",
      { reviews: { r: { verb: "approve" } }, task: HUMAN, settings: { fourEyes: true } },
    ],
    ["the gate does not offer it", { reviews: { r: { verb: "CONTINUE" } }, task: HUMAN }],
    ["it is for another task", { reviews: { x: { verb: "approve" } }, task: HUMAN }],
  ])("leaves the question to people where %s", (_, options) => {
    const world = asking(options);
    shown(world);
    expect(world.state.approvals["apr_1-1"]?.status).toBe("open");
    expect(world.status("r")).toBe("waiting");
  });

  it("is not given again when the question has changed", () => {
    const task = gateOf({ form: { type: "object", properties: { go: { type: "boolean" } } } });
    const world = asking({ reviews: { r: { verb: "approve" } }, task });
    shown(world);
    expect(world.state.approvals["apr_1-1"]?.verbs).not.toContain("approve");
    const asks = { id: "r", ...task, dependsOn: ["a"] };
    const plan = planOf({ id: "a" }, asks, { id: "b", input: "other work", dependsOn: ["r"] });
    expect(world.edit(plan, "do something else then").ok).toBe(true);
    world.start();
    shown(world, true);
    expect(world.state.approvals["apr_1-2"]).toMatchObject({ status: "open" });
    expect(world.state.approvals["apr_1-2"]?.verbs).toContain("approve");
  });
});

describe("an answer given in advance is bound to what it was given to", () => {
  const M: TaskDraft = { id: "m", type: "human_review" };
  const SEND: TaskDraft = { id: "b", input: "to the board", dependsOn: ["r"] };
  const GATE: TaskDraft = { id: "r", title: "Good?", ...HUMAN, dependsOn: ["m"] };
  const ASIDE: TaskDraft = { id: "n", input: "1" };
  const by = { id: "bob", name: "Bob", roles: [], mayReview: true };

  /** The run comes with the answer, and waits at a gate before that of the answer. */
  function waiting(): RunWorld {
    const world = new RunWorld({
      plan: planOf(M, GATE, SEND, ASIDE),
      reviews: { r: { verb: "approve" } },
    });
    world.start();
    return world;
  }
  function ask(world: RunWorld) {
    world.send({ type: "supply_result", taskId: "m", value: storeValue(1).stored, reason: "so" });
    world.start();
    shown(world);
    return world.state.tasks.r?.status;
  }

  it("passes as it was, whatever changes elsewhere", () => {
    const world = waiting();
    expect(ask(world)).toBe("succeeded");
    const other = waiting();
    expect(other.edit(planOf(M, GATE, SEND, { ...ASIDE, id: "n2" }), "so", { by }).ok).toBe(true);
    expect(ask(other)).toBe("succeeded");
  });

  it.each<[string, TaskDraft[]]>([
    ["its passing sets free other work", [M, GATE, { ...SEND, input: "to everyone" }, ASIDE]],
    ["its passing sets free more", [M, GATE, SEND, { ...ASIDE, id: "n2", dependsOn: ["r"] }]],
    ["it asks something else", [M, { ...GATE, title: "Is it Monday?" }, SEND, ASIDE]],
    [
      "something else comes before it",
      [M, { ...GATE, dependsOn: ["m", "n2"] }, SEND, { ...ASIDE, id: "n2" }],
    ],
  ])("leaves the question to people where %s", (_, tasks) => {
    const world = waiting();
    expect(world.edit(planOf(...tasks), "tidying up", { by })).toMatchObject({ ok: true });
    if (world.state.tasks.n2) world.start();
    if (tasks[1]?.dependsOn?.includes("n2")) world.succeed("n2");
    expect(ask(world)).toBe("waiting");
  });

  it("has its review asked like any other where the plan changes as it comes up", () => {
    const review: TaskDraft = { id: "r", type: "planning_review" };
    const world = new RunWorld({ plan: planOf(review, SEND), reviews: { r: { verb: "CONTINUE" } } });
    world.start();
    const { key } = world.keyOf("r");
    world.edit(planOf(review, { ...SEND, input: "to everyone" }), "so", { by });
    given(world);
    expect(world.last("late_result").payload).toEqual({ key, kind: "review_given" });
    expect(world.status("r")).toBe("running");
    expect(world.startable()).toMatchObject([{ kind: "review", taskId: "r" }]);
  });

  it("serves its run alone: a fork asks", () => {
    const world = waiting();
    const fork = world.fork(world.state.seq);
    fork.start();
    expect(ask(fork)).toBe("waiting");
    const again = world.fork(world.state.seq, 0, { reviews: { r: { verb: "approve" } } });
    again.start();
    expect(ask(again)).toBe("succeeded");
  });
});

describe("a gate before one that was answered in advance", () => {
  const [FIRST, SECOND]: [TaskDraft, TaskDraft] = [
    { id: "m", type: "human_review" },
    { id: "r", title: "Good?", ...HUMAN, dependsOn: ["m"] },
  ];
  const plan = planOf(FIRST, SECOND, { id: "b", input: "to the board", dependsOn: ["r"] });
  const asked = (world: RunWorld) => {
    world.start();
    const { stored } = storeValue(1);
    world.send({ type: "gate_shown", ...world.keyOf("m"), shown: stored, digest: "d", prompt: "Go?" });
    return world.last("approval_opened").payload;
  };
  const actsOf = (world: RunWorld) => asked(world).release?.acts.map(({ taskId }) => taskId);

  it.each<[string, Record<string, GivenReview>, string[]]>([
    ["shows what that one lets pass", { r: { verb: "approve" } }, ["b"]],
    ["shows nothing of it where that one refuses", { r: { verb: "reject" } }, []],
    ["shows nothing of it where another was answered", { x: { verb: "approve" } }, []],
  ])("%s", (_what, reviews, acts) => {
    expect(actsOf(new RunWorld({ plan, reviews }))).toEqual(acts);
  });

  it("is asked again in a fork that brings the answer, unless it is answered with it", () => {
    const world = new RunWorld({ plan });
    expect(actsOf(world)).toEqual([]);
    const fork = world.fork(world.state.seq, 0, { reviews: { r: { verb: "approve" } } });
    expect(fork.last("approval_superseded").payload.reason).toEqual({ code: "answers_given" });
    expect(fork.state.openApprovals).toEqual({});
    expect(actsOf(fork)).toEqual(["b"]);
    const refused = world.fork(world.state.seq, 0, { reviews: { r: { verb: "reject" } } });
    expect(Object.keys(refused.state.openApprovals)).toHaveLength(1);
    const { digest } = world.last("approval_opened").payload;
    const both = { m: { verb: "approve", digest }, r: { verb: "approve" } } as const;
    const own = world.fork(world.state.seq, 0, { reviews: both });
    expect(own.status("m")).toBe("succeeded");
  });
});

function gateOf(gate: object): Partial<TaskDraft> {
  return { type: "human_review", gate: gateSpec.parse(gate) };
}

it("a rejection given in advance without a reason leaves a gate that requires one to people", () => {
  const task = { ...HUMAN, gate: gateSpec.parse({ requiresReason: true }) };
  const silent = asking({ reviews: { r: { verb: "reject" } }, task });
  shown(silent);
  expect(silent.state.tasks.r?.status).toBe("waiting");
  const reasoned = asking({ reviews: { r: { verb: "reject", reason: "Too early." } }, task });
  shown(reasoned);
  expect(reasoned.last("approval_decided").payload).toMatchObject({ verb: "reject", comment: "Too early." });
});
