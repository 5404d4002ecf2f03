import { describe, expect, it } from "vitest";
import { type GateVerb, verbRow } from "@/lib/core/run/gates/table";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { formatQuorum } from "../../describe/gates/proposals";
import { describeDenial, formatAssignees } from "../../describe/gates/words";
import type { Answerer, Voter } from "../../people";
import type { GateSpec, Plan } from "../../plan/schema";
import { storePlan } from "../../plan/store";
import { storeValue } from "../../stored-value";
import type { ActorRef } from "../events/envelope";
import { statedReason } from "../reasons";
import { authorsOf, bypassDenialReason, denialReason } from "./rules";

type Person = Extract<ActorRef, { kind: "person" }>;
const person = (name: string): Person => ({ kind: "person", id: name.toLowerCase(), name });
const voter = (name: string, roles: string[] = []): Voter => ({
  id: name.toLowerCase(),
  name,
  roles,
  mayReview: true,
});

function asking(gate: Partial<GateSpec>, settings = {}, more: Partial<TaskDraft> = {}) {
  const spec = { prompt: "", assignees: [], quorum: 1, onTimeout: "reject" as const, ...gate };
  const plan = planOf(
    { id: "g", type: "human_review", maxRetries: 0, gate: spec, ...more },
    { id: "b", dependsOn: ["g"] },
  );
  const world = new RunWorld({ plan, settings });
  world.start();
  show(world);
  return world;
}

function show(world: RunWorld, digest = "d1") {
  const { stored } = storeValue({ release: digest });
  return world.send({ type: "gate_shown", shown: stored, digest, prompt: "Release?", ...world.keyOf("g") });
}

function answer(
  world: RunWorld,
  by: Voter | undefined,
  verb: GateVerb,
  comment?: string,
  people?: Answerer[],
) {
  const { approvalId } = world.last("approval_opened").payload;
  const words = { ...(comment !== undefined && { comment }), ...(people && { people }) };
  const said = { verb, provenance: "person", ...words } as const;
  const value = verbRow(verb).needs === "value" ? { value: storeValue("mine").stored } : {};
  const actor = by ? person(by.name) : ANNA;
  return world.send({ type: "decide_approval", approvalId, ...value, ...said, ...(by && { by }) }, actor);
}

const gateOf = (world: RunWorld) => world.state.approvals["apr_1-1"];

