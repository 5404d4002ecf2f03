import { describe, expect, it } from "vitest";
import { CALL_REASONS } from "../run/events/call-reasons";
import { type Reason, reason } from "../run/events/reason";
import { formatReason, formatReasons } from "./reason";

const stated = { code: "stated", text: "94 % is too low" } as const;

/** Every code there is, with its sentence. */
const SENTENCES: [Reason, string][] = [
  [stated, "94 % is too low"],
  [{ code: "run_ended", finishReason: "cancelled" }, "the run ended: cancelled"],
  [{ code: "run_finishing" }, "the run is finishing"],
  [{ code: "limit_raised", counter: "maxTokens" }, "the limit was raised"],
  [{ code: "run_paused" }, "the run was paused"],
  [{ code: "replan_comes_first" }, "the plan is being replaced"],
  [{ code: "result_reopened" }, "a result it depends on is being redone"],
  [{ code: "replan_requested" }, "a person asked for another plan"],
  [{ code: "plan_edited" }, "a person changed the plan"],
  [{ code: "task_changed", act: "retry_task" }, "the task is tried again"],
  [{ code: "task_changed", act: "skip_task" }, "the task was skipped"],
  [{ code: "task_changed", act: "accept_result" }, "a person accepted the result"],
  [{ code: "task_changed", act: "supply_result" }, "a person supplied the result"],
  [{ code: "work_told" }, "a person told or gave something to the work that it lists"],
  [{ code: "plan_replaced", planVersion: 2 }, "plan version 2 takes its place"],
  [{ code: "task_removed", planVersion: 2 }, "plan version 2 no longer has this task"],
  [
    { code: "tools_changed", tools: ["sync", "mail"], moreTools: 2 },
    "“sync”, “mail” and 2 more changed, and with that what its answer releases",
  ],
  [
    { code: "tools_changed", tools: [] },
    "the tools of the work behind it changed, and with that what its answer releases",
  ],
  [{ code: "gate_changed", planVersion: 2, part: "inputs" }, "plan version 2 changes what it rests on"],
  [
    { code: "gate_changed", planVersion: 2, part: "release" },
    "plan version 2 changes what its answer releases",
  ],
  [
    { code: "gate_changed", planVersion: 2, part: "tail", agents: ["worker"], tasks: ["load"] },
    "plan version 2 changes what the proposed plan takes over: agent “worker”, task “load”",
  ],
  [{ code: "budgets_reset" }, "a fork has used none of its budgets"],
  [{ code: "gate_timed_out" }, "a question to a person was not answered in time"],
  [{ code: "unanswered", escalations: 0 }, "no answer before the deadline"],
  [{ code: "unanswered", escalations: 1 }, "no answer before the deadline, after it was escalated once"],
  [{ code: "unanswered", escalations: 2 }, "no answer before the deadline, after it was escalated 2 times"],
  [{ code: "check_kept" }, "its author holds the result to be at fault"],
  [{ code: "no_comment" }, "decided without a comment"],
  [{ code: "rejected" }, "rejected without a comment"],
  [{ code: "given_with_run" }, "given with the run"],
  [{ code: "answers_given" }, "an answer given with the fork changes what its answer releases"],
  [{ code: "plan_given" }, "given with the mission"],
  [{ code: "plan_imported" }, "imported with the mission"],
  [{ code: "plan_drafted" }, "drafted for the mission"],
  [{ code: "changes_requested", text: "shorter" }, "changed as asked: shorter"],
  [
    {
      code: "changes_requested",
      text: "shorter",
      proposed: {
        added: ["A", "B"],
        rewritten: [{ title: "E", fields: ["input"] }],
        changed: ["C"],
        removed: ["D"],
      },
    },
    "People want it changed: shorter (It added “A”, “B”; rewrote “E”; changed “C”; dropped “D”.)",
  ],
  [
    { code: "changes_requested", text: "shorter", proposed: { added: [], changed: [], removed: [] } },
    "People want it changed: shorter",
  ],
  [{ code: "comments_sent", round: 1, comments: 1 }, "revision round 1: 1 comment"],
  [
    { code: "comments_sent", round: 2, comments: 3, text: "Be quick." },
    "revision round 2: 3 comments. Be quick.",
  ],
  [
    {
      code: "items_rejected",
      of: 30,
      rejectedCount: 3,
      text: "Look again.",
      rejected: [{ item: 2, excerpt: "B", reason: "wrong" }],
      accepted: [{ item: 1, excerpt: "A" }],
    },
    "3 of 30 items rejected:\n- 2. B: wrong\n- and 2 more\nAccepted, keep as they are:\n- 1. A\n- and 26 more\nLook again.",
  ],
  [
    { code: "items_rejected", of: 2, rejectedCount: 2, rejected: [], accepted: [] },
    "2 of 2 items rejected:\n- and 2 more",
  ],
  [{ code: "iteration", number: 2, text: "B is missing" }, "iteration 2: B is missing"],
  [
    { code: "iteration", number: 2, text: "B is missing", changes: "shorter" },
    "iteration 2: changed as asked: shorter",
  ],
  [{ code: "refined", number: 2, text: "It is shop:2." }, "refinement 2: It is shop:2."],
  [{ code: "plan_too_weak", score: 4, minScore: 6 }, "The plan would score 4, and this run asks for 6."],
  [{ code: "plan_repeated", planVersion: 1 }, "This is the plan of version 1 again."],
  [{ code: "plan_outdated", planVersion: 3 }, "The plan moved on to version 3."],
  [{ code: "plan_issue", issue: { code: "cycle_detected", message: "a -> b -> a" } }, "a -> b -> a"],
  [{ code: "no_plan" }, "no plan was written"],
  [{ code: "version_rejected", planVersion: 2, text: "too risky" }, "Plan version 2 was rejected: too risky"],
  [{ code: "version_rejected", planVersion: 2 }, "Plan version 2 was rejected: no reason given"],
  [
    {
      code: "control_weakened",
      controls: [
        {
          control: "gate",
          title: "Release",
          exposed: [
            { taskId: "send", title: "Send it", lacks: [] },
            { taskId: "(answer)", lacks: ["quorum", "assignees"] },
          ],
          omitted: 2,
        },
      ],
    },
    "The plan weakens a control of people: “Release” is weakened for “Send it”: nobody is asked; the answer: fewer people approve, other people may approve; and 2 more. Keep every control before what it guards, with the same people, quorum, form and results shown, and every check that people wrote or approved as it is.",
  ],
  [
    {
      code: "control_weakened",
      moreControls: 3,
      controls: [{ control: "a", title: "A", exposed: [{ taskId: "(answer)", lacks: [] }] }],
    },
    "The plan weakens a control of people: “A” is weakened for the answer: nobody is asked. It weakens 3 more. Keep every control before what it guards, with the same people, quorum, form and results shown, and every check that people wrote or approved as it is.",
  ],
  [
    { code: "control_kept", control: "Release", text: "not yet" },
    "The people of “Release” keep their control: not yet",
  ],
  [
    { code: "control_kept", control: "Release" },
    "The people of “Release” keep their control: no reason given",
  ],
  [
    { code: "person_refused", verb: "rejected", by: "Ada", task: "Approve", text: "Not now!" },
    "Ada rejected “Approve”: Not now!",
  ],
  [
    {
      code: "person_refused",
      verb: "changes_requested",
      by: "Ada",
      task: "Approve",
      items: {
        of: 1,
        rejectedCount: 1,
        rejected: [{ item: 1, excerpt: "a", reason: "wrong" }],
        accepted: [],
      },
    },
    "Ada asked for changes at “Approve”: 1 of 1 items rejected:\n- 1. a: wrong.",
  ],
  [{ code: "person_refused", verb: "rejected", by: "Ada", planVersion: 2 }, "Ada rejected plan version 2."],
  [{ code: "no_other_way", text: "None" }, "A model was asked for another way and sees none: None."],
  [{ code: "asked_in_fork" }, "a fork asks for itself"],
  [{ code: "skipped_by_plan" }, "without a result, and the plan says to skip it"],
  [{ code: "attempts_used" }, "without a result, and no attempts are left"],
  [{ code: "attempt_in_vain" }, "failed, and another attempt would fail the same way"],
  [{ code: "check_unusable" }, "failed, and another attempt cannot be judged either"],
  [{ code: "unreachable_task" }, "it can no longer become ready"],
  [{ code: "input_skipped" }, "its input was given up"],
  [{ code: "skipped_by_person", text: "not needed" }, "a person decided so: not needed"],
  [
    { code: "skipped_by_refinement", number: 2, text: "done already" },
    "refinement 2 no longer needs it: done already",
  ],
  [{ code: "condition_false", condition: "(> 1 2)" }, "its condition does not hold: (> 1 2)"],
  [
    { code: "measure_changed", condition: "(> 1 2)" },
    "its condition does not hold, but a model changed the work that it measures: (> 1 2)",
  ],
  [
    { code: "acts_changed", condition: "(> 1 2)" },
    "its condition does not hold, but what acts behind it is not what people let act unasked: (> 1 2)",
  ],
  [{ code: "missing_data", missing: ["the price", "the date"] }, "Missing: the price; the date"],
  [{ code: "late_end" }, "the worker that had started it reported its end"],
  [{ code: "not_begun" }, "the worker that had started it lost the run before anything was sent"],
  [
    { code: "late_end", error: "No route." },
    "the worker that had started it reported its end: it failed. No route.",
  ],
  [{ code: "out_of_turns", maxTurns: 8 }, "The agent has no turns left to revise its answer (maxTurns 8)."],
  [{ code: "attempt_timeout", timeoutMs: 500 }, "The attempt took longer than its 500 ms."],
  [
    { code: "missing_results", placeholders: ["{{a}}", "{{b}}"] },
    "No result for {{a}}, {{b}}: the task cannot run as written.",
  ],
  [{ code: "empty_synthesis" }, "The synthesis came out empty: it must hold what the tasks after it need."],
  [
    { code: "model_unreachable", model: "acme/large" },
    "acme/large cannot be reached, and another model cannot go on with its turns",
  ],
  [{ code: "abstained", text: "no file" }, "The model reports that this cannot be done: no file"],
  [{ code: "budget_exhausted", counter: "maxCostMicroUsd" }, "Cost ran out."],
  [
    { code: "budget_exhausted", counter: "maxCostMicroUsd", used: 4_800, limit: 9_000, asked: 4_600 },
    "The limit on cost is reached: $0.0048 of $0.0090 used, and the next call may take up to $0.0046.",
  ],
  [
    { code: "budget_exhausted", counter: "maxDurationMs", used: 2_000, limit: 2_000 },
    "Time ran out: 2 s of 2 s used.",
  ],
  [
    { code: "budget_exhausted", counter: "maxTokens", byRule: true },
    "Tokens ran out. The answer was put together without a model.",
  ],
  [
    { code: "limit_reached", counter: "maxHops", used: 3, limit: 4 },
    "Tool calls: 3 of 4 tool calls are used",
  ],
  [{ code: "limit_reached", counter: "maxHops", used: 1, limit: 1 }, "Tool calls: 1 of 1 tool call is used"],
  [
    { code: "summary_failed", cause: { code: "stated", text: "no JSON" } },
    "The answer was not judged, because the summarizer failed: no JSON",
  ],
  [
    { code: "attempt_budget", counter: "maxTurns", used: 1, asked: 1, limit: 1 },
    "maxTurns: 1 of 1 turns are used, and there is no answer.",
  ],
  [
    {
      code: "attempt_budget",
      counter: "deadlineMs",
      used: 500.4,
      asked: 1,
      limit: 500,
      raisedBy: ["agents.worker.deadlineMs"],
    },
    "deadlineMs: 500 of 500 ms are used. agents.worker.deadlineMs raises it.",
  ],
  [
    {
      code: "attempt_budget",
      counter: "hopBudget",
      used: 0,
      asked: 3,
      limit: 2,
      raisedBy: ["settings.agentHopBudget", "agents.worker.hopBudget"],
    },
    "hopBudget: 0 of 2 tool calls are used, and 3 more would be needed. settings.agentHopBudget raises it, or agents.worker.hopBudget.",
  ],
  [
    { code: "attempt_budget", counter: "tokenBudget", used: 0, asked: 101, limit: 100 },
    "tokenBudget: the next request would have 101 tokens, and 100 are allowed.",
  ],
  [
    { code: "attempt_budget", counter: "costBudgetMicroUsd", used: 3_000, asked: 2_001, limit: 5_000 },
    "costBudgetUsd: 0.003000 of 0.005000 US dollars are used, and the next request may cost 0.002001.",
  ],
  [{ code: "invalid_actions", count: 3, last: "no tool" }, "3 invalid actions in a row: no tool"],
  [{ code: "invalid_actions", count: 3 }, "3 invalid actions in a row: unknown"],
  [{ code: "unreadable_answer", text: "No JSON." }, "No JSON."],
  [{ code: "not_judged", text: "No table." }, "The model says that it cannot judge this: No table."],
  [{ code: "unreadable_verdict", text: "No JSON." }, "The verdict could not be read. No JSON."],
  [{ code: "model_failed", failure: "auth", text: "no key" }, "no key"],
  [{ code: "conversation_too_long", text: "9 > 8" }, "The conversation no longer fits the model: 9 > 8"],
  [{ code: "result_too_long", text: "9 > 8" }, "The result does not fit the model: 9 > 8"],
  [{ code: "no_room_for_call" }, "The budgets of the run leave no room for the call"],
  [{ code: "no_room_for_steps" }, "the task itself leaves no room for more"],
  [
    { code: "asked_meanwhile" },
    "People were asked about the task in the meantime and were not shown these details.",
  ],
  [
    {
      code: "schema_mismatch",
      mismatches: [
        { path: "", message: 'missing key "a"' },
        { path: "b.0", message: "must be string" },
      ],
    },
    'The result does not fit the task\'s schema: (root): missing key "a"; b.0: must be string',
  ],
  [
    { code: "schema_mismatch", mismatches: [{ path: "", message: "too large", unusable: true }] },
    "The result does not fit the task's schema: (schema): too large",
  ],
  [
    { code: "tail_unusable", issues: [{ code: "cycle_detected", message: "a waits for a." }] },
    "The plan in updatedPlan cannot be used.\n- cycle_detected: a waits for a.",
  ],
  [
    { code: "tail_invalid", issue: { code: "empty_plan", message: "No task." } },
    "The new plan has errors: No task.",
  ],
  [{ code: "tail_invalid" }, "The new plan has errors: unknown reason"],
  [
    { code: "revision_answers" },
    "The planner revised the tasks that the model had found weak, and nothing else; rules judged the revision.",
  ],
  [{ code: "redraft_unusable" }, "The planner was asked for a better plan and wrote none that can run."],
  [
    { code: "redraft_weaker", score: 4 },
    "The planner was asked for a better plan and wrote one that scores 4.",
  ],
  [
    { code: "critic_failed", cause: { code: "unreadable_answer", text: "No list." } },
    "The model critic failed (No list.); this score comes from rules alone.",
  ],
  [
    {
      code: "upstream",
      tasks: [
        { taskId: "b", status: "blocked" },
        { taskId: "a", status: "failed" },
      ],
      cause: stated,
    },
    "upstream b was blocked: upstream a was failed: 94 % is too low",
  ],
  [
    { code: "upstream", tasks: [{ taskId: "a", status: "skipped" }] },
    "upstream a was skipped: no reason given",
  ],
  [{ code: "completed_early", cause: stated }, "completed early: 94 % is too low"],
  [{ code: "plan_refused", cause: stated }, "No valid plan was written: 94 % is too low"],
  [
    { code: "iteration_unplanned", number: 1, cause: { code: "plan_repeated", planVersion: 1 } },
    "Iteration 1 could not be planned: This is the plan of version 1 again.",
  ],
];

describe("formatReason", () => {
  it.each(SENTENCES)("%o reads %s", (fact, sentence) => {
    expect(reason.parse(fact)).toEqual(fact);
    expect(formatReason(fact)).toBe(sentence);
  });

  it("knows every code", () => {
    const codes = reason.options.map(({ shape }) => shape.code.value);
    const ofCalls = CALL_REASONS.map(({ shape }) => shape.code.value);
    expect(new Set([...SENTENCES.map(([{ code }]) => code), ...ofCalls])).toEqual(new Set(codes));
  });
});

describe("formatReasons", () => {
  it("joins several into one text", () => {
    expect(formatReasons([stated, { code: "budget_exhausted", counter: "maxTokens" }])).toBe(
      "94 % is too low Tokens ran out.",
    );
  });

  it("is undefined without any", () => {
    expect(formatReasons()).toBeUndefined();
    expect(formatReasons([])).toBeUndefined();
  });
});
