import fc from "fast-check";
import { CONSENSUS, GATE_TIMEOUTS, type Plan, reviewSpec } from "@/lib/core/plan/schema";
import { storePlan } from "@/lib/core/plan/store";
import { nextEffects, type OfferedPlan, type RunState } from "@/lib/core/run";
import { isVotedOn, reviewerOf } from "@/lib/core/run/effects/reviewers";
import type { Check, QualityVerdict } from "@/lib/core/run/events/checks";
import type { PlanCritique } from "@/lib/core/run/events/critique";
import type { FailureCode } from "@/lib/core/run/events/tasks";
import { verbRow } from "@/lib/core/run/gates/table";
import { statedReason } from "@/lib/core/run/reasons";
import { isTerminalTask } from "@/lib/core/run/status";
import { truncateCritique } from "@/lib/core/run/truncate/critique";
import { truncateSummary } from "@/lib/core/run/truncate/summary";
import { storeValue } from "@/lib/core/stored-value";
import { askAboutCalls, budgetsArb, firstCall, makeCalls } from "./random-calls";
import { countQuestion, intervene, override, reviewFinding } from "./random-people";
import { JUDGEMENTS, judgeAnswer, judgingArb, showEarlierRuns } from "./random-reflection";
import { ANNA, offer, planOf, type RunWorld, type TaskDraft } from "./run-world";

/** Random plans, outcomes and orders of commands for the property tests of lib/core/run. */

const policies = fc.constantFrom("stop", "skip", "retry", "replan" as const);
const types = fc.constantFrom(
  "task",
  "task",
  "direct",
  "synthesis_gate",
  "planning_review",
  "human_review" as const,
);

/** Gates by their words to people: how many, until when, and what then. */
const gateArb = fc.record({
  prompt: fc.constant(""),
  assignees: fc.constantFrom([], [], ["Bob"]),
  quorum: fc.constantFrom(1, 1, 2),
  timeoutSeconds: fc.constantFrom(10, 10_000),
  onTimeout: fc.constantFrom(...GATE_TIMEOUTS),
});

const reviewArb = fc
  .record({
    reviewers: fc.constantFrom([], [], ["ann"], ["ann", "bob"], ["ann", "bob", "cy"]),
    consensus: fc.constantFrom(...CONSENSUS),
  })
  .map((review) => reviewSpec.parse(review));

const taskArb = (index: number): fc.Arbitrary<TaskDraft> =>
  fc
    .record({
      type: types,
      deps: fc.subarray(
        Array.from({ length: index }, (_, n) => `t${n}`),
        { maxLength: Math.min(3, index) },
      ),
      onFailure: policies,
      onVerificationFailure: policies,
      maxRetries: fc.nat(2),
      critical: fc.boolean(),
      qualityGate: fc.boolean(),
      named: fc.boolean(),
      gate: gateArb,
      review: reviewArb,
    })
    .map(({ deps, named, gate, review, ...rest }) => ({
      ...rest,
      ...(rest.type === "human_review" && { gate }),
      ...(rest.type === "planning_review" && { review }),
      id: `t${index}`,
      dependsOn: deps,
      input: named && deps.length > 0 ? `use {{results.${deps[0]}}}` : "",
    })) as fc.Arbitrary<TaskDraft>;

export const planArb: fc.Arbitrary<Plan> = fc
  .integer({ min: 1, max: 9 })
  .chain((size) => fc.tuple(...Array.from({ length: size }, (_, index) => taskArb(index))))
  .map((tasks) => planOf(...tasks));