describe("a quorum", () => {
  it("is reached when that many different people approved; their votes are kept", () => {
    const world = asking({ quorum: 2 });
    expect(gateOf(world)?.verbs).toEqual(["approve", "edit", "reject", "request_changes", "ask"]);
    expect(answer(world, voter("Ada"), "approve", "looks right")).toMatchObject({ ok: true });
    expect(world.status("g")).toBe("waiting");
    expect(formatQuorum(gateOf(world) ?? {})).toBe("1 of 2 approved by Ada");
    answer(world, voter("Bob"), "approve");
    expect(world.status("g")).toBe("succeeded");
    const plain = { at: world.now, verb: "approve", digest: gateOf(world)?.digest };
    expect(gateOf(world)?.votes).toEqual([
      { ...plain, by: { id: "ada", name: "Ada" }, comment: "looks right" },
      { ...plain, by: { id: "bob", name: "Bob" } },
    ]);
    expect(world.types().filter((type) => type === "approval_decided")).toHaveLength(1);
  });

  it.each([
    [2, "1 more person has to"],
    [3, "2 more people have to"],
  ])("of %i counts the same person once, and says so", (quorum, words) => {
    const world = asking({ quorum });
    answer(world, voter("Ada"), "approve");
    const again = answer(world, voter("Ada"), "approve");
    expect(again).toMatchObject({ ok: false, error: { code: "not_allowed_now" } });
    expect(JSON.stringify(again)).toContain(words);
  });

  it("is undone by one rejection, also of somebody who approved", () => {
    const world = asking({ quorum: 3 }, {}, { onFailure: "skip" });
    answer(world, voter("Ada"), "approve");
    answer(world, voter("Ada"), "reject", "I was wrong");
    expect(world.last("task_skipped").payload.diagnosis).toEqual(statedReason("I was wrong"));
  });

  /** Ada's earlier approval, as it stands when Bob approves and these are there who might. */
  function afterAda(gate: Partial<GateSpec>, there: Partial<Answerer>[], roles = ["lead"]) {
    const world = asking({ quorum: 2, ...gate });
    const by = (name: string) => ({ ...voter(name, roles), capabilities: ["review" as const] });
    answer(world, by("Ada"), "approve");
    const people = there.map((one) => ({ ...by("Ada"), ...one }));
    answer(world, by("Bob"), "approve", undefined, [by("Bob"), ...people]);
    return world;
  }

  it.each<[string, Partial<GateSpec>, Partial<Answerer>[]]>([
    ["is gone", {}, []],
    ["may not review any more", {}, [{ capabilities: ["operate"] }]],
    ["has lost the role", { assignees: ["role:lead"] }, [{ roles: ["dev"] }]],
    ["has lost the name", { assignees: ["Ada", "Bob"] }, [{ id: "key:1" }]],
  ])("counts no vote of somebody who %s, and says whose; who comes back votes again", (_, gate, there) => {
    const world = afterAda(gate, there);
    expect(world.status("g")).toBe("waiting");
    expect(formatQuorum(gateOf(world) ?? {})).toBe("1 of 2 approved by Bob");
    const { payload } = world.last("approval_voted");
    expect(payload).toMatchObject({ by: { id: "bob" }, dropped: [{ id: "ada", name: "Ada" }] });
    answer(world, voter("Ada", ["lead"]), "approve");
    expect(world.status("g")).toBe("succeeded");
    expect(gateOf(world)?.votes?.map(({ by }) => by.id)).toEqual(["bob", "ada"]);
  });

  it("counts the vote of somebody who is asked as before, whatever else has changed about them", () => {
    const there = [{ roles: ["lead", "ops"], capabilities: ["view", "review"] as const }];
    const world = afterAda({ assignees: ["role:lead"] }, there as never);
    expect(world.status("g")).toBe("succeeded");
    expect(world.last("approval_voted").payload).not.toHaveProperty("dropped");
  });

  it("takes no vote from nobody, and silence does not stand for it", () => {
    const world = asking({ quorum: 2, timeoutSeconds: 10, onTimeout: "approve" }, {}, { onFailure: "skip" });
    expect(answer(world, undefined, "approve")).toMatchObject({ ok: false, error: { code: "forbidden" } });
    expect(gateOf(world)?.onTimeout).toBe("reject");
    world.tick(10_000);
    expect(world.status("g")).toBe("skipped");
  });
});

