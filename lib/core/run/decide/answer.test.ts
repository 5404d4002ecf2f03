import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { Plan } from "../../plan/schema";
import { type AnswerCritique, reflectionSettings } from "../../reflection";
import { storeValue } from "../../stored-value";
import { statusOf } from "../effects/status-of";
import { statedReason } from "../reasons";
import { openReflection } from "../reflections";
import type { RunSettings } from "../settings";
import { truncateProposal } from "../truncate/proposal";
import { truncateSummary } from "../truncate/summary";

const reflection = (more: object = {}) => reflectionSettings.parse({ enabled: true, ...more });
const saying = (text: string) => storeValue(text).stored;

function worldWith(settings: Partial<RunSettings> = {}, plan: Plan = planOf({ id: "a" })): RunWorld {
  return new RunWorld({ plan, settings: { summarizer: "off", reflection: reflection(), ...settings } });
}

/** A run whose plan is done and whose first answer is written. */
function answered(settings: Partial<RunSettings> = {}): RunWorld {
  const world = worldWith(settings).run("a");
  world.start();
  world.send({ type: "answer_ready", key: world.keyOfKind("answer"), value: saying("first") });
  return world;
}

function critiqued(world: RunWorld, score: number, more: Partial<AnswerCritique> = {}): RunWorld {
  world.start();
  const critique = { score, feedback: `worth ${score}`, issues: [], suggestions: [], questions: [], ...more };
  world.send({ type: "answer_critiqued", key: world.keyOfKind("critique_answer"), critique });
  return world;
}

function revised(world: RunWorld, text: string): RunWorld {
  world.start();
  world.send({ type: "answer_revised", key: world.keyOfKind("revise_answer"), value: saying(text) });
  return world;
}

const kinds = (world: RunWorld) => world.startable().map(({ kind }) => kind);
const finished = (world: RunWorld) => world.last("run_finished").payload;
const accepted = (world: RunWorld) => world.last("answer_accepted").payload;