const behaviorArb = fc.record({
  reviewMode: fc.constantFrom("auto", "hold", "manual" as const),
  maxConcurrency: fc.integer({ min: 1, max: 4 }),
  replanOnFailure: fc.boolean(),
  maxTotalReplans: fc.nat(3),
  maxReplansPerTask: fc.nat(2),
  onBudget: fc.constantFrom("gate", "finish", "fail" as const),
  summarizer: fc.constantFrom("on", "on", "off" as const),
  maxIterations: fc.nat(3),
  planApproval: fc.constantFrom(false, false, true),
  afterApproval: fc.constantFrom("replan", "replan", "ask"),
  detailOnDemand: fc.constantFrom(false, false, true),
  modelPatienceMs: fc.constantFrom(0, 5_000),
  critic: fc.record({
    mode: fc.constantFrom("off", "static", "static", "model" as const),
    minScore: fc.constantFrom(0, 0, 6),
  }),
});

export const settingsArb = fc
  .tuple(behaviorArb, budgetsArb, judgingArb)
  .map(([behavior, budgets, judging]) => ({ ...behavior, ...budgets, ...judging }));

/** One number decides one step of the story. */
export const tapeArb = fc.array(fc.nat(9_999), { minLength: 5, maxLength: 120 });

/** A story long enough to come to rare turns. */
export const longTapeArb = fc.array(fc.nat(9_999), { minLength: 40, maxLength: 120, size: "max" });

/** Plays the tape: starts, outcomes, people, take-overs and repeats in any order; `look` sees every step. */
export function play(world: RunWorld, tape: number[], onStep: () => void): void {
  for (const n of tape) {
    step(world, n);
    onStep();
  }
}

/** Brings any run to its end with good outcomes and willing people; gives up after too many steps. */
export function bringToEnd(world: RunWorld, onStep: () => void): void {
  for (let n = 0; n < 600 && world.state.phase !== "ended"; n += 1) {
    if (world.state.paused) world.send({ type: "resume" }, ANNA);
    world.start();
    const [key] = Object.keys(world.state.inFlight);
    const [approvalId] = Object.keys(world.state.openApprovals);
    if (key !== undefined) report(world, key, 0);
    else if (approvalId !== undefined) answer(world, approvalId, 0);
    else world.tick(20_000);
    onStep();
  }
}

function step(world: RunWorld, n: number): void {
  const inFlight = Object.keys(world.state.inFlight);
  const approvals = Object.keys(world.state.openApprovals);
  const kind = n % 23;
  const pick = Math.floor(n / 23);
  if (kind < 6) world.start(pick % 2 === 0 ? () => undefined : firstCall);
  else if (kind < 13 && inFlight.length > 0) report(world, inFlight[pick % inFlight.length] as string, pick);
  else if (kind < 15 && approvals.length > 0)
    answer(world, approvals[pick % approvals.length] as string, pick);
  else if (kind === 15) world.tick(pick * 50);
  else if (kind === 16) world.send({ type: world.state.paused ? "resume" : "pause" }, ANNA);
  else if (kind === 17 && pick % 3 === 1) loseModel(world, pick);
  else if (kind === 17) world.send({ type: "take_lease", workerId: `w${pick}` });
  else if (kind === 18) report(world, `${world.state.runId}/t0/1/run_attempt/1`, pick);
  else if (kind === 19 && pick % 25 === 0) world.send({ type: "cancel" }, ANNA);
  else if (kind === 14) world.send({ type: "request_replan", instruction: `shorter ${n}` }, ANNA);
  else if (kind === 13) override(world, pick);
  else if (kind === 19) reviewFinding(world, pick);
  else if (kind < 22) intervene(world, pick);
  else if (kind === 22 && pick % 50 === 0) world.send({ type: "abort", reason: "enough" }, ANNA);
  else if (kind === 22 && pick % 5 === 1) countQuestion(world, pick);
  else world.tick(1);
}

/** Asks for more as often as not; now and then it fails. */
function summarize(world: RunWorld, key: string, n: number): void {
  if (n % 9 === 4) {
    world.send({ type: "summary_unwritten", key, reason: statedReason("unreadable") });
    return;
  }
  const { kept } = truncateSummary({
    finalAnswer: `so far ${n}`,
    qualityScore: (n % 11) / 10,
    qualityReasoning: "because",
    needReplan: n % 2 === 1,
    replanReason: n % 2 === 1 ? "more is wanted" : "",
    usedEvidence: [],
  });
  world.send({ type: "summary_written", key, summary: kept });
}

