import { describe, expect, test } from "vitest";
import { storeValue } from "../../stored-value";
import { fold } from "..";
import { readEvent } from ".";
import { EVENT_VERSION, type StoredEvent, UPCASTERS, type Upcasters, upcast } from "./upcast";

const envelope = { run: "run_1", at: 1, actor: { kind: "system" }, commandId: "c", planVersion: 1 };
const stored = (type: string, v: number, payload: StoredEvent["payload"], seq = 7) => ({
  ...{ ...envelope, seq, type, v, payload },
});

describe("an old event", () => {
  const steps: Upcasters = {
    moved: { 0: ({ x }) => ({ place: { x: x ?? 0 } }), 2: (payload) => ({ ...payload, unit: "m" }) },
    went: { 0: { renamedTo: "gone" } },
    gone: { 0: () => ({ wrong: true }), 1: (payload) => ({ ...payload, unit: "m" }) },
  };

  test.each([
    ["moved", 0, { x: 3 }, { place: { x: 3 }, unit: "m" }],
    ["moved", 1, { place: { x: 3 } }, { place: { x: 3 }, unit: "m" }],
    ["moved", 3, { place: { x: 3 } }, { place: { x: 3 } }],
    ["other", 0, { x: 3 }, { x: 3 }],
  ])("%s of version %i goes through every version after it", (type, v, payload, now) => {
    expect(upcast(stored(type, v, payload), steps, 3)).toEqual(stored(type, 3, now));
  });

  test("is of the type that its type is called now, and goes on with the steps of that", () => {
    expect(upcast(stored("went", 0, { x: 3 }), steps, 3)).toEqual(stored("gone", 3, { x: 3, unit: "m" }));
  });

  test("is left as it is in the store: the row is not changed", () => {
    const row = Object.freeze(stored("moved", 0, Object.freeze({ x: 3 })));
    expect(upcast(row, steps, 1)).not.toBe(row);
  });

  test("of today's version is given back as it came", () => {
    const row = stored("moved", 3, { x: 3 });
    expect(upcast(row, steps, 3)).toBe(row);
  });
});

type OldForm = [type: string, v: number, old: StoredEvent["payload"], now: object, typeNow?: string];

const attempt = { taskId: "a", attempt: 1 };
const end = {
  ...{ reason: "completed_early", durationMs: 1, executionAttempts: 1, replans: 0, iterations: 0 },
  ...{ reviews: 0, tasks: {} },
};
const call = { ...attempt, step: 1, callId: "c1", tool: "deploy" };
const { stored: shown } = storeValue(1);
const ask = { kind: "tool_approval", callId: "c1", tool: "deploy", shown: { ...shown }, digest: "d" };
const critique = {
  ...{ version: 1, by: "static", score: 8, summary: "Fine.", gravest: [], omitted: 0 },
  findings: { ...shown },
};
const proposal = { decision: "CONTINUE", reasoning: "fine", answers: [] };
const opened = {
  ...{ approvalId: "apr_1", kind: "engine_fault", planVersion: 1, digest: "d" },
  ...{ verbs: ["retry", "abort"], assignees: [] },
};
const accepted = { outcome: "passed", threshold: 0.8, revisions: 0, kept: 0 };
const words = (text: string) => ({ code: "stated", text });

/** A field that was a sentence, and is a reason today. */
const statedIn = (type: string, field: string, facts: StoredEvent["payload"]): OldForm => [
  ...([type, 1] as const),
  { ...facts, [field]: "as it was" },
  { ...facts, [field]: words("as it was") },
];

