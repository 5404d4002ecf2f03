import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { storePlan } from "@/lib/core/plan/store";
import { longTapeArb, planArb, play, settingsArb } from "@/lib/testing/runs/random-run";
import { decide, entryOf, summarizeWithGap, worldOf } from "@/lib/testing/runs/replan-stories";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { scaled } from "@/lib/testing/scaled";
import { countChanges, diffPlans } from "../../plan/compare/diff";
import type { Plan } from "../../plan/schema";
import { storeValue } from "../../stored-value";
import { planVersionsOf } from "../events/plan-versions";
import { addCall, sumSpend, zeroSpend } from "../ledger/spend";
import { statedReason } from "../reasons";
import type { RunSettings } from "../settings";

/** A priced call of a task, or of the whole run. */
function call(world: RunWorld, role: string, costMicroUsd: number | undefined, taskId?: string): void {
  const facts = { callId: `call${world.events.length}`, role, model: "m", latencyMs: 1 };
  const figures = costMicroUsd === undefined ? {} : { costMicroUsd, inputTokens: 100, outputTokens: 20 };
  const task = taskId === undefined ? {} : { taskId, attempt: 1 };
  world.send({ type: "record_calls", calls: [{ ...facts, ...figures, ...task }] });
}

/** Offers what the replanner wrote: these tasks behind what has ended, `kept` as they were. */
function adopt(world: RunWorld, kept: TaskDraft[], ...tail: TaskDraft[]): void {
  world.start();
  const lineages = new Map(Object.values(world.state.tasks).map((task) => [task.id, task.spec.lineage]));
  const plan = planOf(...kept, ...tail);
  const offered = offer(plan, storePlan(world.plan as Plan, lineages).plan);
  const key = world.keyOfKind("replan");
  const fromVersion = world.state.planVersion;
  world.send({ type: "replan_written", key, plan: offered, fromVersion, renamed: [] });
  world.plan = plan;
}

