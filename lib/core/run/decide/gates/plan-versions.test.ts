import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { releaseOfTail } from "@/lib/testing/runs/settled-run";
import type { Plan } from "../../../plan/schema";
import { storePlan } from "../../../plan/store";
import { storeValue } from "../../../stored-value";
import { nextEffects } from "../..";

/** Two gates in parallel, each with work that waits for it, and a task whose failure asks for a new tail. */
const BAD: TaskDraft = { id: "bad", onFailure: "replan" };
const G: TaskDraft = { id: "g", type: "human_review" };
const H: TaskDraft = { id: "h", type: "human_review" };
const AFTER_G: TaskDraft = { id: "x", dependsOn: ["g"], input: "release to Europe" };
const START = planOf(BAD, G, H, AFTER_G);

function show(world: RunWorld, id: string, digest = id) {
  const { stored } = storeValue(digest);
  world.send({ type: "gate_shown", shown: stored, digest, prompt: id, ...world.keyOf(id) });
}

function replanned(next: Plan, start = START) {
  const world = new RunWorld({ plan: start });
  world.start();
  for (const id of ["g", "h"]) show(world, id);
  world.fail("bad");
  world.replan(offer(next, storePlan(start).plan), { waive: true });
  return world;
}

const became = (world: RunWorld) =>
  ["apr_1-1", "apr_1-2"].map((approvalId) => {
    const reported = world.events.findLast(
      ({ type, payload }) =>
        type !== "task_waiting" && "approvalId" in payload && payload.approvalId === approvalId,
    );
    return reported?.type.replace("approval_", "");
  });

describe("after a new plan version a gate is", () => {
  it.each([
    [
      "retained, where nothing that it is about changed",
      [BAD, G, H, AFTER_G, { id: "new" }],
      "retained",
      "retained",
    ],
    [
      "retained, where the work behind it only has the number of the version in its id",
      [BAD, G, H, { ...AFTER_G, id: "x_v2", title: "x" }],
      "retained",
      "retained",
    ],
    [
      "superseded, where the agent of the work behind it is told another id",
      [BAD, G, H, { ...AFTER_G, id: "x2", title: "x" }],
      "superseded",
      "retained",
    ],
    [
      "superseded, where the agent of the work behind it is told another title",
      [BAD, G, H, { ...AFTER_G, title: "release to all" }],
      "superseded",
      "retained",
    ],
    [
      "superseded, where its answer sets other work going",
      [BAD, G, H, { ...AFTER_G, id: "x2", input: "release to all" }],
      "superseded",
      "retained",
    ],
    [
      "superseded, where work more waits for it",
      [BAD, G, H, AFTER_G, { id: "y", dependsOn: ["h"] }],
      "retained",
      "superseded",
    ],
    [
      "superseded, where it rests on other results",
      [BAD, { ...G, dependsOn: ["bad"] }, H, AFTER_G],
      "superseded",
      "retained",
    ],
    ["cleared, where its task is gone", [BAD, H, { id: "z" }], "cleared", "retained"],
    ["each by itself", [BAD, G, { ...AFTER_G, id: "x2", input: "other" }], "superseded", "cleared"],
  ] as [string, TaskDraft[], string, string][])("%s", (_, tasks, g, h) => {
    expect(became(replanned(planOf(...tasks)))).toEqual([g, h]);
  });

  it("about a fault retained whatever the plan", () => {
    const world = new RunWorld({ plan: START });
    world.start();
    world.ask("bad");
    const edited = offer(planOf(BAD, G, H, { id: "n", dependsOn: ["bad"] }), storePlan(START).plan);
    const edit = { type: "edit_plan", plan: edited, expectedPlanVersion: 1, reason: "shorter" } as const;
    expect(world.send(edit, ANNA)).toMatchObject({ ok: true });
    expect(world.last("approval_retained").payload).toEqual({ approvalId: "apr_1-1", planVersion: 2 });
  });
});