/** What the upcasters in force make of the forms that were written once. */
const OLD: OldForm[] = [
  [
    ...(["approval_expired", 0] as const),
    { approvalId: "run_1-g1", verb: "reject" },
    { approvalId: "run_1-g1", verb: "reject", provenance: "timeout" },
  ],
  ...["approval_cancelled", "approval_cleared", "approval_superseded"].map((type) =>
    statedIn(type, "reason", { approvalId: "run_1-g1" }),
  ),
  statedIn("answer_accepted", "reason", {
    ...{ outcome: "not_critiqued", threshold: 0.8, revisions: 0, kept: 0, questions: [], stopped: "budget" },
  }),
  statedIn("attempt_restarted", "reason", { taskId: "a", attempt: 2 }),
  statedIn("finishing_started", "halted", { reason: "completed_early" }),
  statedIn("replan_failed", "reason", { number: 1, issues: [] }),
  statedIn("replan_refused", "reason", { number: 1 }),
  statedIn("replan_withdrawn", "reason", { number: 1 }),
  statedIn("review_decided", "reasoning", { taskId: "r", decision: "CONTINUE", provenance: "auto" }),
  statedIn("review_overridden", "reasoning", { taskId: "r", proposed: "ABORT", decision: "CONTINUE" }),
  statedIn("run_paused", "reason", {}),
  ["run_paused", 1, {}, {}],
  statedIn("review_voted", "problem", { ...attempt, reviewer: "ann" }),
  statedIn("review_proposed", "problem", attempt),
  [
    ...(["steps_summarised", 1] as const),
    { ...attempt, upToStep: 1, by: "rule", reason: "No model answered." },
    { ...attempt, upToStep: 1, by: "rule", reason: words("No model answered.") },
    "steps_summarized",
  ],
  [
    ...(["steps_summarised", 3] as const),
    { ...attempt, upToStep: 1, by: "model" },
    { ...attempt, upToStep: 1, by: "model" },
    "steps_summarized",
  ],
  statedIn("summary_failed", "reason", {}),
  statedIn("task_detailed", "problem", attempt),
  statedIn("quality_gate_error", "problem", attempt),
  statedIn("tool_denied", "reason", call),
  [
    ...(["tool_paused", 1] as const),
    { ...call, ask: { ...ask, reason: "The tool asks." } },
    { ...call, ask: { ...ask, reasons: [words("The tool asks.")] } },
  ],
  statedIn("verification_failed", "diagnosis", { ...attempt, layer: "schema" }),
  statedIn("verification_error", "diagnosis", { ...attempt, layer: "predicate" }),
  [
    ...(["plan_critiqued", 1] as const),
    { ...critique, note: "No model answered." },
    { ...critique, notes: [words("No model answered.")] },
  ],
  ["plan_critiqued", 1, critique, critique],
  statedIn("task_blocked", "diagnosis", { taskId: "a", consequence: "halt" }),
  statedIn("task_failed", "diagnosis", { ...attempt, code: "error", consequence: "halt" }),
  statedIn("task_retried", "diagnosis", { ...attempt, code: "error", attempts: 2, notBefore: 1 }),
  [
    ...(["task_skipped", 1] as const),
    { taskId: "a", reason: "given up", diagnosis: "too low" },
    { taskId: "a", reason: words("given up"), diagnosis: words("too low") },
  ],
  ["task_skipped", 1, { taskId: "a", reason: "given up" }, { taskId: "a", reason: words("given up") }],
  statedIn("plan_version_adopted", "cause", {
    ...{ version: 1, origin: "planner", author: "planner", digest: "d" },
    patch: { title: "Plan", agents: {}, tasks: [], order: [], removed: [] },
  }),
  [
    ...(["replan_requested", 1] as const),
    { cause: { trigger: "person", reason: "shorter" } },
    { cause: { trigger: "person", reason: words("shorter") } },
  ],
  [
    ...(["replan_started", 1] as const),
    {
      number: 1,
      graceUntil: 1,
      notBefore: 1,
      cause: { trigger: "person", reason: "low", diagnosis: "94 %" },
    },
    { cause: { trigger: "person", reason: words("low"), diagnosis: words("94 %") } },
  ],
  [
    ...(["replan_adopted", 1] as const),
    {
      ...{ number: 1, fromVersion: 1, toVersion: 2, added: 1, removed: 0, kept: 1 },
      renamed: [
        { from: "a", to: "a_v2", why: "the task of that id has ended without a result and keeps it" },
        { from: "b", to: "b_v2", why: "a task of an earlier plan version had that id" },
        {
          from: "c",
          to: "c_v2",
          why: "a finished or running task uses the agent of that name as it was",
        },
        {
          from: "d",
          to: "d_v2",
          why: "the finished or running task of that id does different work and keeps it",
        },
      ],
    },
    {
      renamed: [
        { from: "a", to: "a_v2", why: "no_result" },
        { from: "b", to: "b_v2", why: "used_before" },
        { from: "c", to: "c_v2", why: "agent_in_use" },
        { from: "d", to: "d_v2", why: "other_work" },
      ],
    },
  ],
  [
    ...(["review_proposed", 1] as const),
    { taskId: "r", attempt: 1, consensus: { rule: "any", reached: true, split: "1 REPLAN (ann)" } },
    { taskId: "r", attempt: 1, consensus: { rule: "any", reached: true, votes: [] } },
  ],
  ["review_proposed", 1, { taskId: "r", attempt: 1 }, { taskId: "r", attempt: 1 }],
  [
    ...(["review_proposed", 3] as const),
    { taskId: "r", attempt: 1, proposal: { ...proposal, reviewer: "given with the run" } },
    { taskId: "r", attempt: 1, proposal },
  ],
  [
    ...(["review_proposed", 3] as const),
    { taskId: "r", attempt: 1, proposal: { ...proposal, reviewer: "ann" } },
    { taskId: "r", attempt: 1, proposal: { ...proposal, reviewer: "ann" } },
  ],
  ["engine_fault", 3, { message: "boom" }, { fault: { code: "thrown", message: "boom" } }],
  [
    ...(["approval_opened", 3] as const),
    { ...opened, question: { about: "fault", message: "boom" } },
    { ...opened, question: { about: "fault", fault: { code: "thrown", message: "boom" } } },
  ],
  [
    ...(["approval_opened", 3] as const),
    { ...opened, question: { about: "model" } },
    { ...opened, question: { about: "model" } },
  ],
  ["approval_opened", 3, { ...opened, prompt: "Good?" }, { ...opened, prompt: "Good?" }],
  [
    ...(["answer_accepted", 3] as const),
    { ...accepted, questions: ["Why?"] },
    { ...accepted, questions: [{ about: "asked", text: "Why?" }] },
  ],
  ["run_finished", 1, { ...end, message: "Cost ran out." }, { ...end, because: [words("Cost ran out.")] }],
  ["run_finished", 1, end, end],
  ["steering_unheard", 2, { ...attempt, messages: 2 }, { ...attempt, messages: 2 }, "steering_undelivered"],
  ...[
    ["its worker is gone", "worker_lost"],
    ["the call was not made", "call_not_made"],
    ["nothing is under way", "idle"],
    ["its effect has ended", "effect_ended"],
  ].map(
    ([reason = "", cause]): OldForm => [
      ...(["budget_settled", 1] as const),
      { reservationIds: [], unknown: false, reason },
      { reservationIds: [], unknown: false, cause },
    ],
  ),
  ...[
    ["paused", "paused"],
    ["shutdown", "shutdown"],
    ["refused", "refused"],
    ["the actor failed", "actor_failed"],
    ["the calls in question have ended", "calls_ended"],
    ["given up", "given_up"],
  ].map(
    ([reason = "", cause]): OldForm => [
      ...(["effects_released", 1] as const),
      { keys: [], reason },
      { keys: [], cause },
    ],
  ),
];