describe("an adopted change of plan", () => {
  const tasks = [{ id: "a" }, { id: "bad", maxRetries: 0 }, { id: "slow" }, { id: "c", dependsOn: ["bad"] }];

  function begun(): RunWorld {
    const world = worldOf(tasks, { replanGraceMs: 0 }).run("a");
    world.start();
    call(world, "agent", 500, "a");
    call(world, "agent", 300, "bad");
    call(world, "agent", undefined, "slow");
    world.fail("bad");
    // What runs may end first; then the halt becomes a replan.
    world.send({ type: "request_replan", instruction: "go on without slow" }, ANNA);
    return world;
  }

  it("tells its versions and what it changed", () => {
    const world = begun();
    adopt(world, [{ id: "a" }, { id: "bad", maxRetries: 0 }], { id: "n1" }, { id: "n2", dependsOn: ["n1"] });
    expect(entryOf(world)).toMatchObject({
      fromVersion: 1,
      toVersion: 2,
      outcome: "adopted",
      changes: { added: 2, removed: 2, changed: 0, kept: 2 },
      endedAt: world.now,
      endedSeq: world.last("plan_version_adopted").seq,
    });
  });

  it("tells what the dropped tail and the failures had cost, with what is not known of it", () => {
    const world = begun();
    adopt(world, [{ id: "a" }, { id: "bad", maxRetries: 0 }], { id: "n1" });
    const discarded = { calls: 2, costMicroUsd: 300, unpricedCalls: 1, tokens: 120, uncountedCalls: 1 };
    expect(entryOf(world).discardedCost).toEqual(discarded);
  });

  it("takes the bill of an attempt that it stopped too, and no other", () => {
    const world = begun();
    adopt(world, [{ id: "a" }, { id: "bad", maxRetries: 0 }], { id: "n1" });
    world.tick(10);
    call(world, "agent", 40, "slow");
    expect(entryOf(world).discardedCost).toMatchObject({ calls: 3, costMicroUsd: 340 });
    world.edit(planOf({ id: "a" }, { id: "bad", maxRetries: 0 }, { id: "n2" }), "otherwise");
    call(world, "agent", 7, "n1");
    call(world, "agent", 7, "unheard of");
    expect(entryOf(world).discardedCost).toMatchObject({ calls: 3 });
    expect(world.state.tasks.n1?.spent).toMatchObject({ calls: 1, costMicroUsd: 7 });
  });

  it("costs what replanner and critic take while it is written, and nothing afterwards", () => {
    const world = begun();
    world.start();
    call(world, "replanner", 200);
    call(world, "critic", 50);
    adopt(world, [{ id: "a" }, { id: "bad", maxRetries: 0 }], { id: "n1" });
    call(world, "answer", 1_000);
    expect(entryOf(world).spent).toMatchObject({
      calls: 2,
      costMicroUsd: 250,
      unpricedCalls: 0,
      tokens: 240,
    });
  });

  it("costs what the reviewer took who asked for it as well", () => {
    const world = worldOf([{ id: "r", type: "planning_review" }], { reviewMode: "auto" });
    world.start();
    call(world, "reviewer", 70, "r");
    const proposal = { decision: "REPLAN" as const, reasoning: "x", answers: [], reviewer: "lead" };
    world.send({ type: "review_read", ...world.keyOf("r"), proposal });
    world.start();
    call(world, "replanner", 30);
    expect(entryOf(world).spent).toMatchObject({ calls: 2, costMicroUsd: 100 });
  });

  it("of an iteration costs what its planner takes", () => {
    const world = worldOf([{ id: "a" }], { summarizer: "on" }).run("a");
    summarizeWithGap(world);
    world.start();
    call(world, "planner", 90);
    const plan = planOf({ id: "a" }, { id: "b" });
    const offered = offer(plan, storePlan(world.plan as Plan).plan);
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offered });
    expect(entryOf(world)).toMatchObject({
      kind: "iteration",
      outcome: "adopted",
      toVersion: 2,
      changes: { added: 1, removed: 0, changed: 0, kept: 1 },
      discardedCost: zeroSpend(),
      spent: { calls: 1, costMicroUsd: 90 },
    });
  });
});