describe("a review that proposes a tail, after a new plan version", () => {
  const LOOK: TaskDraft = { id: "look" };
  const SIDE: TaskDraft = { id: "side", input: "Beside", dependsOn: ["slow"] };
  const R: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["look"] };
  const worker = { prompt: "Work.", tools: [] as string[] };
  const planBy = (own: object, side = SIDE): Plan => ({
    ...planOf(LOOK, { id: "slow" }, side, R),
    agents: { worker: { ...worker, ...own }, other: worker },
  });

  function proposing(reviewMode: "manual" | "hold", edited: Plan, footing = true) {
    const world = new RunWorld({ plan: planBy({}), settings: { reviewMode, reviewHoldMs: 60_000 } });
    world.run("look").start();
    const tailRelease = releaseOfTail(world, offer(planBy({})), "r", ["worker"]);
    if (!footing) delete tailRelease.footing;
    const proposal = { decision: "REPLAN" as const, reasoning: "So", answers: [], tail: "blob", tailRelease };
    world.send({ type: "review_read", ...world.keyOf("r"), proposal });
    const before = world.events.length;
    expect(world.edit(edited, "tidy")).toMatchObject({ ok: true });
    return { world, happened: world.events.slice(before).map(({ type }) => type) };
  }

  it.each<[string, Plan, boolean?]>([
    ["an agent of the tail gets tools", planBy({ tools: ["deploy"] })],
    ["an agent of the tail is told something else", planBy({ prompt: "Deploy." })],
    ["nobody knows what the tail takes over", planBy({}, { ...SIDE, input: "Else" }), false],
  ])("asks again where %s, at its gate and while it is held", (_, edited, footing) => {
    const { world, happened } = proposing("manual", edited, footing);
    expect(happened).toContain("approval_superseded");
    const agents = footing === undefined ? ["worker"] : [];
    const reason = { code: "gate_changed", planVersion: 2, part: "tail", agents, tasks: [] };
    expect(world.last("approval_superseded").payload).toEqual({ approvalId: "apr_1-1", reason });
    expect([world.status("r"), world.state.tasks.r?.proposal]).toEqual(["running", undefined]);
    const held = proposing("hold", edited, footing);
    expect(held.happened).toContain("attempt_restarted");
    expect(held.world.state.held).toEqual({});
  });

  it("stays as it is where another agent or other work changes", () => {
    const other = planBy({}, { ...SIDE, input: "Else" });
    const edited = { ...other, agents: { ...other.agents, other: { ...worker, tools: ["deploy"] } } };
    expect(proposing("manual", edited).happened).toContain("approval_retained");
    expect(proposing("hold", edited).happened).not.toContain("attempt_restarted");
  });

  it("takes a tail of a person's own for the version for which it was written", () => {
    const edited = planBy({}, { ...SIDE, input: "Else" });
    const answer = { provenance: "person", verb: "REPLAN", comment: "Mine", approvalId: "apr_1-1" } as const;
    const override = { taskId: "r", decision: "REPLAN", reason: "Mine" } as const;
    const answers = {
      manual: (tail: object) => ({ type: "decide_approval" as const, ...answer, ...tail }),
      hold: (tail: object) => ({ type: "override_review" as const, ...override, ...tail }),
    };
    for (const mode of ["manual", "hold"] as const) {
      const { world } = proposing(mode, edited);
      const send = (more: object) => world.send(answers[mode](more), ANNA);
      expect(send({ tail: "mine", expectedPlanVersion: 1 })).toMatchObject({
        ok: false,
        error: { code: "superseded", details: { expected: 1, current: 2 } },
      });
      expect(world.types()).not.toContain("review_decided");
      expect(send({ tail: "mine", expectedPlanVersion: 2 })).toMatchObject({ ok: true });
      expect(world.last("review_decided").payload).toMatchObject({ decision: "REPLAN", tail: "mine" });
    }
    // Without one nothing stands in place of the plan.
    const { world } = proposing("manual", edited);
    expect(world.send(answers.manual({ expectedPlanVersion: 1 }), ANNA)).toMatchObject({ ok: true });
  });
});

