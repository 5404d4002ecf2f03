import { describe, expect, it } from "vitest";
import { readClean, readValid, warningsOf } from "@/lib/testing/plans/read-plan";
import type { Task } from "../schema";
import { readOutcome } from "./outcomes";

describe("reviews", () => {
  const reviewOf = (review: object) => {
    const { tasks, warnings } = readValid({
      tasks: [{ id: "a" }, { id: "r", type: "planning_review", review }],
    });
    return { task: tasks[1] as Task, warnings: warnings.map(({ code, path }) => `${code} ${path}`) };
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
    const { task, warnings } = reviewOf({
      potentialOutcomes: [
        "Complete the form",
        { when: "x", decision: [] },
        3,
        [],
        { decision: "REPLAN", when: [] },
      ],
    });
    expect(task.review?.potentialOutcomes).toEqual([{ decision: "REPLAN", when: "" }]);
    expect(warnings).toEqual(
      ["[0]", "[1]", "[2]", "[3]", "[4].when"].map(
        (at) => `unknown_value tasks[1].review.potentialOutcomes${at}`,
      ),
    );
    expect(
      reviewOf({ potentialOutcomes: [{ decision: "ABORT", when: "x", mood: 1 }, { sure: true }] }).warnings,
    ).toEqual([
      "unknown_key tasks[1].review.potentialOutcomes[0].mood",
      "unknown_value tasks[1].review.potentialOutcomes[1]",
    ]);
    expect(reviewOf({ potential_outcomes: 3 }).warnings).toEqual([
      "unknown_value tasks[1].review.potential_outcomes",
    ]);
    expect(reviewOf({ potential_outcomes: { continue: [] } }).task.review?.potentialOutcomes).toEqual([
      { decision: "CONTINUE", when: "" },
    ]);
  });

  it("a previous task that is not an ancestor becomes a dependency; one that comes later cannot be reviewed", () => {
    const tasks = [
      { id: "a" },
      { id: "r", type: "checkpoint", review: { previous_tasks: ["a", "a", "b", "r", "elsewhere"] } },
      { id: "b", depends_on: "r" },
    ];
    const {
      tasks: [, review],
      warnings,
    } = readValid({ tasks });
    expect(review).toMatchObject({ dependsOn: ["a"], review: { previousTasks: ["a", "a", "elsewhere"] } });
    expect(warnings.map(({ code, taskId }) => [code, taskId])).toEqual([
      ["ignored_value", "r"],
      ["ignored_value", "r"],
      ["added_dependency", "r"],
    ]);
  });

  it("a condition can be switched off, and needs one to be switched on", () => {
    expect(reviewOf({ conditional: true, condition: "(true)" }).task.review?.condition).toBe("(true)");
    const off = reviewOf({ conditional: false, condition: { previousFailed: true } });
    expect(off.task.review?.condition).toBeUndefined();
    expect(off.warnings).toEqual(["ignored_value tasks[1].review.condition"]);
    expect(reviewOf({ conditional: true }).warnings).toEqual(["unknown_value tasks[1].review.conditional"]);
    expect(reviewOf({ conditional: false }).warnings).toEqual([]);
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
    const { tasks } = readValid(`Step 1: A\nStep 2: Planning Review - B\n- Condition: ${text}`);
    expect(tasks[1]?.review?.condition).toEqual(meant);
  });

  it("unknown keys in them are reported", () => {
    expect(reviewOf({ mood: "good" }).warnings).toEqual(["unknown_key tasks[1].review.mood"]);
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
    expect(warningsOf({ tasks: [{ id: "a", type: "human", gate: { note: "x" } }] })).toEqual([
      "unknown_key tasks[0].gate.note",
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
