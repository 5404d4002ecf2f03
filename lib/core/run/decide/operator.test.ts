import { describe, expect, it } from "vitest";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { ANNA, offer, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { formatReasons } from "../../describe/reason";
import { storePlan } from "../../plan/store";
import { storeValue } from "../../stored-value";
import { decide, initialState, needsWorker, settle, statusOf, transact } from "..";
import type { CreateCommand } from "../commands";
import { statedReason } from "../reasons";

const gatePlan = () => planOf({ id: "g", type: "human_review" }, { id: "b", dependsOn: ["g"] });

function answer(world: RunWorld, verb: GateVerb, more: { comment?: string } = {}) {
  const { approvalId } = world.last("approval_opened").payload;
  return world.send({ type: "decide_approval", approvalId, verb, provenance: "person", ...more }, ANNA);
}

describe("operators", () => {
  it("pause starts nothing new and keeps what runs; resume continues and shifts back-off", () => {
    const world = new RunWorld({
      plan: planOf({ id: "a", onFailure: "retry" }, { id: "c" }, { id: "b", dependsOn: ["a"] }),
      settings: { retryDelayMs: 100 },
    });
    world.start();
    world.fail("a");
    world.send({ type: "pause" }, ANNA);
    expect(statusOf(world.state)).toBe("paused");
    expect(needsWorker(world.state)).toBe(true);
    expect(world.startable()).toEqual([]);
    world.succeed("c");
    expect(needsWorker(world.state)).toBe(false);
    world.tick(500);
    world.send({ type: "resume" }, ANNA);
    expect(world.tick(99).start()).toEqual([]);
    expect(world.tick(1).start()).toEqual(["a"]);
  });

  it("refuses to pause twice, to resume what runs, and anything on an ended run", () => {
    const world = new RunWorld({ plan: gatePlan() });
    expect(world.send({ type: "resume" }, ANNA)).toMatchObject({
      ok: false,
      error: { code: "not_allowed_now" },
    });
    world.send({ type: "pause" }, ANNA);
    expect(world.send({ type: "pause" }, ANNA)).toMatchObject({
      ok: false,
      error: { code: "not_allowed_now" },
    });
    world.send({ type: "cancel" }, ANNA);
    expect(world.send({ type: "pause" }, ANNA)).toMatchObject({
      ok: false,
      error: { code: "not_allowed_now" },
    });
  });

  it("replans with an instruction, on the plan version the person saw", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }) });
    const ask = (instruction: string, expectedPlanVersion?: number) =>
      world.send({ type: "request_replan", instruction, expectedPlanVersion }, ANNA);
    expect(ask("x", 7)).toMatchObject({
      ok: false,
      error: { code: "conflict", details: { expected: 7, current: 1 } },
    });
    expect(ask("  ")).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    expect(ask("use the new cluster", 1)).toMatchObject({ ok: true });
    expect(world.last("replan_started").payload.cause).toEqual({
      trigger: "person",
      reason: statedReason("use the new cluster"),
      decided: { kind: "person", name: "Anna", provenance: "person" },
    });
    expect(ask("again")).toMatchObject({ ok: false, error: { code: "not_allowed_now" } });
    const planning = new RunWorld();
    expect(planning.send({ type: "request_replan", instruction: "x" }, ANNA)).toMatchObject({
      ok: false,
      error: { code: "not_allowed_now" },
    });
  });

  it("a person's replan has a limit of its own, and opens the budget gate when that is spent", () => {
    const plan = planOf({ id: "a" });
    const world = new RunWorld({ plan, settings: { maxTotalReplans: 0, maxWishes: 1 } });
    world.send({ type: "request_replan", instruction: "x" }, ANNA);
    world.replan(offer(planOf({ id: "b" }), storePlan(plan).plan));
    expect(world.state).toMatchObject({ planVersion: 2, counters: { replans: 1, wishes: 1 } });
    world.send({ type: "request_replan", instruction: "y" }, ANNA);
    expect(world.last("approval_opened").payload).toMatchObject({
      kind: "budget",
      subject: { counter: "maxWishes", used: 1, limit: 1, suggested: 2 },
    });
  });

  it("a withdrawn wish counts as none", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    world.send({ type: "request_replan", instruction: "x" }, ANNA);
    expect(world.state.counters.wishes).toBe(1);
    world.edit(planOf({ id: "b" }), "by hand");
    expect(world.state.counters).toMatchObject({ replans: 0, wishes: 0 });
  });

  it("knows no commands before its creation, and no second creation", () => {
    expect(decide(initialState("run_2"), { type: "pause" }, 0)).toMatchObject({ code: "not_found" });
    expect(settle(initialState("run_2"), 0)).toEqual([]);
    const world = new RunWorld({ plan: gatePlan() });
    const again = {
      type: "create" as const,
      workspaceId: "local",
      mission: "x",
      settings: world.state.settings,
      tags: [],
    } satisfies CreateCommand;
    expect(world.send(again)).toMatchObject({ ok: false, error: { code: "conflict" } });
  });

  it("release gives work back, to be wanted again", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    world.start();
    const { key } = world.keyOf("a");
    world.send({ type: "release", keys: [key, "other"], cause: "shutdown" });
    expect(world.last("effects_released").payload.keys).toEqual([key]);
    world.send({ type: "release", keys: [key], cause: "shutdown" });
    expect(world.types().filter((type) => type === "effects_released")).toHaveLength(1);
    expect(world.start()).toEqual(["a"]);
  });
});

