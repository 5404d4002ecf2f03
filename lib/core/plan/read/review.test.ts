import { describe, expect, it } from "vitest";
import { errorsOf, readClean, readValid } from "@/lib/testing/plans/read-plan";
import type { Task } from "../schema";
import { readOutcome } from "./outcomes";
import { readPlan } from "./plan";

describe("reviews", () => {
  const reviewOf = (review: object) => {
    const { plan, errors } = readPlan({
      tasks: [{ id: "a" }, { id: "r", type: "planning_review", review }],
    });
    return { task: plan?.tasks[1] as Task, errors: errors.map(({ code, path }) => `${code} ${path}`) };
  };

  it("outcomes as a map, as objects or on one line", () => {
    const expected = [
      { decision: "CONTINUE", when: "all is well" },
      { decision: "ABORT", when: "it is not" },
    ];
    for (const outcomes of [
      { continue: "all is well", abort: "it is not" },
      [
        { decision: "continue", when: "all is well" },
        { outcome: "ABORT", condition: "it is not" },
      ],
      "CONTINUE - all is well; ABORT - it is not",
      "CONTINUE: all is well, ABORT: it is not",
      ["continue - all is well", "`Abort` — it is not"],
    ]) {
      expect(reviewOf({ potential_outcomes: outcomes }).task.review?.potentialOutcomes).toEqual(expected);
    }
    const { errors } = reviewOf({
      potentialOutcomes: [
        "Complete the form",
        { when: "x", decision: [] },
        3,
        [],
        { decision: "REPLAN", when: [] },
      ],
    });
    expect(errors).toEqual(
      ["[1]", "[4].when", "[2]"].map((at) => `unread tasks[1].review.potentialOutcomes${at}`),
    );
    expect(reviewOf({ potentialOutcomes: ["Complete the form"] }).task.review?.focus).toContain(
      "Possible outcome: Complete the form",
    );
    expect(
      reviewOf({ potentialOutcomes: [{ decision: "ABORT", when: "x", mood: 1 }, { sure: true }] }).errors,
    ).toEqual([
      "unread tasks[1].review.potentialOutcomes[1]",
      "unread tasks[1].review.potentialOutcomes[0].mood",
    ]);
    expect(reviewOf({ potential_outcomes: 3 }).errors).toEqual(["unread tasks[1].review.potential_outcomes"]);
    expect(reviewOf({ potential_outcomes: { continue: [] } }).errors).toEqual([
      "unread tasks[1].review.potential_outcomes.continue.when",
    ]);
  });

  it("a previous task that is not an ancestor becomes a dependency; one that comes later cannot be reviewed", () => {
    const plan = (previous: string[]) => ({
      tasks: [
        { id: "a" },
        { id: "r", type: "checkpoint", review: { previous_tasks: previous } },
        { id: "b", depends_on: "r" },
      ],
    });
    const {
      tasks: [, review],
      warnings,
    } = readValid(plan(["a", "a", "elsewhere"]));
    expect(review).toMatchObject({ dependsOn: ["a"], review: { previousTasks: ["a", "a", "elsewhere"] } });
    expect(warnings.map(({ code, taskId }) => [code, taskId])).toEqual([["added_dependency", "r"]]);
    expect(errorsOf(plan(["a", "b", "r"]))).toEqual([
      "unread r.review.previousTasks",
      "unread r.review.previousTasks",
    ]);
  });

  it("a condition can be switched off, and needs one to be switched on", () => {
    expect(reviewOf({ conditional: true, condition: "(true)" }).task.review?.condition).toBe("(true)");
    const off = reviewOf({ conditional: false, condition: { previousFailed: true } });
    expect(off.errors).toEqual(["unread tasks[1].review.condition"]);
    expect(reviewOf({ conditional: true }).errors).toEqual(["unread tasks[1].review.conditional"]);
    expect(reviewOf({ conditional: false }).errors).toEqual([]);
  });

  it.each([
    [
      { previous_step_failed: true, metric_threshold: { accuracy: "<0.95" } },
      { previousFailed: true, metric: { accuracy: "<0.95" } },
    ],
    [{ previousFailed: null, metric: { a: "<1" } }, { metric: { a: "<1" } }],
    [{ previousFailed: null, metric: null }, undefined],
    ["previous step failed", { previousFailed: true }],
    ["accuracy < 0.95", { metric: { accuracy: "<0.95" } }],
    ["p95 latency >= 400", { metric: { "p95 latency": ">=400" } }],
    ['(< (get-in data/results ["a" "n"]) 3)', '(< (get-in data/results ["a" "n"]) 3)'],
  ])("a condition %j is %j, in JSON and in Step text", (written, meant) => {
    expect(reviewOf({ condition: written }).task.review?.condition).toEqual(meant);
    const text = typeof written === "string" ? written : JSON.stringify(written);
    const { plan, unread } = readPlan(`Step 1: A\nStep 2: Planning Review - B\n- Condition: ${text}`);
    expect(plan?.tasks[1]?.review?.condition).toEqual(meant);
    expect(unread !== undefined).toBe(meant === undefined);
  });

  it("unknown keys in them are reported", () => {
    expect(reviewOf({ mood: "good" }).errors).toEqual(["unread tasks[1].review.mood"]);
  });
});

describe("human gates", () => {
  it("from `gate` or from the task", () => {
    const gate = {
      prompt: "Good?",
      form: { type: "object" },
      assignees: "ann",
      quorum: 2,
      timeout_seconds: 60,
      on_timeout: "approve",
      escalate_to: ["role:lead", "bob"],
      four_eyes: true,
    };
    const expected = {
      prompt: "Good?",
      form: { type: "object" },
      assignees: ["ann"],
      quorum: 2,
      timeoutSeconds: 60,
      onTimeout: "approve",
      escalateTo: ["role:lead", "bob"],
      fourEyes: true,
    };
    for (const fields of [{ gate }, gate]) {
      expect(readClean({ tasks: [{ id: "a", type: "human", ...fields }] })[0]?.gate).toEqual(expected);
    }
    expect(readClean({ tasks: [{ id: "a", type: "human", gate: "Good?" }] })[0]?.gate?.prompt).toBe("Good?");
    expect(readClean({ tasks: [{ id: "a", type: "human" }] })[0]?.gate).toBeUndefined();
    expect(errorsOf({ tasks: [{ id: "a", type: "human", gate: { mood: 1 } }] })).toEqual([
      "unread tasks[0].gate.mood",
    ]);
  });
});

describe("readOutcome", () => {
  it.each([
    ["complete --> when done", "when done"],
    ["Complete: - when done", "when done"],
    ["- *complete* : **when** done", "when** done"],
    ["(complete) — when\ndone", "when\ndone"],
    ["COMPLETE when done", "when done"],
  ])("reads the decision and its condition off %o", (written, when) => {
    expect(readOutcome(written)).toEqual({ decision: "COMPLETE", when });
  });

  it.each(["Complete the form", "completely: done", "Please complete: now", ""])("is none of %o", (text) => {
    expect(readOutcome(text)).toBeUndefined();
  });
});
