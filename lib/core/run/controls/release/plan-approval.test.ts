import { describe, expect, it } from "vitest";
import { Approved, LOOK, OTHER, SEND, SEND_AGAIN } from "@/lib/testing/runs/approved-run";
import { actor, voter } from "@/lib/testing/runs/played-run";
import { CONTRADICTS, factsOf, refinedOffer, refining } from "@/lib/testing/runs/refined-run";
import type { TaskDraft } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../../stored-value";
import type { OfferedPlan } from "../../commands";
import type { RunSettings } from "../../settings";
import { holdOn } from "../hold";
import { openObligations } from "../open";

describe("a plan that people approved", () => {
  it("asks nothing as long as its tools stay what they were", () => {
    const run = new Approved();
    expect([run.hold("send"), run.hold("look", "scan")]).toEqual([undefined, "tool"]);
    run.world.run("look");
    expect(run.hold("send")).toBeUndefined();
    expect(openObligations(run.world.state)).toEqual([]);
  });

  it.each(["tool", "policies"])("holds its calls to them, and says what differs: %s", (since) => {
    const run = new Approved();
    if (since === "tool") run.marks.mail = "2";
    else run.policies = "q";
    const act = { taskId: "send", tool: "mail" };
    const mark = { name: "mail", definition: run.marks.mail, policies: run.policies };
    expect(holdOn(run.world.state, { ...act, mark })).toEqual({
      obligations: ["1/(plan)"],
      controls: ["(plan)"],
      since,
    });
    expect(holdOn(run.world.state, act)).toBeUndefined();
  });

  it("holds back what only read when it was approved", () => {
    const run = new Approved();
    run.scans = "external";
    expect(run.hold("look", "scan")).toBe("tool");
  });

  it("is not approved by who has become its author since, under four eyes", () => {
    const run = new Approved({ fourEyes: true });
    expect(run.hold("send")).toBeUndefined();
    run.edited("Bob", LOOK, SEND, { id: "note", input: "Note it" });
    expect(run.hold("send")).toBe("people");
  });

  it("asks those who could approve it, and lets the call run that they let run", () => {
    const run = new Approved({ fourEyes: true });
    const { world } = run;
    run.marks.mail = "2";
    world.run("look").start();
    world.ask("send", { kind: "tool_approval", callId: "c", tool: "mail", obligations: ["1/(plan)"] });
    expect(world.last("approval_opened").payload).toMatchObject({ assignees: [], fourEyes: true });
    run.answer("approve");
    expect(run.hold("send", "mail", "1/c")).toBeUndefined();
    expect(run.hold("send", "mail", "1/d")).toBe("tool");
  });

  it.each(["nobody was asked about", "nobody answered for"])("is none that %s", (which) => {
    const isAsked = which === "nobody answered for";
    const run = new Approved({ planApproval: isAsked }, undefined, null);
    if (isAsked) run.answer("approve", "Bob", "auto");
    run.marks.mail = "2";
    expect(run.hold("send")).toBeUndefined();
  });

  it("stands for no control in it, and a control that was passed stands for it", () => {
    const gate: TaskDraft = { id: "ok", type: "human_review", dependsOn: ["look"] };
    const run = new Approved({}, [LOOK, gate, { ...SEND, dependsOn: ["ok"] }]);
    expect(run.hold("send")).toEqual(["ok"]);
    run.world.run("look").start();
    const at = run.world.keyOf("ok");
    run.world.send({ type: "gate_shown", shown: storeValue("it").stored, digest: "d", prompt: "Go?", ...at });
    run.marks.mail = "2";
    run.world.send({
      type: "tools_changed",
      definitions: {},
      plan: {
        version: 1,
        reach: { send: ["mail"] },
        tools: [{ name: "mail", definition: "2", policies: "p" }],
      },
    });
    run.world.start();
    const again = run.world.keyOf("ok");
    run.world.send({
      type: "gate_shown",
      shown: storeValue("it").stored,
      digest: "d",
      prompt: "Go?",
      ...again,
    });
    run.answer("approve");
    expect(run.hold("send")).toBeUndefined();
  });
});

