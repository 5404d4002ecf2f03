import { describe, expect, it } from "vitest";
import type { EngineFault } from "../../run/events/engine";
import type { Question } from "../../run/events/questions";
import { statedReason } from "../../run/reasons";
import { describeQuestion, formatFault, questionLead, questionText } from "./questions";

type Asked = Parameters<typeof describeQuestion>[0];

const limit = {
  kind: "budget",
  question: { about: "limit" },
  subject: { counter: "maxTokens", used: 900, limit: 1_000, setting: "settings.maxTokens", suggested: 2_000 },
} as const;

const ann = { reviewer: "ann", decision: "REPLAN" as const };
const bob = { reviewer: "bob" };

describe("what a gate asks", () => {
  it.each<[string, Asked, string]>([
    ["stays as somebody wrote it", { kind: "human_review", prompt: "Release?" }, "Release?"],
    [
      "of an earlier run stays as it was stated",
      { kind: "budget", prompt: "Tokens ran out. You can raise the limit.", verbs: ["raise", "abort"] },
      "Tokens ran out. You can raise the limit.",
    ],
    ["is nothing where nothing is known", { kind: "budget" }, ""],
    [
      "about a plan",
      { kind: "plan_approval", question: { about: "plan", title: "Move", tasks: 3 } },
      "Run this plan? “Move” (3 tasks)",
    ],
    [
      "about the change of a settled plan",
      {
        kind: "plan_change",
        question: {
          about: "plan_change",
          version: 2,
          title: "Move",
          ended: 1,
          tasks: 3,
          cause: statedReason("Too slow."),
          changes: { added: ["Fly"], changed: ["Pack"], removed: ["Drive"] },
          weakness: { summary: "Scores 3.", minScore: 7, gravest: ["No check"] },
        },
      },
      "Change the approved plan to version 2? “Move” (1 of 3 tasks has ended)\nToo slow.\n+ Fly\n~ Pack\n- Drive\nScores 3. This run asks for 7.\n- No check",
    ],
    [
      "about a weak version in force",
      {
        kind: "plan_approval",
        question: {
          about: "plan",
          title: "Move",
          tasks: 3,
          version: 2,
          weakness: {
            summary: "Scores 3.",
            minScore: 6,
            gravest: ["No check."],
            notes: [statedReason("By rules.")],
          },
        },
      },
      "Continue with plan version 2? “Move”\nScores 3. This run asks for 6.\n- No check.\nBy rules.",
    ],
    [
      "in other words than before",
      {
        kind: "human_review",
        prompt: "All well?",
        askedBefore: { version: 1, text: "Deploy to PRODUCTION?" },
        verbs: [],
      },
      "All well?\n\nPlan version 1 asked: “Deploy to PRODUCTION?”",
    ],
    [
      "about a call",
      {
        kind: "tool_approval",
        question: { about: "call", tool: "deploy", summary: "1.4", reasons: [statedReason("A rule.")] },
      },
      "Let the agent run deploy: “1.4”? A rule.",
    ],
    [
      "about a call whose end nobody knows",
      { kind: "unknown_outcome", question: { about: "call", tool: "deploy", summary: "1.4", reasons: [] } },
      "Has deploy happened: “1.4”? Its outcome was never reported: its worker was lost, or what it called gave no usable answer in time. " +
        "If a worker was only paused just before the request left, the call may still happen when it resumes.",
    ],
    [
      "about a limit, with the choices that there are",
      { ...limit, verbs: ["raise", "complete", "abort"] },
      "Tokens: 900 of 1,000 tokens are used, and the run has not ended. You can raise the limit, for example to 2,000 tokens, complete with the results so far, or abort.",
    ],
    [
      "about a limit before anything has begun",
      { ...limit, subject: { ...limit.subject, asked: 200 }, verbs: ["raise", "abort"] },
      "Tokens: 900 of 1,000 tokens are used, and the next call may take up to 200 tokens. You can raise the limit, for example to 2,000 tokens, or abort.",
    ],
    [
      "about a replan that failed",
      { kind: "replan_failed", question: { about: "replan", number: 2, reason: statedReason("No path.") } },
      "Replan 2 failed: No path. Try again, complete with the results so far, or abort.",
    ],
    [
      "about a fault",
      { kind: "engine_fault", question: { about: "fault", fault: { code: "thrown", message: "boom" } } },
      "The engine met a fault with this run: boom Try again or abort?",
    ],
  ])("%s", (_, gate, words) => {
    expect(describeQuestion(gate)).toBe(words);
  });

  it.each<[Asked, string]>([
    [
      { kind: "plan_approval", question: { about: "plan", title: "Move. Then rest", tasks: 3, version: 2 } },
      "Continue with plan version 2?",
    ],
    [{ kind: "plan_approval", question: { about: "plan", title: "Move", tasks: 3 } }, "Run this plan?"],
    [
      {
        kind: "tool_approval",
        question: { about: "call", tool: "deploy", summary: "1.4. Now", reasons: [statedReason("A rule.")] },
      },
      "Let the agent run deploy: “1.4. Now”?",
    ],
    [
      { kind: "replan_failed", question: { about: "replan", number: 2, reason: statedReason("No path.") } },
      "Replan 2 failed",
    ],
    [
      {
        kind: "model_unavailable",
        question: { about: "model" },
        subject: { model: "m", code: "auth", said: "no" },
      },
      "m cannot be reached.",
    ],
    [
      { kind: "model_unavailable", question: { about: "model" }, subject: { code: "deadline", said: "no" } },
      "This keeps timing out",
    ],
    [
      { kind: "engine_fault", question: { about: "fault", fault: { code: "thrown", message: "boom" } } },
      "The engine met a fault with this run: boom",
    ],
    [
      {
        kind: "plan_change",
        question: {
          about: "plan_change",
          version: 2,
          title: "Move",
          ended: 2,
          tasks: 3,
          cause: statedReason("Too slow."),
          changes: { added: [], changed: [], removed: [] },
        },
      },
      "Change the approved plan to version 2?",
    ],
    [{ kind: "human_review", prompt: "Release? Now." }, "Release? Now."],
  ])("%o has the lead %s", (gate, lead) => expect(questionLead(gate)).toBe(lead));

  it("is said without its choices where they are buttons", () => {
    const replan = {
      ...limit,
      question: { about: "limit" as const, replan: statedReason("a task failed") },
      subject: { counter: "maxTotalReplans", used: 3, limit: 3 },
    };
    expect(questionText(replan)).toBe(
      "Replans: 3 of 3 replans are used, and another is needed: a task failed",
    );
  });

  it.each<[Partial<Extract<Question, { about: "review" }>>, string]>([
    [
      { problem: statedReason("ambiguous") },
      "“Check”: no decision could be read (ambiguous). Decide yourself.",
    ],
    [
      { consensus: { reached: false, rule: "any", votes: [bob] } },
      "“Check”: no decision could be read (no reviewer's answer could be read: 1 unreadable (bob)). Decide yourself.",
    ],
    [{}, "“Check”: no decision could be read (unknown reason). Decide yourself."],
    [{ decision: "REPLAN", reasoning: "It is late." }, "“Check”: the reviewer proposes REPLAN. It is late."],
    [
      { decision: "REPLAN", reasoning: "", consensus: { reached: true, rule: "any", votes: [ann] } },
      "“Check”: the reviewers propose REPLAN (any: 1 REPLAN (ann)). ",
    ],
    [
      {
        decision: "ABORT",
        reasoning: "No.",
        consensus: { reached: false, rule: "unanimous", votes: [ann, bob] },
      },
      "“Check”: the reviewers do not agree (unanimous: 1 REPLAN (ann), 1 unreadable (bob)). The strictest of them proposes ABORT. No.",
    ],
  ])("about a review: %j", (facts, words) => {
    const question = { about: "review", title: "Check", ...facts } as const;
    expect(describeQuestion({ kind: "review_decision", question })).toBe(words);
  });
});

it.each<[EngineFault, string]>([
  [{ code: "thrown", message: "boom" }, "boom"],
  [
    { code: "report_refused", effect: "run/a/1", errorCode: "too_large", message: "Too long." },
    "The report of run/a/1 was refused (too_large): Too long.",
  ],
  [{ code: "takeovers", count: 5 }, "5 workers in a row took this run over without making progress."],
])("formatFault words %o", (fault, words) => {
  expect(formatFault(fault)).toBe(words);
});