/** The first plan, or that of an iteration, which now and then cannot be written or is not allowed. */
function draftPlan(world: RunWorld, key: string, n: number): void {
  const critique = critiqueOf(1 + (n % 10));
  showEarlierRuns(world, key, n);
  if (world.state.planVersion === 0) {
    world.plan = planOf({ id: "t0" });
    world.send({ type: "plan_drafted", key, plan: { ...offer(world.plan), critique } });
  } else if (n % 8 === 7) {
    world.send({ type: "plan_refused", key, issues: [] });
  } else {
    const { plan, offered } = tailOf(world, n);
    sendAndTrackPlan(world, plan, () =>
      world.send({ type: "plan_drafted", key, plan: { ...offered, critique } }),
    );
  }
}

function sendAndTrackPlan(world: RunWorld, plan: Plan, send: () => void): void {
  const before = world.state.planVersion;
  send();
  if (world.state.planVersion > before) world.plan = plan;
}

function critiqueOf(score: number): PlanCritique {
  const critique = { score, summary: `${score} of 10`, findings: [], recommendations: [] };
  return truncateCritique(critique, { by: "model" }).kept;
}

/** Ends the effect with an outcome that the number chooses; 0 is a good one. */
function report(world: RunWorld, key: string, n: number): void {
  const flight = world.state.inFlight[key] ?? { kind: "run_attempt", taskId: "t0", attempt: 1 };
  const { kind, taskId = "", attempt = 1 } = flight;
  const at = { key, taskId, attempt };
  if (!makeCalls(world, key, n)) return;
  const value = storeValue(n % 7 === 6 ? "x".repeat(9_000) : { n, left: n % 3 }).stored;
  if (kind === "synthesize") world.send({ type: "synthesis_taken", ...at, outputTokens: n });
  if (n % 11 === 7) {
    failModel(world, key, n);
  } else if (kind === "replan") {
    replan(world, key, n);
  } else if (kind === "summarize") {
    summarize(world, key, n);
  } else if (kind === "answer") {
    world.send({ type: "answer_ready", key, value });
  } else if (kind in JUDGEMENTS) {
    JUDGEMENTS[kind as keyof typeof JUDGEMENTS](world, key, n);
  } else if (kind === "plan") {
    draftPlan(world, key, n);
  } else if (kind === "critique_plan") {
    world.send({ type: "plan_judged", key, critique: critiqueOf(1 + (n % 10)) });
  } else if (kind === "review") {
    review(world, at, n);
  } else if (kind === "show_gate") {
    world.send({ type: "gate_shown", ...at, shown: value, digest: `d${n}`, prompt: "?" });
  } else if (kind === "detail") {
    const written = n % 4 === 3 ? { problem: statedReason("none") } : { details: [`d${n}`] };
    world.send({ type: "details_written", ...at, ...written });
  } else if (kind === "quality_gate") {
    world.send({ type: "quality_gate_judged", ...at, verdict: verdictOf(n) });
  } else if (n % 5 === 1) {
    const repair = n % 4 === 0 ? { verification: "(some? data/result)" } : { problem: statedReason("kept") };
    if (n % 2 === 0) world.send({ type: "check_repaired", ...at, ...repair });
    world.send({
      type: "attempt_failed",
      ...at,
      diagnosis: statedReason("broke"),
      output: value,
      ...(refusals[Math.floor(n / 5) % refusals.length] as (typeof refusals)[number]),
    });
  } else if (n % 13 === 9) {
    askAboutCalls(world, taskId, n);
  } else {
    const heard = kind === "run_attempt" ? takeTurn(world, at, n) : {};
    world.send({ type: "attempt_succeeded", ...at, ...heard, value, checks: n % 3 === 0 ? [passed] : [] });
  }
}