describe("a plan that a person approves before it runs", () => {
  const drafted = () => {
    const world = new RunWorld({ settings: { planApproval: true } });
    world.start();
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(planOf({ id: "a" })) });
    return world;
  };

  it("waits with the draft, bound to its digest, and starts on approval", () => {
    const world = drafted();
    expect(statusOf(world.state)).toBe("waiting");
    expect(world.last("approval_opened").payload).toMatchObject({
      kind: "plan_approval",
      planVersion: 1,
      verbs: ["approve", "request_changes", "reject"],
    });
    expect(world.startable()).toEqual([]);
    answer(world, "approve");
    expect(world.start()).toEqual(["a"]);
  });

  it("is redrafted with the person's words, as the next version", () => {
    const world = drafted();
    expect(answer(world, "request_changes")).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    answer(world, "request_changes", { comment: "add a test" });
    expect(world.state.planFeedback).toBe("add a test");
    expect(world.startable()).toMatchObject([{ kind: "plan", key: "run_1/-/2/plan/1" }]);
    world.start();
    const next = offer(
      planOf({ id: "a", input: "changed" }, { id: "t", dependsOn: ["a"] }),
      storePlan(planOf({ id: "a" })).plan,
    );
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: next });
    expect(world.last("plan_version_adopted").payload).toMatchObject({
      version: 2,
      parent: 1,
      cause: { code: "changes_requested", text: "add a test" },
    });
    answer(world, "approve");
    expect(world.start()).toEqual(["a"]);
  });

  it("ends the run when it is rejected", () => {
    const world = drafted();
    answer(world, "reject", { comment: "not now" });
    expect(world.state.finished).toMatchObject({
      reason: "plan_rejected",
      because: [statedReason("not now")],
    });
  });
});