describe("four eyes", () => {
  it.each([
    ["the run", {}, { fourEyes: true }],
    ["the gate", { fourEyes: true }, {}],
  ])(
    "by the setting of %s keep the author from letting it pass, not from stopping it",
    (_, gate, settings) => {
      const world = asking(gate, settings, { onFailure: "skip" });
      world.state.author = person("Ada");
      for (const verb of ["approve", "edit"] as const) {
        expect(answer(world, voter("Ada"), verb)).toMatchObject({ ok: false, error: { code: "forbidden" } });
      }
      expect(answer(world, voter("Ada"), "reject")).toMatchObject({ ok: true });
    },
  );

  it("are two different people", () => {
    const world = asking({}, { fourEyes: true });
    world.state.author = person("Ada");
    answer(world, voter("Bob"), "approve");
    expect(world.status("g")).toBe("succeeded");
  });

  it("are asked for by the run whatever its plan says", () => {
    const world = asking({ fourEyes: false }, { fourEyes: true });
    world.state.author = person("Ada");
    expect(answer(world, voter("Ada"), "approve")).toMatchObject({ ok: false, error: { code: "forbidden" } });
  });

  it("bind the one who wrote the tail that is in force, by a review or by an edit, and what it carries on", () => {
    const plan = planOf({ id: "r", type: "planning_review" }, { id: "b", dependsOn: ["r"] });
    const world = new RunWorld({ plan, settings: { reviewMode: "manual", fourEyes: true } });
    world.start();
    const proposal = { decision: "CONTINUE" as const, reasoning: "well", answers: [], reviewer: "r" };
    world.send({ type: "review_read", proposal, ...world.keyOf("r") });
    const { approvalId } = world.last("approval_opened").payload;
    const replan = { approvalId, verb: "REPLAN", comment: "no", tail: "blob", provenance: "person" } as const;
    const refused = world.send({ type: "decide_approval", ...replan }, person("Bob"));
    expect(refused).toMatchObject({ ok: false, error: { code: "forbidden" } });
    world.send({ type: "decide_approval", ...replan, by: voter("Bob") }, person("Bob"));
    world.start();
    const tail = planOf(
      { id: "r", type: "planning_review" },
      { id: "g", type: "human_review", dependsOn: ["r"] },
    );
    const offered = offer(tail, storePlan(plan).plan);
    const written = { plan: offered, fromVersion: 1, renamed: [] };
    world.send({ type: "replan_written", key: world.keyOfKind("replan"), ...written });
    expect(world.state.planAuthor).toEqual(person("Bob"));
    world.start();
    show(world);
    expect(answer(world, voter("Bob"), "approve")).toMatchObject({ ok: false, error: { code: "forbidden" } });
    const edited = offer({ ...tail, title: "Mine" }, storePlan(tail).plan);
    const edit = { type: "edit_plan", plan: edited, expectedPlanVersion: 2, reason: "words" } as const;
    expect(world.send(edit, person("Cid"))).toMatchObject({ ok: true });
    expect(world.state.planAuthor).toEqual(person("Cid"));
    for (const name of ["Bob", "Cid"])
      expect(answer(world, voter(name), "approve")).toMatchObject({
        ok: false,
        error: { code: "forbidden" },
      });
    expect(answer(world, voter("Dan"), "approve")).toMatchObject({ ok: true });
  });

  it("leave what is no judgement to anybody, and let no plan run by silence", () => {
    const world = new RunWorld({
      plan: planOf({ id: "r", type: "planning_review" }),
      settings: { fourEyes: true },
    });
    world.start();
    world.send({ type: "review_read", problem: statedReason("unreadable"), ...world.keyOf("r") });
    expect(gateOf(world)).toMatchObject({ fourEyes: true, onTimeout: "abort" });
    world.send({ type: "report_fault", fault: { code: "thrown", message: "boom" } });
    expect(world.state.approvals["apr_1-2"]?.fourEyes).toBeUndefined();
    const review = planOf({
      id: "r",
      type: "planning_review",
      review: { requiresHumanApproval: true, onTimeout: "CONTINUE" },
    });
    const silent = new RunWorld({ plan: review, settings: { fourEyes: true } });
    silent.start();
    silent.send({ type: "review_read", problem: statedReason("unreadable"), ...silent.keyOf("r") });
    expect(gateOf(silent)?.onTimeout).toBe("abort");
  });
});

