import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { Voter } from "../../../people";
import type { Plan } from "../../../plan/schema";
import { storePlan } from "../../../plan/store";
import { storeValue } from "../../../stored-value";
import { statedReason } from "../../reasons";
import type { RunSettings } from "../../settings";

const a = { id: "a" };
const b = { id: "b", dependsOn: ["a"], input: "go on" };
const slow = { id: "slow" };
const begun = () => new RunWorld({ plan: planOf(a, b, slow), settings: { maxConcurrency: 2 } }).run("a");

describe("editing the plan", () => {
  it("saves a person's version with the reason, and continues with it", () => {
    const world = begun();
    const next = planOf(a, { ...b, input: "go another way" }, slow, { id: "c", dependsOn: ["b"] });
    expect(world.edit(next, "b was too vague")).toMatchObject({ ok: true });
    expect(world.last("plan_version_adopted")).toMatchObject({
      actor: ANNA,
      payload: {
        version: 2,
        parent: 1,
        origin: "person",
        author: "person",
        cause: statedReason("b was too vague"),
      },
    });
    expect(world.state.tasks.b?.spec.input).toBe("go another way");
    world.run("b");
    expect(world.start()).toContain("c");
  });

  it("keeps the critique that came with it", () => {
    const world = begun();
    const plan = planOf(a, b, slow, { id: "c" });
    const critique = {
      by: "static" as const,
      score: 8,
      summary: "Fine.",
      gravest: [],
      findings: storeValue([]).stored,
      omitted: 0,
    };
    const offered = { ...offer(plan, storePlan(world.plan as Plan).plan), critique };
    world.send({ type: "edit_plan", plan: offered, expectedPlanVersion: 1, reason: "one more" }, ANNA);
    expect(world.state.critiques[2]).toMatchObject({ score: 8 });
  });

  it.each<[why: string, code: string, edit: (world: RunWorld) => unknown]>([
    [
      "another version is in force",
      "conflict",
      (world) => world.edit(planOf(a, b), "so", { expectedPlanVersion: 7 }),
    ],
    ["no reason is given", "invalid_input", (world) => world.edit(planOf(a, b), " ")],
    ["nothing changes", "invalid_input", (world) => world.edit(planOf(a, b, slow), "so")],
    ["ended work is dropped", "invalid_plan", (world) => world.edit(planOf(slow), "so")],
    [
      "ended work is altered",
      "invalid_plan",
      (world) => world.edit(planOf({ ...a, input: "other" }, b, slow), "so"),
    ],
    [
      "work under way is altered under its id",
      "invalid_plan",
      (world) => world.edit(planOf(a, b, { ...slow, input: "other" }), "so"),
    ],
  ])("is refused when %s", (_why, code, edit) => {
    const world = begun();
    world.start();
    expect(edit(world)).toMatchObject({ ok: false, error: { code } });
    expect(world.state.planVersion).toBe(1);
  });

  it("waits while the plan is being written", () => {
    const world = new RunWorld({ settings: { planApproval: true } });
    world.start();
    world.plan = planOf(a);
    expect(world.edit(planOf(a, b), "so")).toMatchObject({ ok: false, error: { code: "not_allowed_now" } });
  });

  describe("a draft that waits for who shall answer its gates", () => {
    const unpassable = [{ code: "gate_unpassable", message: "Nobody here is Ben.", taskId: "a" }];
    const waiting = (settings: Partial<RunSettings> = {}) => {
      const world = new RunWorld({ settings });
      world.start();
      world.plan = planOf(a);
      world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(world.plan), unpassable });
      return world;
    };

    it("is approved by nobody as it is, and continues once it is edited, without another question", () => {
      const world = waiting();
      const [asked = ""] = Object.keys(world.state.openApprovals);
      expect(world.state.approvals[asked]?.verbs).toEqual(["request_changes", "reject"]);
      const approve = { verb: "approve", provenance: "person" } as const;
      expect(world.send({ type: "decide_approval", approvalId: asked, ...approve }, ANNA)).toMatchObject({
        error: { code: "invalid_input" },
      });
      expect(world.edit(planOf(a, b), "Ann answers")).toMatchObject({ ok: true });
      expect(world.state).toMatchObject({ phase: "executing", planVersion: 2, openApprovals: {} });
      expect(world.state.approvals[asked]?.status).toBe("cancelled");
    });

    it("is asked about as it is then where the run wants plans approved", () => {
      const world = waiting({ planApproval: true });
      world.edit(planOf(a, b), "Ann answers");
      expect(Object.values(world.state.approvals)).toMatchObject([
        { status: "superseded" },
        { status: "open", verbs: ["approve", "request_changes", "reject"] },
      ]);
      expect(world.state.phase).toBe("planning");
    });
  });

  describe("a draft of whose text something could not be read", () => {
    const unread = [{ code: "unread", message: 'tasks[0].only_if: "paid" is no field that is known.' }];
    const waiting = () => {
      const world = new RunWorld();
      world.start();
      world.plan = planOf(a);
      world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(world.plan), unread });
      return world;
    };
    const openGate = ({ state }: RunWorld) => state.approvals[Object.keys(state.openApprovals)[0] ?? ""];
    const asks = {
      kind: "plan_approval",
      question: { unread },
      verbs: ["approve", "request_changes", "reject"],
    };

    it("runs once people let it run without that", () => {
      const world = waiting();
      expect([world.state.phase, openGate(world)]).toMatchObject(["planning", asks]);
      const approvalId = openGate(world)?.approvalId ?? "";
      expect(
        world.send({ type: "decide_approval", approvalId, verb: "approve", provenance: "person" }, ANNA),
      ).toMatchObject({ ok: true });
      expect(world.state.phase).toBe("executing");
    });

    it("is asked about with the same after it was edited", () => {
      const world = waiting();
      world.edit(planOf(a, b), "b is missing");
      expect([world.state.phase, openGate(world)]).toMatchObject(["planning", { ...asks, planVersion: 2 }]);
    });

    it("is refused where so much could not be read that nobody would look through it", () => {
      const world = new RunWorld();
      world.start();
      const [one] = unread;
      const many = Array.from({ length: 21 }, () => ({ ...one, code: "unread", message: "" }));
      world.send({
        type: "plan_drafted",
        key: world.keyOfKind("plan"),
        unread: many,
        plan: offer(planOf(a)),
      });
      expect(world.state.finished?.reason).toBe("plan_rejected");
    });
  });

  it("asks about a draft again as it is then, and not about the one before", () => {
    const world = new RunWorld({ settings: { planApproval: true, fourEyes: true } });
    world.start();
    world.plan = planOf(a);
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(world.plan) });
    const [asked] = Object.keys(world.state.openApprovals);
    expect(world.edit(planOf(a, b), "b is missing")).toMatchObject({ ok: true });
    const gates = Object.values(world.state.approvals);
    expect(gates).toMatchObject([
      { approvalId: asked, status: "superseded" },
      { kind: "plan_approval", status: "open", planVersion: 2, supersedes: asked, fourEyes: true },
    ]);
    expect(world.last("approval_superseded").payload.reason).toEqual({ code: "plan_edited" });
    expect(world.state).toMatchObject({ phase: "planning", planVersion: 2, planAuthor: { name: ANNA.name } });
    const approvalId = gates[1]?.approvalId as string;
    const approve = { type: "decide_approval", approvalId, verb: "approve", provenance: "person" } as const;
    expect(
      world.send({ ...approve, by: { id: ANNA.id, name: ANNA.name, roles: [], mayReview: true } }, ANNA),
    ).toMatchObject({
      ok: false,
      error: { code: "forbidden" },
    });
    world.send(
      { ...approve, by: { id: "ben", name: "Ben", roles: [], mayReview: true } },
      { ...ANNA, id: "ben", name: "Ben" },
    );
    expect(world.start()).toEqual(["a"]);
  });

  it("lets a reviewer edit the draft whose approval they may answer, and no other plan", () => {
    const world = new RunWorld({ settings: { planApproval: true } });
    world.start();
    world.plan = planOf(a);
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(world.plan) });
    const [asked = ""] = Object.keys(world.state.openApprovals);
    const assign = (assignees: string[]) => {
      const gate = world.state.approvals[asked];
      if (gate) gate.assignees = assignees;
    };
    const edit = (by?: Voter) => {
      const offered = offer(planOf(a, b), storePlan(world.plan as Plan).plan);
      const order = { type: "edit_plan", plan: offered, expectedPlanVersion: 1, reason: "more" } as const;
      return world.send({ ...order, asReviewer: true, ...(by && { by }) }, ANNA);
    };
    const anna = { id: ANNA.id, name: ANNA.name, roles: [], mayReview: true };
    assign(["role:legal"]);
    for (const by of [anna, undefined])
      expect(edit(by)).toMatchObject({ ok: false, error: { code: "forbidden" } });
    expect(edit({ ...anna, roles: ["legal"], mayReview: true })).toMatchObject({ ok: true });
    expect(world.state).toMatchObject({ phase: "planning", planVersion: 2 });
    const running = begun();
    const offered = offer(planOf(a, b), storePlan(running.plan as Plan).plan);
    const order = { type: "edit_plan", plan: offered, expectedPlanVersion: 1, reason: "less" } as const;
    expect(running.send({ ...order, by: anna, asReviewer: true }, ANNA)).toMatchObject({
      ok: false,
      error: { code: "forbidden", details: { capability: "operate" } },
    });
  });

  it("asks about an edited draft with what the critic still finds too weak", () => {
    const world = new RunWorld({ settings: { planApproval: true, critic: { mode: "static", minScore: 9 } } });
    world.start();
    world.plan = planOf(a);
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(world.plan) });
    const plan = planOf(a, b);
    const critique = { by: "static", score: 8, summary: "Weak.", gravest: [], omitted: 0 } as const;
    const judged = { ...critique, gravest: [], findings: storeValue([]).stored };
    const offered = { ...offer(plan, storePlan(world.plan as Plan).plan), critique: judged };
    world.send({ type: "edit_plan", plan: offered, expectedPlanVersion: 1, reason: "more" }, ANNA);
    expect(world.last("approval_opened").payload.question).toMatchObject({
      about: "plan",
      tasks: 2,
      weakness: { summary: "Weak.", minScore: 9 },
    });
  });

  it("stops what is at work and left out, and clears its gate", () => {
    const gate = { id: "g", type: "human_review" as const };
    const world = new RunWorld({ plan: planOf(a, gate, slow) });
    world.start();
    const shown = { shown: storeValue("x").stored, digest: "d", prompt: "?" };
    world.send({ type: "gate_shown", ...shown, ...world.keyOf("g") });
    world.edit(planOf(a), "only the first");
    expect(["g", "slow"].map((id) => world.status(id))).toEqual(["superseded", "superseded"]);
    expect(world.types("slow")).toContain("task_superseded");
    expect(world.state.openApprovals).toEqual({});
    expect(world.state.tasks.slow?.attempts).toMatchObject([{ outcome: "aborted" }]);
    expect(Object.values(world.state.inFlight).map(({ taskId }) => taskId)).toEqual(["a"]);
  });

  it("answers the failures so far, and takes the place of the replan for them", () => {
    const world = new RunWorld({ plan: planOf(a, b, slow), settings: { maxTotalReplans: 1 } });
    world.start();
    world.fail("a");
    expect(world.state.halt?.taskId).toBe("a");
    expect(world.edit(planOf(a, b, slow, { id: "c" }), "c as well")).toMatchObject({
      ok: false,
      error: { code: "invalid_plan", details: { issues: [{ code: "missing_dependency", taskId: "b" }] } },
    });
    const review = { id: "r", type: "planning_review" as const, dependsOn: ["a"] };
    world.edit(planOf(a, slow, { id: "c" }, review), "without b");
    expect(world.state).toMatchObject({ openFailures: {} });
    expect(world.state.halt).toBeUndefined();
    expect(world.start()).toEqual(["c", "r"]);
  });

  it("closes the question what to do about a replan that failed", () => {
    const world = new RunWorld({ plan: planOf(a, b) });
    world.start();
    world.fail("a");
    world.start();
    const key = world.keyOfKind("replan");
    world.send({ type: "replan_unwritten", key, reason: statedReason("invalid twice"), issues: [] });
    expect(world.last("approval_opened").payload.kind).toBe("replan_failed");
    world.edit(planOf(a, { id: "c", replaces: "a" }), "by hand");
    expect(world.state.openApprovals).toEqual({});
    expect(world.types()).not.toContain("approval_retained");
    expect(world.last("replan_withdrawn").payload).toEqual({
      number: 1,
      reason: { code: "plan_edited" },
    });
    expect(world.start()).toEqual(["c"]);
  });

  describe("of one who may not review, before a control is asked", () => {
    const [early, late] = [{ id: "early" }, { id: "late", dependsOn: ["early"] }];
    const asked = { id: "g", type: "human_review" as const, title: "Go?", dependsOn: ["early"] };
    const gate = { ...asked, gate: { quorum: 2 } as Plan["tasks"][number]["gate"] };
    const edited = (first: TaskDraft, next: TaskDraft, more: TaskDraft[] = [late]) => {
      const world = new RunWorld({ plan: planOf(early, late, first) });
      const plan = offer(planOf(early, ...more, next), storePlan(world.plan as Plan).plan);
      const by = { id: ANNA.id, name: ANNA.name, roles: [], mayReview: false };
      return world.send({ type: "edit_plan", plan, expectedPlanVersion: 1, reason: "tidy", by }, ANNA);
    };

    it.each<[string, TaskDraft]>([
      ["its title, which is its question", { ...gate, title: "Is it Monday?" }],
      ["its question", { ...gate, gate: { ...asked, prompt: "Is it Monday?", quorum: 2 } as never }],
      ["what it shows by its input", { ...gate, input: "All is checked" }],
      ["what it waits for", { ...gate, dependsOn: ["late"] }],
    ])("is refused where it changes %s", (_what, changed) => {
      expect(edited(gate, changed)).toMatchObject({ ok: false, error: { code: "forbidden" } });
    });

    it("is taken where it changes other work, or the title of a control that has a question", () => {
      const other = [{ ...late, input: "Other" }];
      expect(edited(gate, gate, other)).toMatchObject({ ok: true });
      const worded = { ...gate, gate: { prompt: "Go on?", quorum: 2 } as never };
      expect(edited(worded, { ...worded, title: "Legal" })).toMatchObject({ ok: true });
    });
  });
});
