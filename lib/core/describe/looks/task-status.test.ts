import { describe, expect, it } from "vitest";
import type { AttemptState, TaskState } from "@/lib/core/run/state";
import { NO_TASKS } from "@/lib/core/run/state/totals";
import { RUN_STATUSES, TASK_STATUSES } from "@/lib/core/run/status";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { runStatusDisplay } from "./run";
import { attemptsOf, TASK_STATUS_DISPLAY, taskStatusDisplay } from "./task-status";

const { state } = new RunWorld({ plan: planOf({ id: "a", maxRetries: 2 }) });
const task = { ...(state.tasks.a as TaskState), attempt: 1 };
const show = (change: Partial<TaskState>) => taskStatusDisplay({ ...task, ...change });

const tried = (more: Partial<AttemptState>): AttemptState => ({
  attempt: 1,
  startedAt: 0,
  steps: 1,
  ...more,
});
const passed = { layer: "predicate", outcome: "passed" } as const;
const by = { kind: "person", id: "ada", name: "Ada" } as const;
const endorsed = { how: "accepted", by, at: 1, reason: "measured" } as const;

describe("the look of a task", () => {
  it("is green for a result of which a check passed, and for no other", () => {
    const succeeded = (more: Partial<TaskState>) => show({ status: "succeeded", ...more });
    const checked = tried({ outcome: "succeeded", checks: [passed] });
    expect(succeeded({ attempts: [checked] })).toEqual({ icon: "✓", word: "verified", tone: "ok" });
    const others = [
      { attempts: [tried({ outcome: "succeeded", checks: [] })] },
      { attempts: [tried({ outcome: "succeeded" })] },
      { attempts: [tried({ outcome: "failed", checks: [passed] })] },
      { attempts: [checked], endorsed },
      { attempts: [] },
    ];
    expect(others.map((more) => succeeded(more).tone)).toEqual(["plain", "plain", "plain", "amber", "plain"]);
  });

  it("is no failure for a gate that people answered, and is one for silence", () => {
    expect(show({ status: "failed", failureCode: "changes_requested" }).word).toBe("changes requested");
    const rejected = { status: "failed", failureCode: "rejected" } as const;
    expect(show(rejected)).toEqual({ icon: "⊘", word: "rejected", tone: "plain" });
    const diagnosis = { code: "unanswered", escalations: 0 } as const;
    expect(show({ ...rejected, diagnosis }).word).toBe("failed");
  });

  it("names the person who answers for the result, or what kind of actor does", () => {
    const word = (change: object) =>
      show({ status: "succeeded", endorsed: { ...endorsed, ...change } as TaskState["endorsed"] }).word;
    expect(word({})).toBe("accepted by Ada");
    expect(word({ how: "supplied", by: { kind: "system" } })).toBe("supplied by system");
  });

  it("tells a result that came with the run, and a review that decided", () => {
    expect(show({ status: "succeeded", attempts: [] }).word).toBe("supplied with the run");
    const review = { ...task.spec, type: "planning_review" } as TaskState["spec"];
    const attempts = [tried({ outcome: "succeeded" })];
    expect(show({ status: "succeeded", attempts, spec: review })).toMatchObject({ word: "decided" });
    expect(show({ status: "succeeded", attempts }).word).toBe("done");
  });

  it("counts a second attempt at work, among as many as there may be", () => {
    expect(show({ status: "running" })).toEqual(TASK_STATUS_DISPLAY.running);
    expect(show({ status: "running", attempt: 2 })).toMatchObject({ word: "attempt 2 of 3", tone: "retry" });
    expect(show({ status: "running", attempt: 4 }).word).toBe("attempt 4 of 4");
    expect(show({ status: "failed", attempt: 2 })).toEqual(TASK_STATUS_DISPLAY.failed);
    expect(attemptsOf(task)).toBe(3);
  });

  it("says that a decision is held, whatever attempt it is", () => {
    expect(show({ status: "running", attempt: 2, heldUntil: 5 }).word).toBe("decision held");
    expect(show({ status: "waiting", heldUntil: 5 })).toEqual(TASK_STATUS_DISPLAY.waiting);
  });
});

const RUN_STATUS_LOOKS = Object.fromEntries(
  RUN_STATUSES.map((status) => [status, runStatusDisplay({ status, openApprovals: 0, tasks: NO_TASKS })]),
);

describe("the table of looks", () => {
  it("tells statuses apart without colour, and keeps one tone for what needs a person", () => {
    for (const [statuses, looks] of [
      [TASK_STATUSES, TASK_STATUS_DISPLAY],
      [RUN_STATUSES, RUN_STATUS_LOOKS],
    ] as const) {
      const shown = Object.entries(looks);
      expect(shown.map(([status]) => status).sort()).toEqual([...statuses].sort());
      expect(new Set(shown.map(([, { word }]) => word)).size).toBe(statuses.length);
      expect(shown.filter(([, { tone }]) => tone === "person").map(([status]) => status)).toEqual([
        "waiting",
      ]);
    }
  });
});