describe("who may answer", () => {
  const cases: [string, string[], Voter, boolean][] = [
    ["anybody, where nobody is named", [], voter("Ada"), true],
    ["a person by name", ["Ada"], voter("Ada"), true],
    ["a person by id", ["ada"], voter("Ada"), true],
    ["a person by role", ["role:lead"], voter("Ada", ["lead"]), true],
    ["nobody else", ["Bob", "role:lead"], voter("Ada", ["dev"]), false],
    ["nobody whose name is like a role", ["role:lead"], voter("role:lead"), false],
    ["the one person there is while accounts are off", ["Bob"], { ...voter("Local"), everyone: true }, true],
  ];
  it.each(cases)("%s", (_, assignees, by, allowed) => {
    expect(denialReason({ assignees }, [], by, "approve") === undefined).toBe(allowed);
  });

  it("is told to those who may not", () => {
    const world = asking({ assignees: ["Bob", "role:lead"] });
    expect(answer(world, voter("Ada"), "reject")).toMatchObject({
      ok: false,
      error: {
        code: "forbidden",
        message: "This gate is for Bob, or anyone with the role lead. You can see it, but not answer it.",
        details: { assignees: ["Bob", "role:lead"] },
      },
    });
    const bound = { assignees: ["role:lead"], fourEyes: true };
    const refused = denialReason(bound, [{ id: "ada", name: "Ada" }], voter("Ada", ["lead"]), "approve");
    expect(refused && describeDenial(refused)).toContain(
      "anyone with the role lead may let it pass, but not Ada",
    );
    const open = denialReason(
      { assignees: [], fourEyes: true },
      [{ id: "ada", name: "Ada" }],
      voter("Ada"),
      "approve",
    );
    expect(open && describeDenial(open)).toContain("anyone else who may review");
  });

  it("holds at each of a task's gates, also for one who does without the answer", () => {
    const [free, led] = [{ assignees: [] }, { assignees: ["role:lead"] }];
    const bypass = (...gates: Parameters<typeof bypassDenialReason>[0]) =>
      bypassDenialReason(gates, [], voter("Ada"));
    expect(bypass(free, free)).toBeUndefined();
    expect(bypass(free, led)).toMatchObject({ code: "not_assigned" });
    expect(bypass(free, { assignees: [], quorum: 2 })).toMatchObject({ code: "quorum", quorum: 2 });
  });

  it("has words", () => {
    expect(formatAssignees(["Ada"])).toBe("Ada");
    expect(formatQuorum({})).toBe("");
    expect(formatQuorum({ quorum: 2 })).toBe("0 of 2 agreed");
  });
});

