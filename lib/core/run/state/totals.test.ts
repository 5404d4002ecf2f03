import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bringToEnd, planArb, play, settingsArb, tapeArb } from "@/lib/testing/runs/random-run";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { scaled } from "@/lib/testing/scaled";
import { formatProgress, formatShortfalls } from "../../describe/costs/totals";
import { describeEnding } from "../../describe/endings";
import { storeValue } from "../../stored-value";
import { countTasks, isShort, NO_TASKS, SHORTFALLS } from "./totals";

describe("the totals of a run's tasks", () => {
  it("count every task of the current version once, as it ended", () => {
    fc.assert(
      fc.property(planArb, settingsArb, tapeArb, (plan, settings, tape) => {
        const world = new RunWorld({ plan, settings });
        const look = () => {
          const { total, verified, approved = 0, unverified, ...parts } = world.state.taskTotals;
          expect(Object.values(parts).reduce((sum, one) => sum + one, 0)).toBe(total);
          expect(total).toBe(world.state.order.length);
          expect({ approved: 0, ...world.state.taskTotals }).toEqual({
            approved: 0,
            ...countTasks(world.state),
          });
          expect(verified + approved + unverified).toBeLessThanOrEqual(parts.done);
          const ended = world.state.order.flatMap((id) => world.state.tasks[id] ?? []);
          const answered = ended.filter(({ failureCode }) => failureCode === "changes_requested");
          const statuses = ended.filter((one) => !answered.includes(one)).map(({ status }) => status);
          const succeeded = statuses.filter((one) => one === "succeeded");
          expect(parts.done).toBe(succeeded.length + answered.length);
          const bad = statuses.filter((one) => one === "failed" || one === "blocked").length;
          expect(parts.failed + parts.blocked + parts.rejected).toBeGreaterThanOrEqual(bad);
        };
        play(world, tape, look);
        bringToEnd(world, look);
        expect(isShort(world.state.taskTotals)).toBe(formatShortfalls(world.state.taskTotals) !== undefined);
      }),
      { numRuns: scaled(200) },
    );
  });

  it("tell a gate that people rejected from a task that failed, and what stood behind it", () => {
    const plan = planOf(
      { id: "ask", type: "human_review", onFailure: "skip" },
      { id: "publish", dependsOn: ["ask"], critical: false },
      { id: "note" },
    );
    const world = new RunWorld({ plan, settings: { replanOnFailure: false } });
    world.start();
    world.succeed("note");
    const shown = storeValue("It is ready.").stored;
    world.send({ type: "gate_shown", shown, digest: "d1", prompt: "May it?", ...world.keyOf("ask") });
    const [approvalId = ""] = Object.keys(world.state.openApprovals);
    world.send({ type: "decide_approval", approvalId, verb: "reject", provenance: "person" }, ANNA);
    expect(world.state.taskTotals).toMatchObject({ total: 3, done: 1, rejected: 1, failed: 0, skipped: 1 });
  });

  it("count a gate at which people asked for changes as answered", () => {
    const world = new RunWorld({ plan: planOf({ id: "ask", type: "human_review" }) });
    world.start();
    const shown = storeValue("The memo.").stored;
    world.send({ type: "gate_shown", shown, digest: "d1", prompt: "May it?", ...world.keyOf("ask") });
    const [approvalId = ""] = Object.keys(world.state.openApprovals);
    const answer = { verb: "request_changes", comment: "Shorter", provenance: "person" } as const;
    world.send({ type: "decide_approval", approvalId, ...answer }, ANNA);
    expect(world.status("ask")).toBe("failed");
    expect(world.state.taskTotals).toMatchObject({ done: 1, failed: 0 });
  });

  it("leave out what a condition made needless", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    const skipped = (diagnosis: object) => ({
      order: ["a"],
      tasks: { a: { ...world.state.tasks.a, status: "skipped", diagnosis } as never },
    });
    expect(countTasks(skipped({ code: "condition_false", condition: "x" }))).toMatchObject({ unneeded: 1 });
    const pointless = { code: "skipped_by_refinement", number: 1, text: "done already" } as const;
    expect(countTasks(skipped(pointless))).toMatchObject({ unneeded: 1 });
    expect(countTasks(skipped({ code: "skipped_by_plan" }))).toMatchObject({ skipped: 1, unneeded: 0 });
    expect(countTasks({ order: ["gone"], tasks: {} })).toMatchObject({ total: 1, open: 1 });
  });
});

describe("the end of a run, in words", () => {
  const totals = { ...NO_TASKS, total: 10, done: 8, failed: 1, rejected: 1 };

  it("says what is missing of a plan that was completed without it", () => {
    expect(describeEnding("answer_complete", totals)).toBe(
      "Completed: 8 of 10 tasks done, 1 failed, 1 rejected",
    );
    expect(describeEnding("completed_early", totals)).toBe(
      "Completed early: 8 of 10 tasks done, 1 failed, 1 rejected",
    );
    const ended = (results: object) =>
      describeEnding("answer_complete", { ...NO_TASKS, total: 9, done: 9, ...results });
    expect(ended({ verified: 3, unverified: 2 })).toBe("Completed; 2 of 5 results unverified");
    expect(ended({ unverified: 2 })).toBe("Completed; all 2 results unverified");
    expect(ended({ unverified: 1 })).toBe("Completed; its result unverified");
    expect(ended({ done: 8, failed: 1, verified: 3, unverified: 2 })).toBe(
      "Completed: 8 of 9 tasks done, 1 failed; 2 of 5 results unverified",
    );
    expect(describeEnding("no_path", { ...NO_TASKS, unverified: 1 })).toBe(
      "Failed: no way forward was found",
    );
    expect(describeEnding("answer_complete", { ...NO_TASKS, total: 2, done: 2 })).toBe("Completed");
    expect(describeEnding("task_failed", totals)).toBe("Failed: a required task failed");
  });

  it("counts tasks on the way, and results at the end", () => {
    expect(formatProgress({ ...totals, open: 0 }, true)).toBe("8 of 10 done");
    expect(formatProgress({ ...totals, open: 4 }, false)).toBe("6 of 10");
    expect(formatProgress({ ...NO_TASKS, total: 3, done: 3 }, true)).toBe("3 of 3");
    expect(SHORTFALLS.map((one) => formatShortfalls({ ...NO_TASKS, [one]: 2 }))).toEqual([
      "2 failed",
      "2 rejected",
      "2 blocked",
      "2 skipped",
    ]);
  });
});