describe("a version of an approved plan", () => {
  it("that repairs work by itself holds it to what it was approved with", () => {
    const run = new Approved();
    run.world.run("look").start();
    run.world.fail("send");
    run.replanned(LOOK, SEND, SEND_AGAIN);
    expect(run.world.state.planVersion).toBe(2);
    expect(run.hold("send_v2")).toBeUndefined();
    run.marks.mail = "2";
    expect(run.hold("send_v2")).toBe("tool");
  });

  const TELL: TaskDraft = {
    id: "tell",
    title: "Tell",
    agent: "teller",
    input: "Tell it",
    dependsOn: ["look"],
  };
  const TELL_AFTER: TaskDraft = { ...TELL, dependsOn: ["look_v2"] };
  const repaired = (how: Partial<TaskDraft>, act: TaskDraft, after: TaskDraft) => {
    const run = new Approved({}, [LOOK, act]);
    run.world.start();
    run.world.fail("look");
    run.replanned(LOOK, { ...LOOK, ...how, id: "look_v2", replaces: "look" }, after);
    expect(run.world.state).toMatchObject({ planVersion: 2, openApprovals: {} });
    return run;
  };

  it("that repeats what a program finds by its name asks nothing", () => {
    const run = repaired({}, SEND, { ...SEND, dependsOn: ["look_v2"] });
    expect(run.hold("send")).toBeUndefined();
  });

  it("that has a program find the same work in another's place asks when it acts", () => {
    const other: TaskDraft = { ...LOOK, id: "look_v2", input: "Look there" };
    const act: TaskDraft = { ...SEND, dependsOn: ["look", "look_v2"] };
    const run = new Approved({}, [LOOK, other, act]);
    run.world.start();
    run.world.fail("look");
    const again = { ...LOOK, id: "look_v3", replaces: "look" };
    run.replanned(LOOK, other, again, { ...act, dependsOn: ["look_v2", "look_v3"] });
    expect(run.hold("send")).toBe("work");
  });

  it("that repeats what leads to an act asks nothing, and holds both", () => {
    const run = repaired({}, TELL, TELL_AFTER);
    expect(run.hold("tell")).toBeUndefined();
    run.marks.mail = "2";
    run.scans = "external";
    expect([run.hold("tell"), run.hold("look_v2", "scan")]).toEqual(["tool", "tool"]);
  });

  it.each<[string, Partial<TaskDraft>, TaskDraft]>([
    ["an agent", { input: "Look elsewhere" }, TELL],
    ["an agent, by what is under another title", { title: "Look again" }, TELL],
    ["a program", { input: "Look elsewhere" }, SEND],
  ])("that does otherwise what leads to an act has the act ask when it is due: %s", (_, how, act) => {
    const run = repaired(how, act, { ...act, dependsOn: ["look_v2"] });
    expect(run.hold(act.id as string)).toBe("work");
  });

  it("that people let a model change is held by what is new to the tools of then, and else to those of before", () => {
    const run = new Approved();
    run.marks.mail = "2";
    run.replanned(LOOK, SEND, OTHER).answer("approve");
    expect(run.world.state.planVersion).toBe(2);
    expect([run.hold("send"), run.hold("other")]).toEqual(["tool", undefined]);
    run.marks.mail = "1";
    expect([run.hold("send"), run.hold("other")]).toEqual([undefined, "tool"]);
  });

  it("that a person wrote is held to what it was when they wrote it", () => {
    const run = new Approved();
    run.marks.mail = "2";
    const scan: TaskDraft = { ...LOOK, id: "scan", input: "Scan it" };
    run.edited("Cy", LOOK, { ...SEND, input: '(tool/mail {:to "them"})' }, OTHER, scan);
    expect([run.hold("send"), run.hold("other")]).toEqual([undefined, undefined]);
    run.marks.mail = "3";
    run.scans = "external";
    expect([run.hold("send"), run.hold("other"), run.hold("scan", "scan")]).toEqual(["tool", "tool", "tool"]);
  });

  it("that a model may change without people is held by what stays of the approved work", () => {
    const run = new Approved({ afterApproval: "replan" });
    run.world.start();
    run.world.fail("look");
    run.replanned(LOOK, { ...LOOK, id: "look2", replaces: "look" }, { ...SEND, dependsOn: ["look2"] }, OTHER);
    expect(run.world.state.planVersion).toBe(2);
    expect([run.hold("send"), run.hold("other")]).toEqual([undefined, undefined]);
    run.marks.mail = "2";
    expect([run.hold("send"), run.hold("other")]).toEqual(["tool", undefined]);
  });

  it("by a refinement that people let pass is held by what that brought", () => {
    const run = refined();
    expect([run.hold("send"), run.hold("other")]).toEqual([undefined, undefined]);
    run.marks.mail = "2";
    expect([run.hold("send"), run.hold("other")]).toEqual([undefined, "tool"]);
  });

  it("by a tail that people decided on is held by that tail", () => {
    const run = decidedTail();
    expect(run.hold("other")).toBeUndefined();
    run.marks.mail = "2";
    expect(run.hold("other")).toBe("tool");
  });
});

/** A plan that nobody has seen, and a refinement of it that people let pass, or a rule. */
function refined(provenance: "person" | "auto" = "person") {
  const run = new Approved(refining({ apply: "ask" }), undefined, null);
  const { world } = run;
  world.start();
  world.succeed("look", CONTRADICTS);
  world.start();
  const changes = { add: [{ ...OTHER, dependsOn: ["look"] }] };
  const plan: OfferedPlan = {
    ...refinedOffer(world, changes),
    reach: { send: ["mail"], other: ["mail"] },
    tools: [{ name: "mail", definition: "1", policies: "p" }],
  };
  world.send({ type: "refinement_written", key: world.keyOfKind("refine"), facts: factsOf(changes), plan });
  run.answer("approve", "Bob", provenance);
  expect(world.state.planVersion).toBe(2);
  return run;
}