describe("the final answer of a run that reflects", () => {
  it("is critiqued before it stands, and ends the run when it passes", () => {
    const world = answered();
    expect(statusOf(world.state)).toBe("finishing");
    expect(kinds(world)).toEqual(["critique_answer"]);
    expect(world.state.answer).toMatchObject({ inline: "first" });
    critiqued(world, 0.8);
    expect(world.last("answer_critiqued").payload).toMatchObject({
      revisions: 0,
      passed: true,
      threshold: 0.8,
    });
    expect(accepted(world)).toEqual({
      outcome: "passed",
      score: 0.8,
      threshold: 0.8,
      revisions: 0,
      kept: 0,
      feedback: "worth 0.8",
      questions: [],
    });
    expect(finished(world)).toMatchObject({ reason: "answer_complete", answer: { inline: "first" } });
    expect(openReflection(world.state)).toBeUndefined();
  });

  it("is revised below the threshold, and the revision is critiqued", () => {
    const world = critiqued(answered(), 0.5);
    expect(kinds(world)).toEqual(["revise_answer"]);
    revised(world, "second");
    expect(world.last("answer_revised").payload).toMatchObject({ revision: 1, value: { inline: "second" } });
    expect(kinds(world)).toEqual(["critique_answer"]);
    critiqued(world, 0.9);
    expect(accepted(world)).toMatchObject({ outcome: "passed", revisions: 1, kept: 1 });
    expect(world.state.answer).toMatchObject({ inline: "second" });
    expect(world.state.reflection?.answers.map(({ critique }) => critique?.score)).toEqual([0.5, 0.9]);
  });

  it("is the best one when the last revision is still below, with questions to the person", () => {
    const world = critiqued(answered(), 0.5);
    critiqued(revised(world, "second"), 0.7, { questions: ["Which load?"] });
    critiqued(revised(world, "third"), 0.6);
    expect(accepted(world)).toMatchObject({
      outcome: "requires_followup",
      score: 0.7,
      revisions: 2,
      kept: 1,
      feedback: "worth 0.7",
      questions: [{ about: "asked", text: "Which load?" }],
    });
    expect(world.state.answer).toMatchObject({ inline: "second" });
    expect(finished(world)).toMatchObject({ reason: "answer_complete", answer: { inline: "second" } });
  });

  it("stands uncritiqued when the critic fails", () => {
    const world = answered();
    world.start();
    const key = world.keyOfKind("critique_answer");
    world.send({
      type: "reflection_stopped",
      key,
      stopped: "critique_failed",
      reason: statedReason("No JSON."),
    });
    expect(accepted(world)).toMatchObject({
      outcome: "not_critiqued",
      kept: 0,
      questions: [],
      stopped: "critique_failed",
      reason: statedReason("No JSON."),
    });
    expect(finished(world)).toMatchObject({ reason: "answer_complete", answer: { inline: "first" } });
  });

  it("stands as it was when no revision could be written", () => {
    const world = critiqued(answered(), 0.5);
    world.start();
    const key = world.keyOfKind("revise_answer");
    world.send({ type: "reflection_stopped", key, stopped: "budget", reason: statedReason("no room") });
    expect(accepted(world)).toMatchObject({ outcome: "unrevised", score: 0.5, stopped: "budget" });
    expect(accepted(world).questions).toEqual([{ about: "missing" }]);
    expect(finished(world)).toMatchObject({ reason: "answer_complete" });
  });

  it("may be the summarizer's, when nothing is to be added", () => {
    const world = worldWith({ summarizer: "on" }).run("a");
    world.start();
    const { kept: summary } = truncateSummary({
      finalAnswer: "A is done.",
      qualityScore: 0.9,
      qualityReasoning: "",
      needReplan: false,
      replanReason: "",
      usedEvidence: [],
    });
    world.send({ type: "summary_written", key: world.keyOfKind("summarize"), summary });
    expect(kinds(world)).toEqual(["critique_answer"]);
    critiqued(world, 1);
    expect(finished(world)).toMatchObject({ answer: { inline: "A is done." } });
  });

  it("ends a plan that was completed early with that reason", () => {
    const world = completed();
    expect(kinds(world)).toEqual(["critique_answer"]);
    critiqued(world, 1);
    expect(finished(world)).toMatchObject({ reason: "completed_early", answer: { inline: "Done already." } });
  });

  it("is left alone where a person wrote it", () => {
    const world = completed("Done, says Anna.");
    expect(finished(world)).toMatchObject({
      reason: "completed_early",
      answer: { inline: "Done, says Anna." },
    });
    expect(world.types()).not.toContain("answer_critiqued");
  });

  it("is not critiqued where nobody wants it, nor where it was put together by rule", () => {
    expect(finished(answered({ reflection: reflection({ enabled: false }) })).reason).toBe("answer_complete");
    const world = worldWith().run("a");
    world.start();
    world.send({ type: "answer_ready", key: world.keyOfKind("answer"), value: saying("x"), byRule: true });
    expect(finished(world).reason).toBe("answer_complete");
    expect(world.state.reflection).toBeUndefined();
  });

  it("survives a lost worker: what is committed is not asked for again", () => {
    const world = critiqued(answered(), 0.5);
    world.send({ type: "take_lease", workerId: "w2" });
    expect(kinds(world)).toEqual(["revise_answer"]);
    revised(world, "second");
    world.send({ type: "take_lease", workerId: "w3" });
    expect(kinds(world)).toEqual(["critique_answer"]);
  });

  it("keeps what there is when the run's time is over: nobody is asked for more", () => {
    const world = critiqued(answered({ maxDurationMs: 60_000 }), 0.5);
    world.tick(61_000);
    expect(accepted(world)).toMatchObject({ outcome: "unrevised", stopped: "budget" });
    expect(accepted(world).reason).toEqual({ code: "budget_exhausted", counter: "maxDurationMs" });
    expect(finished(world)).toMatchObject({ reason: "answer_complete", answer: { inline: "first" } });
    expect(world.types()).not.toContain("approval_opened");
  });

  it("stands uncritiqued in a run that closes for a budget", () => {
    const world = worldWith({ maxDurationMs: 60_000, onBudget: "finish" });
    world.start();
    world.tick(61_000);
    world.start();
    world.send({ type: "answer_ready", key: world.keyOfKind("answer"), value: saying("so far") });
    expect(accepted(world)).toMatchObject({ outcome: "not_critiqued", stopped: "budget" });
    expect(finished(world).answer).toMatchObject({ inline: "so far" });
  });

  it("is kept by a run that is cancelled in the meantime", () => {
    const world = answered();
    world.send({ type: "cancel" }, ANNA);
    expect(finished(world)).toMatchObject({ reason: "cancelled", answer: { inline: "first" } });
  });

  it("changes nothing when word of it comes too late", () => {
    const world = answered();
    world.start();
    const key = world.keyOfKind("critique_answer");
    const critique = { score: 1, feedback: "", issues: [], suggestions: [], questions: [] };
    world.send({ type: "take_lease", workerId: "w2" });
    const { answer } = world.state;
    world.send({ type: "answer_critiqued", key, critique });
    world.send({ type: "answer_revised", key, value: saying("late") });
    world.send({ type: "reflection_stopped", key, stopped: "budget", reason: statedReason("") });
    expect(world.types().slice(-3)).toEqual(["late_result", "late_result", "late_result"]);
    expect(world.state.answer).toEqual(answer);
  });
});