describe("planning and infrastructure", () => {
  it("gives up when consequences follow each other without end", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    expect(() => transact(world.state, [], 0, 0)).toThrow("settling does not end");
  });

  it("takes the database's clock, but never goes back behind the last event", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    const envelope = { id: "early", actor: ANNA, command: { type: "pause" } } as const;
    expect(transact(world.state, [envelope], 1).events[0]?.at).toBe(world.now);
  });

  it("keeps the failed output for the replanner and the next attempt", () => {
    const output = storeValue({ accuracy: 94.3 }).stored;
    const failing = (policy: "replan" | "retry" | "stop") => {
      const world = new RunWorld({
        plan: planOf({ id: "a", onVerificationFailure: policy, maxRetries: policy === "retry" ? 1 : 0 }),
      });
      world.start();
      world.send({
        type: "attempt_failed",
        code: "check_failed",
        diagnosis: statedReason("low"),
        checks: [{ layer: "predicate", outcome: "failed", diagnosis: statedReason("low") }],
        output,
        ...world.keyOf("a"),
      });
      return world;
    };
    expect(failing("replan").last("replan_started").payload.cause.output).toEqual(output);
    expect(failing("stop").last("replan_started").payload.cause.output).toEqual(output);
    expect(failing("retry").state.tasks.a?.attempts[0]).toMatchObject({ outcome: "failed", output });
  });

  it("drafts, adopts and starts; a late draft changes nothing", () => {
    const world = new RunWorld();
    expect(statusOf(world.state)).toBe("planning");
    world.start();
    const key = world.keyOfKind("plan");
    world.send({ type: "plan_drafted", key, plan: offer(planOf({ id: "a" })) });
    expect(world.last("plan_version_adopted").payload).toMatchObject({ version: 1, origin: "planner" });
    expect(statusOf(world.state)).toBe("running");
    world.send({ type: "plan_drafted", key, plan: offer(planOf({ id: "z" })) });
    world.send({ type: "plan_refused", key, issues: [] });
    world.send({ type: "answer_ready", key, value: storeValue("x").stored });
    expect(world.types().filter((type) => type === "late_result")).toHaveLength(3);
  });

  it("a plan that is refused ends the run, saying why", () => {
    const world = new RunWorld();
    world.start();
    const issues = [{ code: "cycle_detected", message: "a -> b -> a" }];
    world.send({ type: "plan_refused", key: world.keyOfKind("plan"), issues });
    expect(world.state.finished).toMatchObject({
      reason: "plan_rejected",
      because: [{ code: "plan_refused", cause: { code: "plan_issue", issue: issues[0] } }],
    });
    const silent = new RunWorld();
    silent.start();
    silent.send({ type: "plan_refused", key: silent.keyOfKind("plan"), issues: [] });
    expect(formatReasons(silent.state.finished?.because)).toBe(
      "No valid plan was written: no plan was written",
    );
  });

  it("infrastructure failures back off without burning attempts, then ask a person", () => {
    const world = new RunWorld({
      plan: planOf({ id: "a" }),
      settings: { modelRetryDelayMs: 1_000, modelPatienceMs: 60_000 },
    });
    const outage = (retryAfterMs?: number) => {
      world.start();
      const { key } = world.keyOf("a");
      return world.send({
        type: "effect_failed",
        key,
        error: { code: "unavailable", message: "503" },
        retryAfterMs,
      });
    };
    outage();
    expect(world.last("effect_failed").payload).toMatchObject({ failures: 1, notBefore: world.now + 1_000 });
    expect(world.startable()).toEqual([]);
    world.tick(1_000);
    outage(5_000);
    expect(world.last("effect_failed").payload).toMatchObject({ failures: 2, notBefore: world.now + 5_000 });
    world.tick(59_000);
    outage();
    const gate = world.last("approval_opened").payload;
    expect(gate).toMatchObject({ kind: "model_unavailable", verbs: ["retry", "abort"] });
    expect(statusOf(world.state)).toBe("waiting");
    expect(world.tick(100_000).startable()).toEqual([]);
    world.send(
      { type: "decide_approval", approvalId: gate.approvalId, verb: "retry", provenance: "person" },
      ANNA,
    );
    expect(world.start()).toEqual(["a"]);
    expect(world.state.tasks.a?.attempt).toBe(1);
    world.succeed("a");
    expect(world.state.faults).toEqual({});
  });

  it("asks only once while the gate is open, and a late failure changes nothing", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }, { id: "b" }), settings: { modelPatienceMs: 0 } });
    world.start();
    const error = { code: "auth", message: "401" };
    const [a, b] = [world.keyOf("a").key, world.keyOf("b").key];
    world.send({ type: "effect_failed", key: a, error });
    world.send({ type: "effect_failed", key: b, error });
    world.send({ type: "effect_failed", key: b, error });
    expect(world.types().filter((type) => type === "approval_opened")).toHaveLength(1);
    expect(world.last("late_result").payload.kind).toBe("effect_failed");
  });

  it("an unknown outcome of a writing tool waits for a person, who may have it run or abort", () => {
    const unknown = () => {
      const world = new RunWorld({ plan: planOf({ id: "a" }) });
      world.start();
      world.ask("a");
      return world;
    };
    const run = unknown();
    expect(run.last("approval_opened").payload).toMatchObject({
      kind: "unknown_outcome",
      verbs: ["happened", "run", "abort"],
    });
    answer(run, "run");
    expect(run.state.tasks.a?.verdicts).toEqual({ "1/call_1": { verb: "run" } });
    expect(run.start()).toEqual(["a"]);
    const aborted = unknown();
    answer(aborted, "abort", { comment: "check first" });
    expect(aborted.state.finished).toMatchObject({
      reason: "aborted_by_person",
      because: [statedReason("check first")],
    });
    const late = new RunWorld({ plan: planOf({ id: "a" }) });
    late.ask("a");
    late.send({
      type: "attempt_failed",
      code: "error",
      diagnosis: statedReason("x"),
      checks: [],
      ...late.keyOf("a"),
    });
    late.send({ type: "attempt_blocked", diagnosis: statedReason("x"), ...late.keyOf("a") });
    late.send({
      type: "step_taken",
      step: 1,
      thought: "",
      calls: [],
      observed: true,
      errors: 0,
      ...late.keyOf("a"),
    });
    expect(late.types().filter((type) => type === "late_result")).toHaveLength(4);
  });

  it("tells steps, tool calls and model calls as they happen", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    world.start();
    const at = world.keyOf("a");
    const call = { step: 1, callId: "c1", tool: "now" };
    world.send({
      type: "record_calls",
      calls: [{ callId: "m1", role: "agent", model: "m", latencyMs: 1, taskId: "a" }],
    });
    world.send({
      type: "step_taken",
      step: 1,
      thought: "look",
      calls: [{ callId: "c1", tool: "now" }],
      observed: false,
      errors: 0,
      ...at,
    });
    world.send({ type: "tool_started", ...call, sideEffects: "read", ...at });
    world.send({ type: "tool_finished", ...call, ok: true, latencyMs: 2, ...at });
    world.send({ type: "tool_denied", ...call, reason: statedReason("policy"), ...at });
    world.send({
      type: "attempt_succeeded",
      value: storeValue("x").stored,
      checks: [{ layer: "schema", outcome: "passed" }],
      ...at,
    });
    expect(world.types("a")).toEqual([
      "task_started",
      "llm_called",
      "task_step",
      "tool_started",
      "tool_finished",
      "tool_denied",
      "verification_passed",
      "task_succeeded",
    ]);
    expect(world.state.counters).toMatchObject({ modelCalls: 1, toolCalls: 1 });
    expect(world.state.tasks.a?.attempts[0]?.steps).toBe(1);
  });

  it("a fault of the engine parks the run at a gate, once", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    world.send({ type: "report_fault", fault: { code: "thrown", message: "boom" } });
    world.send({ type: "report_fault", fault: { code: "thrown", message: "boom" } });
    expect(world.types().filter((type) => type === "approval_opened")).toHaveLength(1);
    answer(world, "abort");
    expect(world.state.finished?.reason).toBe("aborted_by_person");
    world.send({ type: "report_fault", fault: { code: "thrown", message: "again" } });
    expect(world.types().filter((type) => type === "approval_opened")).toHaveLength(1);
  });
});
