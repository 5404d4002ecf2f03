import { describe, expect, it } from "vitest";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { byteLength } from "../../bytes";
import { formatReason, formatReasons } from "../../describe/reason";
import type { Plan } from "../../plan/schema";
import { storePlan } from "../../plan/store";
import { storeValue } from "../../stored-value";
import { readEffectKey } from "../effects/keys";
import { statusOf } from "../effects/status-of";
import { statedReason } from "../reasons";
import type { RunSettings } from "../settings";
import { truncateSummary, type WrittenSummary } from "../truncate/summary";

const ON: Partial<RunSettings> = { summarizer: "on" };
const first = planOf({ id: "a" });

function worldWith(settings: Partial<RunSettings> = {}, plan: Plan = first): RunWorld {
  return new RunWorld({ plan, settings: { ...ON, ...settings } });
}

/** Reports what the summarizer wrote; without more, that all is well. */
function summarize(world: RunWorld, said: Partial<WrittenSummary> = {}): RunWorld {
  world.start();
  const { kept } = truncateSummary({
    finalAnswer: "A is done.",
    qualityScore: 0.9,
    qualityReasoning: "It has all that was asked for.",
    needReplan: false,
    replanReason: "",
    usedEvidence: ["a"],
    ...said,
  });
  world.send({ type: "summary_written", key: world.keyOfKind("summarize"), summary: kept });
  return world;
}

const lacking = { needReplan: true, qualityScore: 0.4, replanReason: "B is missing." };

/** Adopts these tasks behind what has ended; `plan` of the world follows. */
function draftIteration(world: RunWorld, fresh: TaskDraft[], kept: TaskDraft[] = [{ id: "a" }]): Plan {
  world.start();
  const plan = planOf(...kept, ...fresh);
  const parent = storePlan(world.plan as Plan).plan;
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(plan, parent) });
  if (world.state.order.length === plan.tasks.length) world.plan = plan;
  return plan;
}

const finished = (world: RunWorld) => world.last("run_finished").payload;

describe("a plan that was carried out", () => {
  it("is summarized, and ends with the summary's answer when nothing is missing", () => {
    const world = worldWith().run("a");
    expect(statusOf(world.state)).toBe("finishing");
    expect(world.startable().map(({ kind }) => kind)).toEqual(["summarize"]);
    summarize(world);
    expect(world.last("iteration_routed").payload).toEqual({
      needReplan: false,
      iteration: 0,
      limit: 2,
      decision: "finish",
      limitReached: false,
    });
    expect(world.last("answer_written").payload.value).toMatchObject({ inline: "A is done." });
    expect(finished(world)).toMatchObject({ reason: "answer_complete", iterations: 0 });
    expect(finished(world)).not.toHaveProperty("message");
    expect(world.state.summaries).toMatchObject([
      { iteration: 0, planVersion: 1, qualityScore: 0.9, route: { decision: "finish" } },
    ]);
  });

  it("is answered plainly when the summarizer is off", () => {
    const world = worldWith({ summarizer: "off" }).run("a");
    expect(world.startable().map(({ kind }) => kind)).toEqual(["answer"]);
  });

  it("needs no summary when a review has given the result", () => {
    const plan = planOf({ id: "a" }, { id: "r", type: "planning_review", dependsOn: ["a"] });
    const world = worldWith({ reviewMode: "auto" }, plan).run("a");
    world.start();
    const finalResult = storeValue("Done already.").stored;
    const decision = "COMPLETE" as const;
    const proposal = { decision, reasoning: "r", answers: [], reviewer: "reviewer", finalResult };
    world.send({ type: "review_read", ...world.keyOf("r"), proposal });
    expect(world.state.finished?.reason).toBe("completed_early");
    expect(world.types()).not.toContain("summarized");
    expect(world.state.answer).toEqual(finalResult);
  });

  it("keeps the effect's key apart for each time it is summarized", () => {
    const world = worldWith().run("a");
    expect(world.startable()[0]?.key).toBe("run_1/-/1/summarize/1");
    expect(readEffectKey("run_1", "run_1/-/1/summarize/1")).toEqual({ kind: "summarize", attempt: 1 });
  });
});