/** A run that a review has completed early; `finalResult` is what a person wrote instead of the reviewer's. */
function completed(finalResult?: string): RunWorld {
  const plan = planOf({ id: "a" }, { id: "r", type: "planning_review", dependsOn: ["a"] });
  const reviewMode = finalResult === undefined ? "auto" : "manual";
  const world = worldWith({ reviewMode }, plan).run("a");
  world.start();
  const { proposal } = truncateProposal(
    { decision: "COMPLETE", reasoning: "There is nothing to do.", answers: [], finalResult: "Done already." },
    "reviewer",
  );
  world.send({ type: "review_read", ...world.keyOf("r"), proposal });
  if (finalResult === undefined) return world;
  const [approvalId = ""] = Object.keys(world.state.openApprovals);
  const by = { id: "anna", name: "Anna", roles: [], mayReview: true };
  const value = saying(finalResult);
  const verb = "COMPLETE";
  world.send(
    { type: "decide_approval", approvalId, verb, value, comment: "mine", provenance: "person", by } as never,
    ANNA,
  );
  return world;
}

describe("an agent's answer", () => {
  const critique = { score: 0.5, feedback: "no", issues: [], suggestions: [], questions: [] };

  it("keeps the last word on it with the attempt, and what became of it", () => {
    const world = worldWith({}, planOf({ id: "a" }));
    world.start();
    const of = world.keyOf("a");
    const facts = { ...critique, revisions: 0, threshold: 0.8, passed: false };
    world.send({ type: "attempt_critiqued", ...of, step: 2, ...facts });
    world.send({ type: "attempt_critiqued", ...of, step: 3, ...facts, revisions: 1, score: 0.6 });
    expect(world.state.tasks.a?.attempts[0]?.reflection).toEqual({
      critiques: 2,
      last: { step: 3, score: 0.6, feedback: "no", passed: false, threshold: 0.8 },
    });
    world.send({
      type: "attempt_reflected",
      ...of,
      step: 3,
      outcome: "unrevised",
      score: 0.6,
      threshold: 0.8,
      revisions: 1,
      kept: 1,
      questions: [{ about: "asked", text: "Why?" }],
      stopped: "budget",
      reason: statedReason("no room"),
    });
    expect(world.state.tasks.a?.attempts[0]?.reflection).toMatchObject({
      outcome: "unrevised",
      step: 3,
      score: 0.6,
      questions: [{ about: "asked", text: "Why?" }],
      stopped: "budget",
      reason: statedReason("no room"),
    });
    expect(world.state.reflection).toBeUndefined();
  });

  it("may stand without a word", () => {
    const world = worldWith({}, planOf({ id: "a" }));
    world.start();
    const facts = { outcome: "not_critiqued" as const, threshold: 0.8, revisions: 0, kept: 0, questions: [] };
    world.send({ type: "attempt_reflected", ...world.keyOf("a"), step: 1, ...facts });
    expect(world.state.tasks.a?.attempts[0]?.reflection).toEqual({
      critiques: 0,
      outcome: "not_critiqued",
      step: 1,
      questions: [],
    });
  });

  it("is not changed by a word that comes too late", () => {
    const world = worldWith({}, planOf({ id: "a" }));
    const facts = { ...critique, revisions: 0, threshold: 0.8, passed: false };
    world.send({ type: "attempt_critiqued", key: "none", taskId: "a", attempt: 1, step: 1, ...facts });
    expect(world.last("late_result").payload.kind).toBe("attempt_critiqued");
  });
});
