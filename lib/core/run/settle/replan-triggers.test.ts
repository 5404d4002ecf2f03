import { describe, expect, it } from "vitest";
import { decide, entryOf, summarizeWithGap, worldOf } from "@/lib/testing/runs/replan-stories";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../stored-value";
import { statedReason } from "../reasons";
import { deciderOf } from "../replans/decider";
import type { RunSettings } from "../settings";
import type { ReplanEntry } from "../state";

/** A run in which this happens, up to the start of the replan or the iteration. */
const triggers: [why: string, happen: () => RunWorld, reported: Partial<ReplanEntry>][] = [
  [
    "a check refused the result",
    () => {
      const world = worldOf([{ id: "t", onVerificationFailure: "replan", maxRetries: 0 }]);
      world.start();
      world.refuse("t", "too low");
      return world;
    },
    {
      trigger: "verification",
      taskId: "t",
      lineage: "t",
      diagnosis: statedReason("too low"),
      decidedBy: { kind: "policy", name: "onVerificationFailure", provenance: "policy" },
    },
  ],
  [
    "a critical task failed",
    () => {
      const world = worldOf([{ id: "t" }]);
      world.start();
      world.fail("t", "no server");
      return world;
    },
    {
      trigger: "task_failed",
      taskId: "t",
      diagnosis: statedReason("no server"),
      decidedBy: { kind: "policy", name: "replanOnFailure", provenance: "policy" },
    },
  ],
  [
    "a task says by its policy that its failure replans",
    () => {
      const world = worldOf([{ id: "t", onFailure: "replan" }]);
      world.start();
      world.fail("t");
      return world;
    },
    { trigger: "task_failed", decidedBy: { kind: "policy", name: "onFailure", provenance: "policy" } },
  ],
  [
    "a reviewer decided so",
    () => reviewed("auto"),
    {
      trigger: "review",
      taskId: "r",
      reason: statedReason("too slow"),
      decidedBy: { kind: "model", name: "quality lead", provenance: "auto" },
    },
  ],
  [
    "a person decided a review so",
    () => {
      const world = reviewed("hold");
      const decision = { taskId: "r", decision: "REPLAN" as const, reason: "not yet" };
      world.send({ type: "override_review", ...decision }, ANNA);
      return world;
    },
    {
      trigger: "review",
      reason: statedReason("not yet"),
      decidedBy: { kind: "person", name: "Anna", provenance: "person" },
    },
  ],
  [
    "a person decided it at the gate of a review",
    () => {
      const world = reviewed("manual");
      decide(world, "REPLAN", "not like this");
      return world;
    },
    {
      trigger: "review",
      reason: statedReason("not like this"),
      decidedBy: { kind: "person", name: "Anna", provenance: "person" },
    },
  ],
  [
    "a quality gate found data missing",
    () => {
      const world = worldOf([{ id: "t", qualityGate: true }]);
      world.start();
      const verdict = { outcome: "failed" as const, evidence: [], missing: ["rows"] };
      world.send({ type: "quality_gate_judged", ...world.keyOf("t"), verdict });
      return world;
    },
    {
      trigger: "quality_gate",
      taskId: "t",
      diagnosis: { code: "missing_data", missing: ["rows"] },
      decidedBy: { kind: "policy", name: "qualityGate", provenance: "policy" },
    },
  ],
  [
    "a person gave an instruction",
    () => {
      const world = worldOf([{ id: "t" }]);
      world.send({ type: "request_replan", instruction: "use the new cluster" }, ANNA);
      return world;
    },
    {
      trigger: "person",
      reason: statedReason("use the new cluster"),
      decidedBy: { kind: "person", name: "Anna", provenance: "person" },
    },
  ],
  [
    "a person asked for changes at a human gate",
    () => {
      const world = worldOf([{ id: "h", type: "human_review" }]);
      world.start();
      const at = world.keyOf("h");
      const { stored: shown } = storeValue("");
      world.send({ type: "gate_shown", ...at, shown, digest: "d", prompt: "?" });
      decide(world, "request_changes", "shorter, please");
      return world;
    },
    {
      trigger: "person",
      taskId: "h",
      diagnosis: statedReason("shorter, please"),
      decidedBy: { kind: "person", name: "Anna", provenance: "person" },
    },
  ],
  [
    "a person refused a human gate",
    () => {
      const world = worldOf([{ id: "h", type: "human_review" }]);
      world.start();
      const { stored: shown } = storeValue("");
      world.send({ type: "gate_shown", ...world.keyOf("h"), shown, digest: "d", prompt: "?" });
      decide(world, "reject", "wrong customer");
      return world;
    },
    {
      trigger: "task_failed",
      taskId: "h",
      decidedBy: { kind: "person", name: "Anna", provenance: "person" },
    },
  ],
  [
    "the summarizer misses something",
    () => {
      const world = worldOf([{ id: "a" }], { summarizer: "on" }).run("a");
      summarizeWithGap(world);
      return world;
    },
    {
      kind: "iteration",
      trigger: "summarizer",
      reason: statedReason("B is missing."),
      decidedBy: { kind: "model", name: "summarizer", provenance: "auto" },
    },
  ],
];