describe("under four eyes", () => {
  const GATE: TaskDraft = {
    id: "g",
    type: "human_review" as const,
    dependsOn: ["m"],
    gate: { prompt: "", assignees: [], quorum: 1, onTimeout: "reject", fourEyes: true },
  };
  const M: TaskDraft = { id: "m" };
  const SEND: TaskDraft = { id: "b", input: "Mail the board", dependsOn: ["g"] };
  const MINE: TaskDraft = { id: "b", input: "Mail everyone", dependsOn: ["g"] };
  const MORE: TaskDraft = { id: "n", input: "Note it", dependsOn: ["g"] };

  /** Zed puts an act of his own behind the gate; then others, or a model, write the versions that follow. */
  function written(...versions: [by: string, ...tasks: TaskDraft[]][]): RunWorld {
    const world = new RunWorld({ plan: planOf(M, GATE, SEND), settings: { replanGraceMs: 0 }, by: ANNA });
    world.edit(planOf(M, GATE, MINE), "mine", { by: voter("Zed") });
    for (const [by, ...tasks] of versions) {
      const plan = planOf(...tasks);
      if (by !== "model") {
        expect(world.edit(plan, "more", { by: voter(by) })).toMatchObject({ ok: true });
        continue;
      }
      world.send({ type: "request_replan", instruction: "more" }, person("Cid"));
      const lineages = new Map(Object.values(world.state.tasks).map((task) => [task.id, task.spec.lineage]));
      world.replan(offer(plan, storePlan(world.plan as Plan, lineages).plan));
      world.plan = plan;
    }
    expect(world.state.planVersion).toBe(2 + versions.length);
    world.run("m");
    world.start();
    show(world);
    return world;
  }

  const again: TaskDraft = { ...MINE, id: "b2" };
  const reworded: TaskDraft = { ...MINE, id: "b2", input: "Mail all of them", replaces: "b" };
  it.each<[string, [string, ...TaskDraft[]][]]>([
    ["a model's version has it as it was", [["model", M, GATE, MINE, MORE]]],
    ["a model writes it again under another id", [["model", M, GATE, again, MORE]]],
    ["a model's version descends from it", [["model", M, GATE, reworded, MORE]]],
    ["somebody else's version has it", [["Ada", M, GATE, MINE, MORE]]],
    [
      "any number of versions later",
      [
        ["Ada", M, GATE, MINE, MORE],
        ["model", M, GATE, MINE, { ...MORE, id: "n2" }],
      ],
    ],
  ])("work stays its author's: %s", (_, versions) => {
    const world = written(...versions);
    expect(answer(world, voter("Zed"), "approve")).toMatchObject({ ok: false, error: { code: "forbidden" } });
    expect(answer(world, voter("Bob"), "approve")).toMatchObject({ ok: true });
  });

  it("who wrote work that a version has no more may let that one pass, unless a model wrote it with theirs before it", () => {
    const other: TaskDraft = { id: "c", input: "Mail the board", dependsOn: ["g"] };
    const answered = (author: string) =>
      answer(written([author, M, GATE, other]), voter("Zed"), "approve").ok;
    expect([answered("Bob"), answered("model")]).toEqual([true, false]);
  });

  it("on whose words a model wrote work does not let it pass, as long as a version has it", () => {
    const refused = { ok: false, error: { code: "forbidden" } };
    const wished = written(["model", M, GATE, MORE]);
    expect(wished.state.wishers).toBeUndefined();
    expect(answer(wished, voter("Cid"), "approve")).toMatchObject(refused);
    const carried = written(["model", M, GATE, MORE], ["Ada", M, GATE, MORE, { ...MINE, id: "d" }]);
    expect(answer(carried, voter("Cid"), "approve")).toMatchObject(refused);
    const gone = written(["model", M, GATE, MORE], ["Ada", M, GATE, { ...MINE, id: "d" }]);
    expect(answer(gone, voter("Cid"), "approve")).toMatchObject({ ok: true });
  });

  it("so does anyone who said something at another gate before, where a model writes a version with that before it", () => {
    const first: TaskDraft = { id: "first", type: "human_review" };
    const asks: TaskDraft = { ...GATE, dependsOn: ["m", "first"] };
    const plan = planOf(first, M, asks, SEND);
    const world = new RunWorld({ plan, settings: { replanGraceMs: 0 }, by: ANNA });
    world.start();
    const { stored: shown } = storeValue("Go on?");
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "Go on?", ...world.keyOf("first") });
    answer(world, voter("Bob"), "approve", "Mail everyone");
    world.send({ type: "request_replan", instruction: "more" }, person("Cid"));
    const lineages = new Map(Object.values(world.state.tasks).map((task) => [task.id, task.spec.lineage]));
    world.replan(offer(planOf(first, M, asks, SEND, MORE), storePlan(plan, lineages).plan));
    world.run("m");
    world.start();
    show(world);
    for (const name of ["Anna", "Bob", "Cid"])
      expect(answer(world, voter(name), "approve")).toMatchObject({ error: { code: "forbidden" } });
    expect(answer(world, voter("Ada"), "approve")).toMatchObject({ ok: true });
  });
});

describe("a form", () => {
  const form = { type: "object", properties: { go: { type: "boolean" } } };
  it.each([
    [false, ["respond", "reject", "request_changes"]],
    [true, ["approve", "respond", "reject", "request_changes"]],
  ])("is filled in; passed on as shown only where that has its form (%s)", (fits, verbs) => {
    const world = new RunWorld({
      plan: planOf({
        id: "g",
        type: "human_review",
        gate: { prompt: "", assignees: [], quorum: 1, onTimeout: "reject", form },
      }),
    });
    world.start();
    const shown = { shown: storeValue({ go: true }).stored, digest: "d", prompt: "Go?", fits };
    world.send({ type: "gate_shown", ...shown, ...world.keyOf("g") });
    expect(gateOf(world)?.verbs).toEqual(verbs);
  });
});

it("counts who gave a fork constraints of its own among its authors", () => {
  const world = new RunWorld({ plan: planOf({ id: "a" }), by: person("Ada") });
  const { settings, seq } = world.state;
  const authors = (changes: Partial<typeof settings>) =>
    authorsOf(world.fork(seq, 1, { settings: { ...settings, ...changes } }).state).map(({ name }) => name);
  expect(authors({ constraints: "Say so." })).toEqual(["Ada", ANNA.name]);
  expect(authors({ maxConcurrency: 1 })).toEqual(["Ada"]);
});