/** Now and then a turn of the agent, the last that it has among them, which has not heard all that people said. */
function takeTurn(world: RunWorld, at: { key: string; taskId: string; attempt: number }, n: number) {
  if (n % 8 > 4) world.send({ type: "steer", taskId: at.taskId, message: `heed ${n}` }, ANNA);
  const said =
    world.state.tasks[at.taskId]?.steeringMessages?.filter(({ attempt }) => attempt === at.attempt) ?? [];
  if (n % 4 === 3) {
    const step = 1 + (n % 8);
    world.send({ type: "step_taken", ...at, step, thought: "", calls: [], observed: true, errors: 0 });
    if (n % 8 === 7) judgeAnswer(world, at, n);
    if (n % 16 === 15) world.send({ type: "steps_summarized", ...at, upToStep: step, by: "rule" });
  }
  return { heard: n % 2 === 0 ? said.length : Math.max(0, said.length - 1) };
}

/** A reviewer's word or vote; now and then the review is not needed, or was decided in advance. */
function review(world: RunWorld, at: { key: string; taskId: string; attempt: number }, n: number): void {
  const decision = (["CONTINUE", "CONTINUE", "REPLAN", "COMPLETE", "ABORT"] as const)[n % 5] ?? "CONTINUE";
  if (n % 17 === 16) world.send({ type: "review_not_needed", ...at, shown: "no" });
  if (n % 13 === 12) world.send({ type: "review_given", ...at });
  const { spec } = world.state.tasks[at.taskId] ?? {};
  const reviewer = (spec && reviewerOf(spec, at.key)) ?? "reviewer";
  const said =
    n % 6 === 5
      ? { problem: statedReason("missing") }
      : { proposal: { decision, reasoning: "r", answers: [], reviewer } };
  const voted = spec !== undefined && isVotedOn(spec);
  world.send(
    voted ? { type: "review_voted", ...at, reviewer, ...said } : { type: "review_read", ...at, ...said },
  );
}

function verdictOf(n: number): QualityVerdict {
  const evidence = [{ field: "rows", found: n % 3 !== 1, source: "t0" }];
  if (n % 3 === 1) return { outcome: "failed", evidence, missing: ["rows"] };
  return n % 3 === 2
    ? { outcome: "error", problem: statedReason("unreadable") }
    : { outcome: "passed", evidence };
}

const passed = { layer: "schema", outcome: "passed" } as const;
const judged = { layer: "predicate", shown: "(pos? data/result)", diagnosis: statedReason("broke") } as const;
const refusals = [
  { code: "error", checks: [] },
  { code: "replan_asked", checks: [] },
  { code: "schema_mismatch", checks: [{ ...passed, outcome: "failed", diagnosis: statedReason("broke") }] },
  { code: "check_failed", checks: [passed, { ...judged, outcome: "failed" }] },
  { code: "verification_error", checks: [passed, { ...judged, outcome: "error" }] },
] satisfies { code: FailureCode; checks: Check[] }[];

/** The critic may have had its word on a new tail. */
const withCritique = (plan: OfferedPlan, n: number): OfferedPlan =>
  n % 3 === 0 ? { ...plan, critique: critiqueOf(1 + (n % 10)) } : plan;

/** A new tail; now and then none could be written. */
function replan(world: RunWorld, key: string, n: number): void {
  const { state } = world;
  if (n % 9 === 8) {
    world.send({ type: "replan_unwritten", key, reason: statedReason("invalid twice"), issues: [] });
    return;
  }
  const { plan, offered } = tailOf(world, n);
  const fromVersion = state.planVersion;
  sendAndTrackPlan(world, plan, () =>
    world.send({ type: "replan_written", key, plan: withCritique(offered, n), fromVersion, renamed: [] }),
  );
}