function reviewed(reviewMode: RunSettings["reviewMode"]): RunWorld {
  const world = worldOf([{ id: "a" }, { id: "r", type: "planning_review", dependsOn: ["a"] }], {
    reviewMode,
  }).run("a");
  world.start();
  const decision = reviewMode === "auto" ? ("REPLAN" as const) : ("CONTINUE" as const);
  const proposal = { decision, reasoning: "too slow", answers: [], reviewer: "quality lead" };
  world.send({ type: "review_read", ...world.keyOf("r"), proposal });
  return world;
}

describe("every change of plan is in the history", () => {
  it.each(triggers)("when %s", (_why, happen, reported) => {
    const world = happen();
    expect(world.state.replanHistory).toHaveLength(1);
    expect(entryOf(world)).toMatchObject({
      number: 1,
      kind: "replan",
      fromVersion: 1,
      outcome: "started",
      startedAt: world.now,
      ...reported,
    });
  });

  it("of earlier days is told by its trigger, since nobody wrote down who decided", () => {
    const reported = (trigger: "review" | "person" | "task_failed") =>
      deciderOf({ trigger, reason: statedReason("x") });
    expect(reported("review")).toEqual({ kind: "model", name: "reviewer", provenance: "auto" });
    expect(reported("person")).toMatchObject({ kind: "person", provenance: "person" });
    expect(reported("task_failed")).toMatchObject({ kind: "policy", name: "task_failed" });
  });

  it("names a deadline that decided instead of a person as what it is", () => {
    const world = worldOf(
      [{ id: "r", type: "planning_review", review: reviewSpec({ onTimeout: "REPLAN" }) }],
      { reviewMode: "hold" },
    );
    world.start();
    world.send({ type: "review_read", ...world.keyOf("r"), problem: statedReason("unreadable") });
    world.tick(3_600_000);
    expect(entryOf(world).decidedBy).toEqual({ kind: "policy", name: "timeout", provenance: "timeout" });
  });
});

const reviewSpec = (given: object) =>
  planOf({ id: "r", type: "planning_review", review: given as never }).tasks[0]?.review as never;

describe("with replanning off, a failure that would replan", () => {
  const plan = planOf({ id: "a", onFailure: "replan" }, { id: "b" }, { id: "c", dependsOn: ["b"] });

  it("lets running tasks finish, starts nothing more, and then ends the run", () => {
    const world = new RunWorld({ plan, settings: { maxTotalReplans: 0 } });
    world.start();
    world.fail("a");
    expect(world.state.finished).toBeUndefined();
    expect(world.status("b")).toBe("running");
    world.succeed("b");
    expect(world.state.finished?.reason).toBe("task_failed");
    expect([world.status("b"), world.status("c")]).toEqual(["succeeded", "aborted"]);
    expect(world.state.tasks.c?.attempts).toEqual([]);
  });

  it("waits for nobody whom a person keeps waiting", () => {
    const gates = planOf({ id: "a", onFailure: "replan" }, { id: "g", type: "human_review" });
    const world = new RunWorld({ plan: gates, settings: { maxTotalReplans: 0 } });
    world.start();
    const { stored: shown } = storeValue("x");
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "?", ...world.keyOf("g") });
    world.fail("a");
    expect(world.state.finished?.reason).toBe("task_failed");
  });
});