describe("a change of plan that comes to nothing", () => {
  const failing = (settings: Partial<RunSettings> = {}) => {
    const world = worldOf([{ id: "t", maxRetries: 0 }], settings);
    world.start();
    world.fail("t");
    world.start();
    return world;
  };
  const unwritten = (world: RunWorld) => {
    const key = world.keyOfKind("replan");
    world.send({ type: "replan_unwritten", key, reason: statedReason("invalid twice"), issues: [] });
    return world;
  };

  it("has failed, counts, and is under way again when a person says so", () => {
    const world = unwritten(failing());
    expect(entryOf(world)).toMatchObject({
      outcome: "failed",
      failure: statedReason("invalid twice"),
      endedAt: world.now,
    });
    decide(world, "retry", "once more");
    expect(entryOf(world)).toMatchObject({ outcome: "started", failure: statedReason("invalid twice") });
    expect(entryOf(world)).not.toHaveProperty("endedAt");
    adopt(world, [{ id: "t", maxRetries: 0 }], { id: "n" });
    expect(entryOf(world)).toMatchObject({ outcome: "adopted", toVersion: 2 });
    expect(entryOf(world)).not.toHaveProperty("failure");
    expect(world.state.counters.replans).toBe(1);
  });

  it("was refused for a plan that was tried before, and is rewritten", () => {
    const world = failing();
    const same = { ...offer(world.plan as Plan), digest: world.state.planDigest };
    const key = world.keyOfKind("replan");
    world.send({ type: "replan_written", key, plan: same, fromVersion: 1, renamed: [] });
    expect(entryOf(world)).toMatchObject({
      outcome: "started",
      failure: { code: "plan_repeated", planVersion: 1 },
    });
  });

  it("is refused when the replanner sees no way", () => {
    const world = failing();
    world.send({ type: "replan_impossible", key: world.keyOfKind("replan"), reason: "no data" });
    expect(entryOf(world)).toMatchObject({ outcome: "refused", failure: statedReason("no data") });
    expect(world.last("run_finished").payload.replans).toBe(1);
    expect(world.state.counters.replans).toBe(1);
  });

  it("is withdrawn by the end of the run, and then counts as none", () => {
    const world = failing();
    world.send({ type: "cancel" }, ANNA);
    expect(entryOf(world)).toMatchObject({
      outcome: "withdrawn",
      failure: { code: "run_ended", finishReason: "cancelled" },
    });
    expect(world.last("run_finished").payload.replans).toBe(0);
    expect(world.state.counters).toMatchObject({ replans: 0, replansByLineage: { t: 0 } });
  });

  it("has failed, however the run ends after that", () => {
    const world = unwritten(failing());
    decide(world, "abort", "no use");
    expect(entryOf(world)).toMatchObject({ outcome: "failed", failure: statedReason("invalid twice") });
    expect(world.last("run_finished").payload.replans).toBe(1);
  });

  it("is withdrawn by a person's plan: no count, no gate, and its number is not used again", () => {
    const world = failing({ maxTotalReplans: 1 });
    const late = world.keyOfKind("replan");
    world.edit(planOf({ id: "t", maxRetries: 0 }, { id: "mine", maxRetries: 0 }), "my way");
    expect(entryOf(world)).toMatchObject({ outcome: "withdrawn", failure: { code: "plan_edited" } });
    expect(world.state.counters).toMatchObject({ replans: 0, replansByLineage: { t: 0 } });
    expect(world.state.inFlight).toEqual({});
    const plan = offer(planOf({ id: "late" }));
    world.send({ type: "replan_written", key: late, plan, fromVersion: 1, renamed: [] });
    expect(world.types().at(-1)).toBe("late_result");
    world.start();
    world.fail("mine");
    expect(world.last("replan_started").payload.number).toBe(2);
    expect(world.state.replanHistory.map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, "withdrawn"],
      [2, "started"],
    ]);
  });

  it("closes its gate when a person changes the plan after it failed", () => {
    const world = unwritten(failing());
    world.edit(planOf({ id: "t", maxRetries: 0 }, { id: "mine" }), "my way");
    expect(world.state.openApprovals).toEqual({});
    expect(entryOf(world)).toMatchObject({ outcome: "failed" });
    expect(world.state.replanFailed).toBeUndefined();
  });

  it("makes room for a person's instruction after it failed", () => {
    const world = unwritten(failing());
    const ask = () => world.send({ type: "request_replan", instruction: "by hand" }, ANNA);
    expect(ask()).toMatchObject({ ok: true });
    expect(world.state.openApprovals).toEqual({});
    expect(world.last("replan_started").payload).toMatchObject({ number: 2, cause: { trigger: "person" } });
    expect(world.state.replan?.covers).toEqual(["t"]);
    expect(ask()).toMatchObject({ ok: false, error: { code: "not_allowed_now" } });
  });

  it("leaves no question about the plan open when a review completes the mission after it failed", () => {
    const world = worldOf(
      [
        { id: "t", maxRetries: 0, onFailure: "replan" },
        { id: "r", type: "planning_review" },
        { id: "h", type: "human_review" },
      ],
      { reviewMode: "hold", replanGraceMs: 0 },
    );
    world.start();
    const { stored: shown } = storeValue("");
    world.send({ type: "gate_shown", ...world.keyOf("h"), shown, digest: "d", prompt: "?" });
    const proposal = { decision: "COMPLETE" as const, reasoning: "enough", answers: [], reviewer: "lead" };
    world.send({ type: "review_read", ...world.keyOf("r"), proposal });
    world.fail("t");
    world.tick(14_000).start();
    unwritten(world);
    expect(Object.keys(world.state.openApprovals)).toHaveLength(2);
    world.tick(1_000);
    expect(world.state.phase).toBe("finishing");
    const open = Object.keys(world.state.openApprovals).map((id) => world.state.approvals[id]?.kind);
    expect(open).toEqual(["answer_release"]);
    expect(entryOf(world).outcome).toBe("failed");
  });

  it("is withdrawn when a review completes the mission in the meantime", () => {
    const world = worldOf(
      [
        { id: "t", maxRetries: 0, onFailure: "replan" },
        { id: "r", type: "planning_review" },
      ],
      {
        reviewMode: "hold",
      },
    );
    world.start();
    const proposal = { decision: "COMPLETE" as const, reasoning: "enough", answers: [], reviewer: "lead" };
    world.send({ type: "review_read", ...world.keyOf("r"), proposal });
    world.fail("t");
    world.tick(15_000);
    expect(entryOf(world)).toMatchObject({
      outcome: "withdrawn",
      failure: { cause: statedReason("enough"), code: "completed_early" },
    });
    expect(world.state.counters.replans).toBe(0);
  });

  it("of an iteration has failed when no plan for it can be written", () => {
    const world = worldOf([{ id: "a" }], { summarizer: "on" }).run("a");
    summarizeWithGap(world);
    world.start();
    world.send({
      type: "plan_refused",
      key: world.keyOfKind("plan"),
      issues: [{ code: "x", message: "no tasks" }],
    });
    expect(entryOf(world)).toMatchObject({
      kind: "iteration",
      outcome: "failed",
      failure: { code: "plan_issue", issue: { code: "x", message: "no tasks" } },
    });
    expect(world.state.finished).toMatchObject({
      reason: "completed_early",
      because: [
        {
          code: "iteration_unplanned",
          number: 1,
          cause: { code: "plan_issue", issue: { code: "x", message: "no tasks" } },
        },
      ],
    });
    expect(world.state.answer).toMatchObject({ inline: "A is done." });
  });

  it("of an iteration is withdrawn by the end of the run", () => {
    const world = worldOf([{ id: "a" }], { summarizer: "on" }).run("a");
    summarizeWithGap(world);
    world.send({ type: "cancel" }, ANNA);
    expect(entryOf(world)).toMatchObject({ kind: "iteration", outcome: "withdrawn" });
  });
});

