import { describe, expect, it } from "vitest";
import { questionOf } from "@/lib/testing/runs/question-of";
import { planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { nextEffects, statusOf } from "../..";
import type { QualityVerdict } from "../../events/checks";
import { statedReason } from "../../reasons";
import { isVerified } from "../../state/verified";

const chain = (first: Partial<TaskDraft>) =>
  planOf({ id: "a", maxRetries: 0, ...first }, { id: "b", dependsOn: ["a"] });

function started(first: Partial<TaskDraft>, settings = {}): RunWorld {
  const world = new RunWorld({ plan: chain(first), settings });
  world.start();
  return world;
}

/** What became of task a, and what follows: other tasks, or a replan with its trigger. */
function outcomeOf(world: RunWorld): [status: string | undefined, follows: string] {
  const trigger = world.state.replan?.cause.trigger;
  return [world.status("a"), trigger ? `replan: ${trigger}` : world.start().join()];
}

/** The rows of docs/engine.md, "Task outcomes", for an attempt after which no other may follow. */
const LAST_ATTEMPT: [policy: string, critical: boolean, status: string, follows: string][] = [
  ["stop", true, "failed", "replan: task_failed"],
  ["stop", false, "failed", "b"],
  ["skip", true, "skipped", "b"],
  ["skip", false, "skipped", "b"],
  ["retry", true, "failed", "replan: task_failed"],
  ["retry", false, "skipped", "b"],
  ["replan", true, "failed", "replan: verification"],
  ["replan", false, "failed", "replan: verification"],
];

describe("a result that a check refuses", () => {
  it.each(LAST_ATTEMPT)("follows onVerificationFailure: %s, critical %s, on the last attempt", (...row) => {
    const [policy, critical, status, follows] = row;
    const world = started({ onVerificationFailure: policy as "stop", critical, onFailure: "skip" });
    world.refuse("a", "too low");
    expect(outcomeOf(world)).toEqual([status, follows]);
    expect(world.state.tasks.a).toMatchObject({
      diagnosis: statedReason("too low"),
      failureCode: "check_failed",
    });
  });

  it.each([true, false])("is tried again while attempts are left, critical %s", (critical) => {
    const world = started({ onVerificationFailure: "retry", maxRetries: 1, critical, onFailure: "stop" });
    world.refuse("a", "too low");
    expect(world.last("task_retried").payload).toMatchObject({
      attempt: 2,
      attempts: 2,
      code: "check_failed",
    });
    expect(world.tick(100).start()).toEqual(["a"]);
    world.succeed("a");
    expect(world.status("a")).toBe("succeeded");
  });

  it("is tried again with the diagnosis before another plan is asked for, while attempts are left", () => {
    const world = started({ onVerificationFailure: "replan", maxRetries: 1 });
    world.refuse("a", "too low");
    expect(world.last("task_retried").payload).toMatchObject({
      attempt: 2,
      diagnosis: statedReason("too low"),
    });
    expect(world.tick(100).start()).toEqual(["a"]);
    world.refuse("a", "still too low");
    expect(outcomeOf(world)).toEqual(["failed", "replan: verification"]);
  });

  it.each<[string, Partial<TaskDraft>]>([
    ["by a program, which would give the same", { type: "direct" }],
    ["that the plan stops at", { onVerificationFailure: "stop" }],
  ])("is not tried again: %s", (_, task) => {
    const world = started({ maxRetries: 2, ...task });
    world.refuse("a", "too low");
    expect(world.types("a")).not.toContain("task_retried");
  });

  it("is not tried again where the task has acted: that would be done twice on trial", () => {
    const world = started({ maxRetries: 2 });
    const call = { step: 1, callId: "c1", tool: "send", sideEffects: "external" as const, call: "digest" };
    const ruledAt = world.state.seq;
    expect(world.send({ type: "tool_started", ...world.keyOf("a"), ...call, ruledAt })).toMatchObject({
      ok: true,
    });
    world.refuse("a", "too low");
    expect(outcomeOf(world)).toEqual(["failed", "replan: verification"]);
  });

  it("halts without replans", () => {
    const world = started({ onVerificationFailure: "stop" }, { maxTotalReplans: 0 });
    world.refuse("a", "too low");
    expect(world.state.finished).toMatchObject({ reason: "task_failed", because: [statedReason("too low")] });
  });

  it("keeps its checks and its output with the attempt, also when the task is skipped", () => {
    const world = started({ onVerificationFailure: "skip" });
    world.refuse("a", "too low");
    expect(world.types("a").slice(1)).toEqual(["verification_passed", "verification_failed", "task_skipped"]);
    expect(world.state.tasks.a?.attempts).toMatchObject([
      {
        outcome: "failed",
        code: "check_failed",
        diagnosis: statedReason("too low"),
        output: { inline: "a draft" },
        checks: [
          { layer: "schema", outcome: "passed" },
          {
            layer: "predicate",
            outcome: "failed",
            shown: "(pos? data/result)",
            diagnosis: statedReason("too low"),
          },
        ],
      },
    ]);
  });

  it("tells no more of a diagnosis than events hold", () => {
    const world = started({ onVerificationFailure: "skip" });
    world.refuse("a", "x".repeat(5_000));
    expect(world.last("verification_failed").payload.diagnosis).toEqual(statedReason("x".repeat(1_000)));
    expect(world.last("task_skipped").payload.diagnosis).toEqual(statedReason("x".repeat(1_000)));
  });
});

describe("a check that cannot be evaluated", () => {
  it.each(LAST_ATTEMPT)("follows onFailure: %s, critical %s, and is never tried again", (...row) => {
    const [policy, critical, status, follows] = row;
    const first = {
      onFailure: policy as "stop",
      critical,
      maxRetries: 5,
      onVerificationFailure: "skip",
    } as const;
    const world = started(first);
    world.refuse("a", "type_error", "error");
    expect(outcomeOf(world)).toEqual([status, follows]);
    expect(world.types("a")).toContain("verification_error");
    expect(world.types("a")).not.toContain("task_retried");
    expect(world.state.tasks.a?.attempts[0]?.checks?.at(-1)).toMatchObject({ outcome: "error" });
  });

  it("says why no attempt follows", () => {
    const world = started({ onFailure: "retry", maxRetries: 5, critical: false });
    world.refuse("a", "type_error", "error");
    expect(world.last("task_skipped").payload.reason).toEqual({ code: "check_unusable" });
  });
});

describe("a verified result", () => {
  const checked = (...outcomes: ("passed" | "failed")[]) => {
    const world = started({ onVerificationFailure: "retry", maxRetries: 1 });
    if (outcomes.includes("failed")) {
      world.refuse("a", "too low");
      world.tick(100).start();
    }
    const passed = { layer: "schema", outcome: "passed" } as const;
    const { value } = succeededValue();
    world.send({
      type: "attempt_succeeded",
      value,
      checks: outcomes.includes("passed") ? [passed] : [],
      ...world.keyOf("a"),
    });
    const task = world.state.tasks.a;
    return task && isVerified(task);
  };

  it("has passed checks in the attempt that brought it", () => {
    expect(checked("passed")).toBe(true);
    expect(checked("failed", "passed")).toBe(true);
  });

  it("is not one that nobody checked, nor one of an earlier attempt, nor one that is not there", () => {
    expect(checked()).toBe(false);
    expect(checked("failed")).toBe(false);
    const world = started({});
    const { a, b } = world.state.tasks;
    expect([a, b].map((task) => task && isVerified(task))).toEqual([false, false]);
  });

  function succeededValue() {
    const world = started({});
    world.succeed("a");
    return world.last("task_succeeded").payload;
  }
});

describe("a quality gate", () => {
  const evidence = [{ field: "rows", found: true, source: "x" }];
  const gated = (more: Partial<TaskDraft> = {}) => started({ qualityGate: true, ...more });
  const kindOf = (world: RunWorld) => nextEffects(world.state).map(({ kind }) => kind);
  const judge = (world: RunWorld, verdict: QualityVerdict) =>
    world.send({ type: "quality_gate_judged", verdict, ...world.keyOf("a") });

  it("comes before the first attempt, and what suffices lets it begin under the same number", () => {
    const world = gated();
    expect(kindOf(world)).toEqual(["quality_gate"]);
    judge(world, { outcome: "passed", evidence });
    expect(world.state.inFlight).toEqual({});
    expect(kindOf(world)).toEqual(["run_attempt"]);
    expect(world.start()).toEqual(["a"]);
    world.succeed("a");
    expect(world.types("a")).toEqual(["task_started", "quality_gate_passed", "task_succeeded"]);
    expect(world.state.tasks.a?.qualityGate).toEqual({ outcome: "passed", evidence });
    expect(world.state.counters.attempts).toBe(1);
  });

  it("asks for a replan when data is missing, whatever the policy", () => {
    const world = gated({ onFailure: "skip", onVerificationFailure: "skip", critical: false });
    judge(world, { outcome: "failed", evidence: [], missing: ["the price", "the date"] });
    expect(world.types("a")).toEqual(["task_started", "quality_gate_failed", "task_failed"]);
    expect(world.last("replan_started").payload.cause).toMatchObject({
      trigger: "quality_gate",
      taskId: "a",
      diagnosis: { code: "missing_data", missing: ["the price", "the date"] },
    });
    expect(world.state.tasks.a?.qualityGate).toMatchObject({ outcome: "failed" });
  });

  it("that could not be judged only advises", () => {
    const world = gated();
    judge(world, { outcome: "error", problem: statedReason("no JSON") });
    expect(world.last("quality_gate_error").payload.problem).toEqual(statedReason("no JSON"));
    expect(kindOf(world)).toEqual(["run_attempt"]);
    expect(world.state.tasks.a?.qualityGate).toEqual({ outcome: "error", problem: statedReason("no JSON") });
  });

  it("is asked again after a take-over, and not for a retry", () => {
    const world = gated({ onFailure: "retry", maxRetries: 1 });
    world.send({ type: "take_lease", workerId: "w2" });
    expect(kindOf(world)).toEqual(["quality_gate"]);
    world.start();
    judge(world, { outcome: "passed", evidence });
    world.start();
    world.fail("a");
    expect(kindOf(world)).toEqual(["run_attempt"]);
  });

  it("is asked before the next attempt when the first ended without its word", () => {
    const world = gated({ onFailure: "retry", maxRetries: 1 });
    world.fail("a", "the store is gone");
    expect(kindOf(world)).toEqual(["quality_gate"]);
  });

  it("is not held before reviews and people, which judge for themselves", () => {
    expect(kindOf(gated({ type: "planning_review" }))).toEqual(["review"]);
    expect(kindOf(gated({ type: "human_review" }))).toEqual(["show_gate"]);
    expect(kindOf(gated({ type: "synthesis_gate" }))).toEqual(["quality_gate"]);
  });

  it("whose word comes too late changes nothing", () => {
    const world = gated();
    const at = world.keyOf("a");
    world.send({ type: "cancel" });
    world.send({ type: "quality_gate_judged", verdict: { outcome: "passed", evidence }, ...at });
    expect(world.last("late_result").payload.kind).toBe("quality_gate_judged");
    expect(statusOf(world.state)).toBe("cancelled");
  });
});

describe("a direct task", () => {
  it("is work of its own kind, and may ask for another plan", () => {
    const world = started({ type: "direct", input: "(fail 1)", onFailure: "skip" });
    expect(nextEffects(world.state).map(({ kind }) => kind)).toEqual(["run_direct"]);
    const diagnosis = "the list is empty";
    world.send({
      type: "attempt_failed",
      code: "replan_asked",
      diagnosis: statedReason(diagnosis),
      checks: [],
      ...world.keyOf("a"),
    });
    expect(world.last("replan_started").payload.cause).toMatchObject({
      trigger: "task_failed",
      diagnosis: statedReason(diagnosis),
    });
  });
});

it("a clock that stops a check again and again is told as what it is", () => {
  const world = started({}, { modelPatienceMs: 0 });
  const error = { code: "deadline", message: "stopped" };
  world.send({ type: "effect_failed", key: world.keyOf("a").key, error });
  const gate = world.last("approval_opened").payload;
  expect(gate).toMatchObject({ kind: "model_unavailable", subject: { code: "deadline", said: "stopped" } });
  expect(questionOf(gate)).toBe("This keeps timing out (deadline: stopped). Try again or abort?");
});

it("a synthesis that is measured after its attempt is over changes nothing", () => {
  const world = new RunWorld({ plan: planOf({ id: "s", type: "synthesis_gate" }) });
  world.start();
  const at = world.keyOf("s");
  world.send({ type: "synthesis_taken", ...at, inputTokens: 7 });
  expect(world.state.tasks.s?.synthesis).toEqual({ attempt: 1, inputTokens: 7, limit: 4_000 });
  world.succeed("s");
  world.send({ type: "synthesis_taken", ...at, outputTokens: 9 });
  expect(world.types().at(-1)).toBe("late_result");
  expect(world.state.tasks.s?.synthesis).not.toHaveProperty("outputTokens");
});
