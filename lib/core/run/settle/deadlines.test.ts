import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { GateSpec } from "../../plan/schema";
import { storeValue } from "../../stored-value";
import { statedReason } from "../reasons";

function asking(gate: Partial<GateSpec>, more: Partial<TaskDraft> = {}) {
  const spec = {
    prompt: "",
    assignees: [],
    quorum: 1,
    onTimeout: "reject" as const,
    timeoutSeconds: 10,
    ...gate,
  };
  const world = new RunWorld({
    plan: planOf({ id: "g", type: "human_review", maxRetries: 0, onFailure: "skip", gate: spec, ...more }),
  });
  world.start();
  const { stored } = storeValue("v2");
  world.send({ type: "gate_shown", shown: stored, digest: "d", prompt: "Release?", ...world.keyOf("g") });
  return world;
}

const gateOf = (world: RunWorld) => world.state.approvals["apr_1-1"];
const approve = (world: RunWorld) =>
  world.send({ type: "decide_approval", approvalId: "apr_1-1", verb: "approve", provenance: "person" }, ANNA);

describe("a gate that is handed on", () => {
  it("asks the next role as well, with the same time again, as often as there are roles, then counts as rejected", () => {
    const world = asking({ assignees: ["Bob"], onTimeout: "escalate", escalateTo: ["role:lead", "Cid"] });
    world.tick(10_000);
    expect(world.last("approval_escalated").payload).toEqual({
      approvalId: "apr_1-1",
      number: 1,
      to: ["role:lead"],
      deadlineAt: world.now + 10_000,
    });
    expect(gateOf(world)?.assignees).toEqual(["Bob", "role:lead"]);
    world.tick(10_000);
    expect(gateOf(world)).toMatchObject({
      escalations: 2,
      assignees: ["Bob", "role:lead", "Cid"],
      status: "open",
    });
    world.tick(10_000);
    expect(world.last("approval_expired").payload).toMatchObject({
      verb: "reject",
      provenance: "escalation",
    });
    expect(world.last("task_skipped").payload.diagnosis).toEqual({
      code: "unanswered",
      escalations: 2,
    });
  });

  it("asks everyone, once, where no role is named", () => {
    const world = asking({ assignees: ["Bob"], onTimeout: "escalate" });
    world.tick(10_000);
    expect(gateOf(world)).toMatchObject({ escalations: 1, assignees: [] });
    world.tick(10_000);
    expect(world.last("task_skipped").payload.diagnosis).toEqual({ code: "unanswered", escalations: 1 });
  });

  it("gives the new role its whole time, however late the sweep comes; never more than five times", () => {
    const roles = Array.from({ length: 9 }, (_, n) => `role:r${n}`);
    const world = asking({ onTimeout: "escalate", escalateTo: roles });
    for (let n = 1; n <= 5; n += 1) {
      world.tick(500_000);
      expect(gateOf(world)).toMatchObject({ escalations: n, deadlineAt: world.now + 10_000, assignees: [] });
    }
    world.tick(10_000);
    expect(gateOf(world)?.status).toBe("expired");
  });

  it("takes no answer between the deadline and the handing on, and any after it", () => {
    const world = asking({ onTimeout: "escalate" });
    world.now += 10_000;
    expect(approve(world)).toMatchObject({
      ok: false,
      error: { code: "expired", message: expect.stringContaining("escalated") },
    });
    world.tick(0);
    expect(approve(world)).toMatchObject({ ok: true });
  });

  it("is a review's too", () => {
    const review = { focus: "", previousTasks: [], decisionPoints: [], potentialOutcomes: [], reviewers: [] };
    const world = new RunWorld({
      plan: planOf({
        id: "r",
        type: "planning_review",
        review: {
          ...review,
          consensus: "any",
          requiresHumanApproval: true,
          onTimeout: "escalate",
          approvalTimeoutSeconds: 5,
        },
      }),
    });
    world.start();
    world.send({ type: "review_read", problem: statedReason("unreadable"), ...world.keyOf("r") });
    world.tick(5_000);
    expect(gateOf(world)).toMatchObject({ escalations: 1, status: "open" });
    world.tick(5_000);
    expect(world.last("review_decided").payload).toMatchObject({
      decision: "ABORT",
      provenance: "escalation",
    });
  });
});

describe("a gate that pauses the run", () => {
  it("stays open without a deadline; a run that is paused already is not paused again", () => {
    const world = asking({ onTimeout: "pause" });
    world.now += 10_000;
    expect(approve(world)).toMatchObject({
      ok: false,
      error: { code: "expired", message: expect.stringContaining("being paused") },
    });
    world.tick(0);
    expect(world.state.paused).toBeDefined();
    expect(gateOf(world)).toMatchObject({ status: "open" });
    expect(gateOf(world)?.deadlineAt).toBeUndefined();
    world.tick(1_000_000);
    expect(approve(world)).toMatchObject({ ok: true });
    const paused = asking({ onTimeout: "pause" });
    paused.send({ type: "pause" }, ANNA);
    paused.tick(10_000);
    expect(paused.types().filter((type) => type === "run_paused")).toHaveLength(1);
  });
});