describe("an iteration", () => {
  const begun = (settings: Partial<RunSettings> = {}) => summarize(worldWith(settings).run("a"), lacking);

  it("begins when something is missing: the planner is asked while the plan in force stays", () => {
    const world = begun();
    expect(world.last("iteration_started").payload).toEqual({
      iteration: 1,
      limit: 2,
      reason: "B is missing.",
    });
    expect(statusOf(world.state)).toBe("planning");
    expect(world.state).toMatchObject({ planVersion: 1, counters: { iterations: 1, replans: 0 } });
    expect(world.startable().map(({ kind, key }) => [kind, key])).toEqual([["plan", "run_1/-/2/plan/1"]]);
  });

  it("is a version whose new tasks come behind the finished ones, which keep their results", () => {
    const world = begun();
    const before = world.state.tasks.a;
    draftIteration(world, [{ id: "b", dependsOn: ["a"] }]);
    expect(world.last("plan_version_adopted").payload).toMatchObject({
      version: 2,
      parent: 1,
      origin: "iteration",
      author: "planner",
      cause: { code: "iteration", number: 1, text: "B is missing." },
    });
    expect(world.state.order).toEqual(["a", "b"]);
    expect(world.state.tasks.a).toEqual(before);
    expect(world.state.startedAt).toBe(1_000);
    expect(world.state.iteration).toBeUndefined();
    world.run("b");
    summarize(world, { finalAnswer: "A and B are done." });
    expect(finished(world)).toMatchObject({ reason: "answer_complete", iterations: 1, replans: 0 });
    expect(world.state.answer).toMatchObject({ inline: "A and B are done." });
    expect(world.state.summaries.map(({ iteration, planVersion }) => [iteration, planVersion])).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it("is counted when it starts, never again, and the limit ends it with a warning", () => {
    const world = begun({ maxIterations: 1 });
    draftIteration(world, [{ id: "b" }]);
    world.run("b");
    expect(world.state.counters.iterations).toBe(1);
    summarize(world, lacking);
    expect(world.last("iteration_routed").payload).toMatchObject({
      needReplan: true,
      iteration: 1,
      limit: 1,
      decision: "finish",
      limitReached: true,
    });
    expect(finished(world)).toMatchObject({ reason: "answer_complete", iterations: 1 });
  });

  it("is the last where the summary after it names the same reason, which is said", () => {
    const world = begun({ maxIterations: 5 });
    draftIteration(world, [{ id: "b" }]);
    world.run("b");
    summarize(world, { ...lacking, replanReason: "B is missing" });
    expect(world.last("iteration_routed").payload).toMatchObject({
      decision: "finish",
      repeated: true,
      limitReached: false,
    });
    expect(finished(world)).toMatchObject({ reason: "answer_complete", iterations: 1 });
  });

  it("never begins with a limit of 0, nor when a person completes with the results so far", () => {
    expect(begun({ maxIterations: 0 }).state.finished?.reason).toBe("answer_complete");
    const plan = planOf({ id: "a", onFailure: "replan" });
    const world = worldWith({ maxReplansPerTask: 0 }, plan);
    world.start();
    world.fail("a");
    const [approvalId = ""] = Object.keys(world.state.openApprovals);
    world.send({ type: "decide_approval", approvalId, verb: "complete", provenance: "person" });
    summarize(world, lacking);
    expect(world.last("iteration_routed").payload).toMatchObject({
      needReplan: true,
      decision: "finish",
      limitReached: false,
    });
    expect(finished(world).reason).toBe("completed_early");
  });

  it("waits for a person where drafted plans do, who may have it changed or reject it", () => {
    const world = begun({ planApproval: true, maxIterations: 1 });
    // The first plan came with the run; this one was drafted.
    draftIteration(world, [{ id: "b" }]);
    const decide = (verb: GateVerb, comment?: string) => {
      const [approvalId = ""] = Object.keys(world.state.openApprovals);
      const said = comment === undefined ? {} : { comment };
      return world.send({ type: "decide_approval", approvalId, verb, ...said, provenance: "person" });
    };
    decide("request_changes", "c instead");
    expect(world.startable().map(({ kind }) => kind)).toEqual(["plan"]);
    draftIteration(world, [{ id: "c" }]);
    expect(world.last("plan_version_adopted").payload).toMatchObject({
      version: 3,
      origin: "iteration",
      cause: { changes: "c instead", code: "iteration", number: 1, text: "B is missing." },
    });
    expect(world.status("b")).toBe("superseded");
    decide("reject");
    expect(finished(world)).toMatchObject({
      reason: "completed_early",
      because: [{ code: "iteration_unplanned", number: 1, cause: { code: "rejected" } }],
      answer: { inline: "A is done." },
    });
  });
});

describe("when an iteration fails", () => {
  const begun = (settings: Partial<RunSettings> = {}) => summarize(worldWith(settings).run("a"), lacking);

  it("the planner's failure ends the run with the last good answer and the error", () => {
    const world = begun();
    world.start();
    const issues = [{ code: "empty_plan", message: "The plan has no tasks." }];
    world.send({ type: "plan_refused", key: world.keyOfKind("plan"), issues });
    expect(finished(world)).toMatchObject({
      reason: "completed_early",
      because: [
        {
          code: "iteration_unplanned",
          number: 1,
          cause: { code: "plan_issue", issue: { message: "The plan has no tasks." } },
        },
      ],
      answer: { inline: "A is done." },
      iterations: 1,
    });
  });

  it.each([
    ["brings nothing new", [], [{ id: "a" }], "This is the plan of version 1 again."],
    ["drops what has ended", [{ id: "b" }], [], "a has ended and must stay."],
  ])("a plan that %s counts as such a failure", (_, fresh, kept, why) => {
    const world = begun();
    draftIteration(world, fresh, kept);
    const { issues, reason } = world.last("plan_rejected").payload;
    expect({ issues, why: reason && formatReason(reason) }).toEqual({ issues: [], why });
    expect(formatReasons(finished(world).because)).toContain(why);
    expect(world.state.planVersion).toBe(1);
  });

  it("a halt gives the summarizer the error instead of ending the run as failed", () => {
    const world = begun({ replanOnFailure: false, maxIterations: 1 });
    draftIteration(world, [{ id: "b" }, { id: "c", dependsOn: ["b"] }]);
    world.start();
    world.fail("b", "No such thing.");
    expect(world.state).toMatchObject({ phase: "finishing", halted: statedReason("No such thing.") });
    expect(world.status("c")).toBe("skipped");
    summarize(world, { ...lacking, finalAnswer: "A is done, B failed." });
    expect(finished(world)).toMatchObject({
      reason: "completed_early",
      because: [statedReason("No such thing.")],
      answer: { inline: "A is done, B failed." },
    });
  });

  it("a halt may lead to another iteration while there is one left", () => {
    const world = begun({ replanOnFailure: false });
    draftIteration(world, [{ id: "b" }]);
    world.start();
    world.fail("b");
    summarize(world, { ...lacking, replanReason: "B failed: find another way." });
    expect(world.last("iteration_started").payload.iteration).toBe(2);
    expect(world.state.halted).toBeUndefined();
    const plan = draftIteration(world, [{ id: "c" }], [{ id: "a" }, { id: "b" }]);
    expect(world.state.order).toEqual(plan.tasks.map(({ id }) => id));
    world.run("c");
    summarize(world);
    expect(finished(world)).toMatchObject({ reason: "answer_complete", iterations: 2 });
  });

  it("a halt before any iteration still fails the run", () => {
    const world = worldWith({ replanOnFailure: false });
    world.start();
    world.fail("a");
    expect(finished(world).reason).toBe("task_failed");
  });

  it("a run that is cancelled keeps the answer that was given before", () => {
    const world = begun();
    world.send({ type: "cancel" });
    expect(finished(world)).toMatchObject({ reason: "cancelled", answer: { inline: "A is done." } });
  });
});

describe("a summarizer that fails", () => {
  const failed = () => {
    const world = worldWith().run("a");
    world.start();
    world.send({
      type: "summary_unwritten",
      key: world.keyOfKind("summarize"),
      reason: statedReason("No JSON."),
    });
    return world;
  };

  it("is not asked again: the plain answer is written, and the end says so", () => {
    const world = failed();
    expect(world.startable().map(({ kind }) => kind)).toEqual(["answer"]);
    world.start();
    const value = storeValue("Plainly, A is done.").stored;
    world.send({ type: "answer_ready", key: world.keyOfKind("answer"), value });
    expect(finished(world)).toMatchObject({
      reason: "answer_complete",
      answer: value,
      because: [{ code: "summary_failed", cause: statedReason("No JSON.") }],
    });
    expect(world.types()).not.toContain("iteration_routed");
  });

  it.each(["summary_written", "summary_unwritten"] as const)(
    "%s of an old worker changes nothing",
    (type) => {
      const world = failed();
      const { kept } = truncateSummary({
        finalAnswer: "x",
        qualityScore: 1,
        qualityReasoning: "",
        needReplan: true,
        replanReason: "",
        usedEvidence: [],
      });
      const key = "run_1/-/1/summarize/1";
      world.send(
        type === "summary_written" ? { type, key, summary: kept } : { type, key, reason: statedReason("x") },
      );
      expect(world.last("late_result").payload).toEqual({ key, kind: type });
      expect(world.state.summaries).toEqual([]);
    },
  );
});

describe("what is kept of a summary", () => {
  const written: WrittenSummary = {
    finalAnswer: "ok",
    qualityScore: 1,
    qualityReasoning: "r",
    needReplan: false,
    replanReason: "",
    usedEvidence: [],
  };

  it("is all of a short one", () => {
    const { kept, blob } = truncateSummary(written);
    expect(kept).toMatchObject({ ...written, finalAnswer: { inline: "ok" } });
    expect(blob).toBeUndefined();
  });

  it("stays under the limit of events whatever the script: long answers become blobs, words are cut", () => {
    const long = "字".repeat(3_000);
    const { kept, blob } = truncateSummary({
      ...written,
      finalAnswer: long,
      qualityReasoning: long,
      replanReason: long,
      usedEvidence: Array.from({ length: 30 }, () => long),
    });
    expect(blob?.body).toBe(long);
    expect(kept.usedEvidence).toHaveLength(10);
    expect(byteLength(JSON.stringify(kept))).toBeLessThan(7_000);
    const inline = truncateSummary({
      ...written,
      finalAnswer: "字".repeat(680),
      qualityReasoning: long,
      replanReason: long,
      usedEvidence: Array.from({ length: 30 }, () => long),
    });
    expect(inline.blob).toBeUndefined();
    expect(byteLength(JSON.stringify(inline.kept))).toBeLessThan(8_000);
  });
});