const R: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["look"] };

/** A plan that nobody has seen, and a tail of it that people decided on at a review which the plan does not require of them. */
function decidedTail(settings: Partial<RunSettings> = {}) {
  const run = new Approved(
    { reviewMode: "manual", ...settings },
    [LOOK, R, { ...SEND, dependsOn: ["r"] }],
    null,
  );
  const { world } = run;
  world.run("look").start();
  const tail: TaskDraft[] = [LOOK, R, { ...OTHER, dependsOn: ["r"] }];
  const tailRelease = run.releasedAt("r", ...tail);
  const proposal = { reasoning: "r", answers: [], reviewer: "r", tail: "t", tailRelease };
  world.send({ type: "review_read", ...world.keyOf("r"), proposal: { decision: "REPLAN", ...proposal } });
  world.tick(1);
  run.answer("REPLAN");
  run.tailed(...tail);
  expect(world.state.planVersion).toBe(2);
  return run;
}

describe("leave that people gave for a part of a plan", () => {
  it.each([
    ["a refinement", () => refined(), []],
    ["a tail", decidedTail, [R]],
    ["a tail, under four eyes", () => decidedTail({ fourEyes: true }), [R]],
  ] as const)("settles the plan: %s", (_, given, between) => {
    const run = given();
    expect(run.world.state.planSettled).toBe("approved");
    const olga = voter("Olga", false);
    const expectedPlanVersion = run.world.state.planVersion;
    const dependsOn = between.map(({ id }) => id);
    const other: TaskDraft = { ...OTHER, id: "all", input: '(tool/mail {:to "all"})', dependsOn };
    const plan = run.offered(run.planOf(LOOK, ...between, other));
    const edit = { type: "edit_plan", plan, expectedPlanVersion, reason: "better", by: olga } as const;
    expect(run.world.send(edit, actor("Olga"))).toMatchObject({ ok: false, error: { code: "forbidden" } });
    run.replanned(LOOK, ...between, other);
    expect(run.world.last("approval_opened").payload.kind).toBe("plan_change");
    const fork = run.world.fork(run.world.state.seq);
    expect(fork.last("approval_opened").payload.kind).toBe("plan_approval");
  });

  it("leaves a plan as it is where a rule gave it", () => {
    expect(refined("auto").world.state.planSettled).toBeUndefined();
  });

  it("leaves a plan as it is where nothing of it acts", () => {
    const run = new Approved(refining({ apply: "ask" }), undefined, null);
    const { world } = run;
    world.start();
    world.succeed("look", CONTRADICTS);
    world.start();
    const changes = { add: [{ id: "note", input: "Note it", dependsOn: ["look"] }] };
    const plan: OfferedPlan = { ...refinedOffer(world, changes), reach: { send: ["mail"] }, tools: [] };
    world.send({ type: "refinement_written", key: world.keyOfKind("refine"), facts: factsOf(changes), plan });
    run.answer("approve");
    expect(world.state).toMatchObject({ planVersion: 2 });
    expect(world.state.planSettled).toBeUndefined();
    // What a person writes in its place is theirs to let act, should it come to that.
    const scans = () => holdOn(world.state, { taskId: "note", tool: "scan" });
    expect(scans()).toBeUndefined();
    run.edited("Cy", LOOK, SEND, { id: "note", input: "Note all", dependsOn: ["look"] });
    expect(scans()).toBeUndefined();
  });
});

describe("a fork of a run whose plan people approved", () => {
  const forked = (run: Approved) => {
    const fork: Approved = Object.create(Approved.prototype);
    return Object.assign(fork, run, { world: run.world.fork(run.world.state.seq) });
  };

  it("is asked about it once where something is still to act, and then held to that", () => {
    const fork = forked(new Approved());
    fork.answer("approve");
    expect(fork.hold("send")).toBeUndefined();
    fork.marks.mail = "2";
    expect(fork.hold("send")).toBe("tool");
  });

  it("is let run by a version of one who may", () => {
    const fork = forked(new Approved());
    fork.edited("Bob", LOOK, SEND, { id: "note", input: "Note it" });
    expect(fork.hold("send")).toBeUndefined();
  });

  it("asks where nothing was to act and something does", () => {
    const fork = forked(new Approved({}, [LOOK]));
    expect(fork.world.state.openApprovals).toEqual({});
    fork.scans = "external";
    expect(fork.hold("look", "scan")).toEqual(["(plan)"]);
    expect(openObligations(fork.world.state)).toEqual([]);
    fork.world.start();
    fork.world.fail("look");
    fork.replanned(LOOK, { ...LOOK, id: "look_v2", replaces: "look" });
    expect(fork.world.last("approval_opened").payload.kind).toBe("plan_approval");
  });
});
