import { describe, expect, it } from "vitest";
import { eventOf, NAMES_BY_ID as names } from "@/lib/testing/runs/event-of";
import { storeValue } from "../stored-value";
import { describeEvent } from "./events";

const BOBS_VOTE = { approvalId: "apr_1", by: { id: "bob", name: "Bob" } };
const DROPPING = { ...BOBS_VOTE, comment: "a", dropped: [BOBS_VOTE.by] };
const LAPSED = "Bob voted but may no longer answer: that vote no longer counts.";
const GIVEN = { reviews: { a: { verb: "ABORT", reason: "?" } } };
const { stored } = storeValue("94.3 %");
const of = { taskId: "a", attempt: 1 };
const stated = (text: string) => ({ code: "stated", text });
const proposal = { decision: "REPLAN", reasoning: "too low", answers: [], reviewer: "planner" };

/** What each event says, as `word | text | tone`. */
const reported: [type: string, payload: object, words: string][] = [
  ["run_created", { mission: "Deploy it" }, "mission | Deploy it | plain"],
  [
    "run_created",
    { mission: "Sum it", attachments: [{ name: "a.csv" }, { name: "b.md" }] },
    "mission | Sum it (with a.csv, b.md) | plain",
  ],
  ["planning_started", {}, "planning | A plan is being written. | run"],
  ["plan_rejected", { issues: [{ message: "x" }, { message: "y" }] }, "plan | refused: x; y | bad"],
  [
    "plan_version_adopted",
    { version: 2, author: "replanner", patch: { title: "Deploy", order: ["a", "b"] } },
    "plan | version 2 adopted: Deploy (2 tasks, by replanner) | plain",
  ],
  [
    "plan_critiqued",
    { version: 1, score: 7, summary: "One warning." },
    "critic | version 1: One warning. | plain",
  ],
  [
    "plan_critiqued",
    { version: 2, score: 7, improvedFrom: 3, summary: "One warning.", notes: [stated("No model answered.")] },
    "critic | version 2: One warning. The first draft scored 3. No model answered. | plain",
  ],
  ["task_detailed", { ...of, details: ["Build.", "Test."] }, "details | Task a: Build. Test. | plain"],
  [
    "task_detailed",
    { ...of, problem: stated("No JSON.") },
    "details | Task a starts without details: No JSON. | retry",
  ],
  ["task_detailed", of, "details | Task a starts without details: none were written | retry"],
  [
    "steps_summarized",
    { ...of, upToStep: 6, by: "model" },
    "summary | Task a: steps 1 to 6 were summarized by a model | plain",
  ],
  [
    "steps_summarized",
    { ...of, upToStep: 1, by: "rule", reason: stated("there was no budget for it") },
    "summary | Task a: step 1 was summarized by rule, since there was no budget for it | retry",
  ],
  [
    "steps_summarized",
    { ...of, upToStep: 2, by: "rule" },
    "summary | Task a: steps 1 to 2 were summarized by rule | retry",
  ],
  [
    "finding_reviewed",
    { version: 1, findingKey: "orphan_task:a", verdict: "waived", reason: "It is a side effect." },
    "critic | plan version 1: orphan_task:a waived: It is a side effect. | plain",
  ],
  ["run_started", {}, "started | The plan is running. | run"],
  ["run_paused", {}, "paused | Nothing new starts. | plain"],
  ["run_paused", { reason: stated("lunch") }, "paused | lunch | plain"],
  ["run_resumed", {}, "resumed | The run continues. | run"],
  ["finishing_started", { reason: "answer_complete" }, "finishing | The answer is being written. | run"],
  [
    "summarized",
    { qualityScore: 0.55, qualityReasoning: "Half is open.", needReplan: true, finalAnswer: stored },
    "summary | quality 55 of 100: Half is open. | retry",
  ],
  [
    "summarized",
    { qualityScore: 1, qualityReasoning: "", needReplan: false, finalAnswer: stored },
    "summary | quality 100 of 100: 94.3 % | ok",
  ],
  [
    "summary_failed",
    { reason: stated("No JSON.") },
    "summary | The summarizer failed, so the answer is written without a judgment: No JSON. | bad",
  ],
  [
    "iteration_routed",
    { needReplan: true, iteration: 2, limit: 2, decision: "finish", limitReached: true },
    "limit | Something is missing, but all 2 of 2 iterations are used; settings.maxIterations allows more | bad",
  ],
  [
    "iteration_routed",
    { needReplan: true, iteration: 0, limit: 0, decision: "finish", limitReached: true },
    "limit | Something is missing, but iterations are off; settings.maxIterations allows more | bad",
  ],
  [
    "iteration_routed",
    { needReplan: true, iteration: 1, limit: 2, decision: "finish", repeated: true, limitReached: false },
    "limit | The same is missing as before the last iteration; another would not add it | bad",
  ],
  [
    "iteration_started",
    { iteration: 1, limit: 2, reason: "No load tests." },
    "iteration | 1 of 2, because something is missing: No load tests. | retry",
  ],
  [
    "answer_critiqued",
    { score: 0.62, threshold: 0.8, passed: false, feedback: "No load.", revisions: 0 },
    "critique | The answer: 62 of 100, below 80. No load. | retry",
  ],
  [
    "answer_critiqued",
    { ...of, score: 0.9, threshold: 0.8, passed: true, feedback: "", revisions: 1 },
    "critique | The answer of Task a after 1 revision: 90 of 100, which passes | ok",
  ],
  ["answer_revised", { revision: 2 }, "revised | The answer was revised (revision 2). | retry"],
  [
    "answer_accepted",
    { outcome: "passed", score: 0.9, threshold: 0.8, revisions: 2 },
    "answer | The answer is final after 2 revisions (90 of 100, which passes) | ok",
  ],
  [
    "answer_accepted",
    { ...of, outcome: "passed", score: 0.9, threshold: 0.8, revisions: 0 },
    "answer | The answer of Task a is final (90 of 100, which passes) | ok",
  ],
  [
    "answer_accepted",
    { outcome: "requires_followup", score: 0.7, threshold: 0.8, revisions: 2 },
    "answer | The answer needs follow-up after 2 revisions (70 of 100, below 80) | bad",
  ],
  [
    "answer_accepted",
    { outcome: "unrevised", score: 0.7, threshold: 0.8, revisions: 0, reason: stated("no room") },
    "answer | The answer is final, but could not be revised further (70 of 100, below 80): no room | bad",
  ],
  [
    "answer_accepted",
    { outcome: "not_critiqued", threshold: 0.8, revisions: 0 },
    "answer | The answer is final, not critiqued | bad",
  ],
  ["outcome_reached", { reason: "answer_complete" }, "outcome | answer_complete | ok"],
  ["run_finished", { reason: "answer_complete" }, "finished | answer_complete | ok"],
  ["run_finished", { reason: "task_failed", because: [stated("no")] }, "finished | task_failed: no | bad"],
  ["task_started", of, "started | Task a | run"],
  ["task_started", { ...of, attempt: 2 }, "started | Task a, attempt 2 | run"],
  ["task_succeeded", { ...of, value: stored, source: "attempt" }, "done | Task a: 94.3 % | plain"],
  [
    "synthesis_measured",
    { ...of, inputTokens: 9_000, outputTokens: 4_001, limit: 4_000 },
    "large | Task a compresses too little: it wrote 4001 tokens of 9000 that it read, above settings.gateOutputTokenLimit (4000) | bad",
  ],
  [
    "synthesis_measured",
    { ...of, outputTokens: 4_001, limit: 4_000 },
    "large | Task a compresses too little: it wrote 4001 tokens, above settings.gateOutputTokenLimit (4000) | bad",
  ],
  ["task_succeeded", { ...of, value: stored, source: "initial" }, "given | Task a: 94.3 % | plain"],
  ["task_failed", { ...of, diagnosis: stated("no") }, "failed | Task a: no | bad"],
  [
    "task_retried",
    { ...of, attempt: 2, attempts: 3, diagnosis: stated("no") },
    "retry | Task a, attempt 2 of 3: no | retry",
  ],
  ["task_skipped", { taskId: "a", reason: stated("given up") }, "skipped | Task a: given up | plain"],
  ["task_blocked", { taskId: "a", diagnosis: stated("no b") }, "blocked | Task a: no b | bad"],
  ["task_superseded", { taskId: "a", byVersion: 2 }, "dropped | Task a, replaced in plan version 2 | plain"],
  ["verification_failed", { ...of, diagnosis: stated("schema") }, "check | Task a: schema | bad"],
  [
    "verification_error",
    { ...of, diagnosis: stated("no symbol x") },
    "check | Task a could not be checked: no symbol x | bad",
  ],
  [
    "quality_gate_failed",
    { ...of, missing: ["the price", "the date"], evidence: [] },
    "data | Task a lacks required data: the price; the date | bad",
  ],
  [
    "quality_gate_error",
    { ...of, problem: stated("No JSON.") },
    "data | Could not check the data of Task a; it continues. No JSON. | bad",
  ],
  ["tool_denied", { ...of, tool: "rm", reason: stated("no") }, "denied | rm in Task a: no | bad"],
  ["review_voted", { ...of, reviewer: "ann", proposal }, "vote | ann at Task a: REPLAN: too low | plain"],
  [
    "review_voted",
    { ...of, reviewer: "ann", problem: stated("two words") },
    "vote | ann at Task a gave no readable decision: two words | bad",
  ],
  [
    "review_voted",
    { ...of, reviewer: "ann" },
    "vote | ann at Task a gave no readable decision: unknown | bad",
  ],
  [
    "review_proposed",
    {
      ...of,
      proposal,
      consensus: { rule: "any", reached: true, votes: [{ reviewer: "ann", decision: "REPLAN" }] },
    },
    "review | Task a proposes REPLAN (any: 1 REPLAN (ann)): too low | plain",
  ],
  [
    "review_proposed",
    {
      ...of,
      proposal,
      consensus: { rule: "unanimous", reached: false, votes: [{ reviewer: "ann", decision: "REPLAN" }] },
    },
    "review | Task a: the reviewers disagree (unanimous: 1 REPLAN (ann)) | bad",
  ],
  ["review_proposed", { ...of, proposal }, "review | Task a proposes REPLAN: too low | plain"],
  [
    "review_proposed",
    { ...of, problem: stated("two words") },
    "review | Task a gave no readable decision: two words | bad",
  ],
  ["review_proposed", of, "review | Task a gave no readable decision: unknown | bad"],
  [
    "review_decided",
    { taskId: "a", decision: "REPLAN", provenance: "auto", reasoning: stated("low") },
    "decision | REPLAN (auto) at Task a: low | plain",
  ],
  [
    "replan_started",
    { number: 1, cause: { reason: stated("low") } },
    "replan | number 1, because low | retry",
  ],
  [
    "replan_adopted",
    { toVersion: 2, added: 3, rewritten: 1, removed: 2, kept: 4, renamed: [{}, {}], moreRenamed: 3 },
    "replan | plan version 2: 3 new, 1 rewritten, 2 dropped, 4 kept, 5 under another id than written | plain",
  ],
  ["replan_refused", { number: 1, reason: stated("same") }, "replan | number 1 refused: same | bad"],
  ["task_reopened", { taskId: "a", attempt: 2 }, "reopened | Task a is open again | plain"],
  [
    "result_accepted",
    { ...of, reason: "good enough" },
    "accepted | Task a, against its check: good enough | amber",
  ],
  ["result_supplied", { ...of, reason: "I measured" }, "supplied | Task a, by a person: I measured | amber"],
  ["steered", { ...of, message: "look at EU" }, "steer | message to Task a: look at EU | plain"],
  [
    "turn_added",
    { ...of, messages: 1 },
    "steer | Task a takes another turn to read a message that came during its last turn | run",
  ],
  [
    "steering_undelivered",
    { ...of, messages: 2 },
    "steer | Task a ended without reading 2 messages that came during its last turn | bad",
  ],
  ["run_forked", { parentRunId: "run_1", fromSeq: 7 }, "fork | forked from run_1 after event 7 | plain"],
  ["reviews_given", GIVEN, "given | decided with the fork: ABORT for Task a | plain"],
  [
    "replan_withdrawn",
    { number: 1, reason: stated("done") },
    "replan | number 1 is no longer needed: done | plain",
  ],
  ["replan_failed", { number: 1, reason: stated("invalid") }, "replan | number 1 failed: invalid | bad"],
  [
    "approval_opened",
    { approvalId: "apr_1", prompt: "Go?" },
    "gate | Gate apr_1 is waiting for a person: Go? | person",
  ],
  [
    "approval_decided",
    { approvalId: "apr_1", verb: "approve", provenance: "person" },
    "gate | Gate apr_1: approve (person) | plain",
  ],
  [
    "approval_decided",
    { approvalId: "apr_1", verb: "reject", provenance: "person", comment: "late" },
    "gate | Gate apr_1: reject (person) “late” | plain",
  ],
  [
    "approval_expired",
    { approvalId: "apr_1", verb: "reject" },
    "gate | Gate apr_1 was not answered in time: reject | bad",
  ],
  ["approval_voted", BOBS_VOTE, "gate | Gate apr_1: approved by Bob | plain"],
  ["approval_voted", DROPPING, `gate | Gate apr_1: approved by Bob “a”. ${LAPSED} | plain`],
  [
    "approval_asked",
    { approvalId: "apr_1", words: "Who wrote it?" },
    "gate | Gate apr_1: asked before it is decided: “Who wrote it?” | plain",
  ],
  [
    "approval_escalated",
    { approvalId: "apr_1", number: 1, to: ["role:lead"], deadlineAt: 9 },
    "gate | Gate apr_1 was not answered in time and escalates to anyone with the role lead | plain",
  ],
  [
    "approval_escalated",
    { approvalId: "apr_1", number: 1, to: [], deadlineAt: 9 },
    "gate | Gate apr_1 was not answered in time and escalates to everyone | plain",
  ],
  [
    "approval_held_open",
    { approvalId: "apr_1" },
    "gate | Gate apr_1 was not answered in time; it stays open | plain",
  ],
  [
    "approval_superseded",
    { approvalId: "apr_1", reason: { code: "gate_changed", planVersion: 2, part: "inputs" } },
    "gate | Gate apr_1 is asked again: plan version 2 changes what it rests on | plain",
  ],
  ["approval_superseded", { approvalId: "apr_1", by: "apr_2" }, "gate | Gate apr_1 is asked again | plain"],
  [
    "approval_cleared",
    { approvalId: "apr_1", reason: { code: "task_removed", planVersion: 2 } },
    "gate | Gate apr_1 was withdrawn: plan version 2 no longer has this task | plain",
  ],
  [
    "approval_retained",
    { approvalId: "apr_1", planVersion: 2 },
    "gate | Gate apr_1 is unchanged by plan version 2 | plain",
  ],
  [
    "effect_failed",
    { error: { message: "503" }, failures: 2 },
    "waiting | 503 (failure 2, retrying) | retry",
  ],
  [
    "model_replaced",
    { model: "openai:a", by: "openai:b" },
    "model | openai:b replaces openai:a from now on | plain",
  ],
  [
    "attempt_restarted",
    { taskId: "t1", attempt: 2, reason: stated("another model takes over") },
    "restart | Task t1, attempt 2: another model takes over | retry",
  ],
  ["engine_fault", { fault: { code: "thrown", message: "oops" } }, "fault | oops | bad"],
  [
    "budget_exhausted",
    { counter: "maxTotalReplans", used: 5, limit: 5, setting: "settings.maxTotalReplans" },
    "limit | maxTotalReplans: 5 of 5 replans; settings.maxTotalReplans raises it | bad",
  ],
  [
    "budget_warned",
    { counter: "maxTokens", used: 800, limit: 1_000, setting: "settings.maxTokens" },
    "limit | maxTokens: 800 of 1,000 tokens are used | retry",
  ],
  [
    "budget_warned",
    { counter: "maxReplansPerTask", used: 3, limit: 3, setting: "settings.maxReplansPerTask", lineage: "t1" },
    "limit | maxReplansPerTask of t1: 3 of 3 replans are used | retry",
  ],
  [
    "budget_warned",
    {
      counter: "maxCostMicroUsd",
      used: 0,
      limit: 5,
      setting: "settings.maxCostMicroUsd",
      unpriced: ["m", "n"],
    },
    "limit | settings.maxCostMicroUsd cannot be enforced: the cost of m, n is unknown and not counted | retry",
  ],
  [
    "budget_settled",
    { reservationIds: ["r1"], unknown: true, cause: "worker_lost", tokens: 500 },
    "limit | One model call reported no end (its worker is gone): usage is unknown and counted as 500 tokens | retry",
  ],
  [
    "budget_settled",
    { reservationIds: ["r1", "r2"], unknown: true, cause: "worker_lost" },
    "limit | 2 model calls reported no end (its worker is gone): usage is unknown and counted as 0 tokens | retry",
  ],
  [
    "budget_raised",
    { counter: "maxTotalReplans", limit: 6 },
    "limit | maxTotalReplans raised to 6 replans | plain",
  ],
];

describe("events in words", () => {
  it.each(reported)("%s %o", (type, payload, words) => {
    const said = describeEvent(eventOf(type, payload), names);
    expect(said && [said.word, said.text, said.tone].join(" | ")).toBe(words);
  });

  it.each(["review", "gate"])("leaves the success of a %s to its decision", (source) => {
    const payload = { ...of, value: stored, source };
    expect(describeEvent(eventOf("task_succeeded", payload), names)).toBeUndefined();
  });

  const engineOnly = "effects_started budget_reserved budget_settled budget_awaited lease_taken llm_called";
  it.each(`${engineOnly} late_result iteration_routed`.split(" "))("leaves out %s", (type) => {
    expect(describeEvent(eventOf(type), names)).toBeUndefined();
  });
});