describe("what calls use", () => {
  it("is summed over the calls of which it is known, and the others are counted", () => {
    const one = addCall(zeroSpend(), { costMicroUsd: 10, inputTokens: 5 });
    const two = addCall(one, {});
    expect(two).toEqual({ calls: 2, unpricedCalls: 1, costMicroUsd: 10, uncountedCalls: 1, tokens: 5 });
    expect(sumSpend([two, undefined, two])).toMatchObject({ calls: 4, costMicroUsd: 20 });
  });
});

describe("the changes of a replan", () => {
  it("are counted as a comparison of its versions counts them, in any run", () => {
    const story = fc.record({ plan: planArb, settings: settingsArb, tape: longTapeArb });
    let compared = 0;
    fc.assert(
      fc.property(story, ({ plan, settings, tape }) => {
        const world = new RunWorld({ plan, settings });
        play(world, tape, () => {});
        const plans = new Map(
          planVersionsOf(world.events).map(({ version, plan: stored }) => [version, stored]),
        );
        for (const { fromVersion, toVersion = 0, changes } of world.state.replanHistory) {
          const [before, after] = [plans.get(fromVersion), plans.get(toVersion)];
          if (!before || !after || !changes) continue;
          compared += 1;
          const { added, removed, changed } = changes;
          expect({ added, removed, changed }).toEqual(countChanges(diffPlans(before, after)));
        }
      }),
      // Few of these runs replan.
      { numRuns: Math.max(40, scaled(100)) },
    );
    expect(compared).toBeGreaterThan(0);
  });
});