test.each(OLD)("%s of version %i is read in today's form", (type, v, old, now, typeNow = type) => {
  expect(readEvent(stored(type, v, old))).toMatchObject({ v: EVENT_VERSION, type: typeNow, payload: now });
});

test("every upcaster in force has such a form", () => {
  const reported = [...new Set(OLD.map(([type, v]) => `${type} ${v}`))];
  const there = Object.entries(UPCASTERS).flatMap(([type, steps]) =>
    Object.keys(steps).map((v) => `${type} ${v}`),
  );
  expect(reported.sort()).toEqual(there.sort());
});

describe("an event that this code cannot read", () => {
  test.each<[string, unknown]>([
    ["of a later version", stored("run_paused", EVENT_VERSION + 1, {})],
    ["of a type it does not know", stored("from_the_future", EVENT_VERSION, {})],
    ["whose payload is damaged", stored("approval_expired", EVENT_VERSION, {})],
    ["without an envelope", { type: "run_paused" }],
    ["that is nothing", null],
  ])("%s refuses the run as unsupported", (_which, row) => {
    expect(() => readEvent(row)).toThrow(expect.objectContaining({ code: "unsupported" }));
  });

  test("is named, with what can be done", () => {
    expect(() => readEvent(stored("run_paused", EVENT_VERSION + 1, {}))).toThrow(/Event 7 .* newer/);
  });
});

test("a log of mixed versions folds like one of today's", () => {
  const at = (seq: number, v: number) => stored("run_paused", v, {}, seq);
  const mixed = [at(1, 0), at(2, EVENT_VERSION)].map((row) => readEvent(row));
  const today = [at(1, EVENT_VERSION), at(2, EVENT_VERSION)].map((row) => readEvent(row));
  expect(fold("run_1", mixed)).toEqual(fold("run_1", today));
});