describe("a superseded gate", () => {
  const next = planOf(BAD, G, H, { ...AFTER_G, id: "x2", input: "release to all" });

  it("is asked again in the same attempt, by a gate that says which one it replaces", () => {
    const world = replanned(next);
    expect(world.last("approval_superseded").payload).toEqual({
      approvalId: "apr_1-1",
      reason: { code: "gate_changed", part: "release", planVersion: 2 },
    });
    expect(world.status("g")).toBe("running");
    expect(nextEffects(world.state)).toContainEqual(
      expect.objectContaining({ kind: "show_gate", key: "run_1/g/1/show_gate/2" }),
    );
    world.start();
    show(world, "g", "g2");
    expect(world.last("approval_opened").payload).toMatchObject({
      approvalId: "apr_1-3",
      supersedes: "apr_1-1",
      planVersion: 2,
    });
    const late = { approvalId: "apr_1-1", verb: "approve", digest: "g", provenance: "person" } as const;
    expect(world.send({ type: "decide_approval", ...late }, ANNA)).toMatchObject({
      ok: false,
      error: { code: "superseded", details: { status: "superseded" } },
    });
    const { digest } = world.last("approval_opened").payload;
    world.send({ type: "decide_approval", ...late, approvalId: "apr_1-3", digest }, ANNA);
    expect(world.status("g")).toBe("succeeded");
  });

  it("of a review has the review made again, on the new plan", () => {
    const review: TaskDraft = { id: "r", type: "planning_review" };
    const start = planOf(BAD, review, { id: "x", dependsOn: ["r"] });
    const world = new RunWorld({ plan: start, settings: { reviewMode: "manual" } });
    world.start();
    const proposal = { decision: "CONTINUE" as const, reasoning: "well", answers: [], reviewer: "r" };
    world.send({ type: "review_read", proposal, ...world.keyOf("r") });
    const edited = offer(
      planOf(BAD, review, { id: "y", input: "other", dependsOn: ["r"] }),
      storePlan(start).plan,
    );
    world.send({ type: "edit_plan", plan: edited, expectedPlanVersion: 1, reason: "so" }, ANNA);
    expect(world.state.tasks.r).toMatchObject({ status: "running", attempt: 1 });
    expect(world.state.tasks.r?.proposal).toBeUndefined();
    expect(world.start()).toContain("r");
  });
});

describe("a gate whose question is reworded", () => {
  const ACT: TaskDraft = { id: "x", dependsOn: ["g"], type: "direct", input: "(tool/deploy)" };
  const tools = [{ name: "deploy", sideEffects: "external" as const }];
  const asking = (prompt: string, id = "g"): TaskDraft => ({ id, type: "human_review", gate: { prompt } });

  function askedBeforeAfter(next: Plan) {
    const start = planOf(BAD, asking("Deploy to PRODUCTION?"), H, ACT);
    const world = new RunWorld({ plan: start, tools });
    world.start();
    for (const id of ["g", "h"]) show(world, id);
    world.fail("bad");
    world.replan(offer(next, storePlan(start).plan), { waive: true });
    world.start();
    for (const id of ["g", "g_v2", "ok", "new"]) if (world.status(id) === "running") show(world, id);
    const { planVersion, askedBefore } = world.last("approval_opened").payload;
    expect(planVersion).toBe(2);
    return askedBefore;
  }
  const before = { version: 1, text: "Deploy to PRODUCTION?" };

  it.each<[string, TaskDraft[]]>([
    ["under the id with a number", [asking("All well?", "g_v2"), { ...ACT, dependsOn: ["g_v2"] }]],
    ["as another gate", [asking("All well?", "ok"), { ...ACT, dependsOn: ["ok"] }]],
    [
      "as another gate, before the run's answer alone",
      [asking("All well?", "ok"), { id: "y", dependsOn: ["ok"] }],
    ],
  ])("says what was asked before, %s", (_how, [gate, act]) => {
    const next = planOf(BAD, H, gate as TaskDraft, act as TaskDraft);
    expect(askedBeforeAfter(next)).toEqual(before);
  });

  it.each<[string, TaskDraft[]]>([
    ["asks in the same words", [asking(" Deploy to PRODUCTION? ", "ok"), { ...ACT, dependsOn: ["ok"] }]],
    [
      "comes beside one that was there",
      [asking("Deploy to PRODUCTION?"), ACT, asking("Mail it?", "new"), { id: "y", dependsOn: ["new"] }],
    ],
  ])("says nothing where it %s", (_how, tasks) => {
    expect(askedBeforeAfter(planOf(BAD, H, ...tasks))).toBeUndefined();
  });
});