/** Keeps what has ended (and, now and then, what waits for a person), drops the rest, adds two new tasks or none. */
function tailOf(world: RunWorld, n: number): { plan: Plan; offered: OfferedPlan } {
  const { state } = world;
  const version = state.planVersion + 1;
  const kept: Plan["tasks"] = [];
  for (const task of (world.plan as Plan).tasks) {
    const status = state.tasks[task.id]?.status ?? "pending";
    const waits =
      status === "waiting" && n % 2 === 1 && task.dependsOn.every((id) => kept.some((one) => one.id === id));
    if (waits || isTerminalTask(status)) kept.push(task);
  }
  const failed = state.replan?.cause.taskId;
  const fresh: TaskDraft[] = [
    { id: `n${version}a`, maxRetries: 0, ...(failed !== undefined && { replaces: failed }) },
    { id: `n${version}b`, dependsOn: [`n${version}a`] },
  ];
  const plan = planOf(...kept, ...(n % 4 === 3 ? [] : fresh));
  const lineages = new Map(Object.values(state.tasks).map((task) => [task.id, task.spec.lineage]));
  const parent = storePlan(world.plan as Plan, lineages).plan;
  const { plan: next } = storePlan(plan, lineages);
  const offered = {
    ...offer(plan, parent),
    patch: {
      ...offer(plan, parent).patch,
      tasks: next.tasks.filter((task) => !parent.tasks.some((old) => old.id === task.id)),
    },
  };
  return { plan, offered };
}

/** An agent's model goes away for good, and a person has another one asked, or not. */
function loseModel(world: RunWorld, n: number): void {
  const { inFlight, approvals } = world.state;
  const key = Object.keys(inFlight).find((one) => inFlight[one]?.kind === "run_attempt");
  if (key !== undefined) failModel(world, key, 12 * n);
  const open = Object.keys(world.state.openApprovals);
  const gate = open.find((id) => approvals[id]?.kind === "model_unavailable");
  if (gate !== undefined) answer(world, gate, 1 + (n % 2));
}

/** One of three models cannot be reached, now and then after a turn of it; or it is something else. */
function failModel(world: RunWorld, key: string, n: number): void {
  const { taskId = "", attempt = 1 } = world.state.inFlight[key] ?? {};
  const model = world.state.tasks[taskId]?.attempts.at(-1)?.model ?? `p:other${n % 3}`;
  const error = { code: n % 3 === 0 ? "auth" : "unavailable", message: "503" };
  if (n % 4 < 3 && taskId !== "") {
    const call = { callId: `m${world.events.length}`, role: "agent", model, latencyMs: 1, taskId, attempt };
    const step = { step: 1, thought: "", calls: [], observed: true, errors: 0, key, taskId, attempt };
    world.send({ type: "record_calls", calls: [call] });
    world.send({ type: "step_taken", ...step });
  }
  world.send({ type: "effect_failed", key, error, ...(n % 4 < 3 && { model }) });
}

function answer(world: RunWorld, approvalId: string, n: number): void {
  const verbs = world.state.approvals[approvalId]?.verbs ?? [];
  const verb = verbs[n % verbs.length] ?? "approve";
  const votes = world.state.approvals[approvalId]?.votes ?? [];
  // Of two who have to agree, the second says what the first did.
  const value =
    votes.find((one) => one.verb === verb)?.value ??
    storeValue(verb === "other" ? `p:other${n % 3}` : { by: "Anna", n }).stored;
  const by = votes.some((one) => one.verb === verb && one.by.id === BOB.id) ? ANNA : BOB;
  const { needs, takes } = verbRow(verb);
  const given = needs === "value" || needs === "model" || takes === "result" ? { value } : {};
  const answered = { approvalId, verb, ...given, comment: "because", provenance: "person" } as const;
  const before = world.state.planVersion;
  world.send(
    { type: "decide_approval", ...answered, by: { ...by, roles: [], mayReview: true, everyone: true } },
    by,
  );
  if (world.state.planVersion > before) world.readPlan();
}

const BOB = { kind: "person", id: "bob", name: "Bob" } as const;

/** Something is in flight or wanted, a timer or a person is waited for, or the run has ended. */
export function mayMove(state: RunState): boolean {
  if (state.phase === "ended" || state.paused) return true;
  return nextEffects(state).length > 0 || Object.keys(state.openApprovals).length > 0;
}
