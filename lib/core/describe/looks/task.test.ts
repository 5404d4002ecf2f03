import { describe, expect, it } from "vitest";
import { NO_TASKS } from "../../run/state/totals";
import { runStatusDisplay } from "./run";
import { droppedIn, evidenceKinds, taskDisplay, taskEvidence } from "./task";

const by = { kind: "person", id: "anna", name: "Anna", provenance: "person" } as const;
const decided = { verb: "approve", by, at: 1 } as unknown as Parameters<typeof taskEvidence>[1];
const task = (facts: object = {}) =>
  ({ status: "succeeded", spec: { type: "task" }, attempts: [], ...facts }) as unknown as Parameters<
    typeof taskEvidence
  >[0];
const gate = task({ spec: { type: "human_review" } });

describe("the look of a task", () => {
  it("rests on what makes its result believable", () => {
    expect(taskEvidence(task({ status: "failed" }), undefined)).toBe("failed");
    expect(taskEvidence(task({ status: "running" }), undefined)).toBeUndefined();
    expect(taskEvidence(gate, decided)).toBe("accepted");
  });

  it("says what vouches for the result, or found it wanting", () => {
    const passed = [{ layer: "schema" }, { layer: "predicate" }, { layer: "predicate" }];
    const attempts = [{ outcome: "succeeded", checks: passed.map((one) => ({ ...one, outcome: "passed" })) }];
    expect(evidenceKinds(task({ attempts }), undefined)).toEqual(["schema", "predicate"]);
    expect(evidenceKinds(gate, decided)).toEqual(["person"]);
    const checks = [
      { layer: "schema", outcome: "passed" },
      { layer: "model", outcome: "failed" },
    ];
    expect(evidenceKinds(task({ status: "failed", attempts: [{ checks }] }), undefined)).toEqual(["model"]);
    expect(evidenceKinds(task({ status: "failed" }), undefined)).toEqual([]);
    expect(evidenceKinds(task({ status: "running" }), undefined)).toEqual([]);
  });

  it("names the plan version that dropped it, as far as the history tells", () => {
    const replanHistory = [
      { fromVersion: 1, endedAt: 5 },
      { fromVersion: 1, toVersion: 2, endedAt: 5 },
      { fromVersion: 2, toVersion: 3, endedAt: 9 },
    ] as Parameters<typeof droppedIn>[0]["replanHistory"];
    const gone = (endedAt: number, sinceVersion = 1) =>
      ({ status: "superseded", endedAt, sinceVersion }) as const;
    expect(droppedIn({ replanHistory, planVersion: 3 }, gone(5))).toBe(2);
    expect(droppedIn({ replanHistory, planVersion: 3 }, gone(9))).toBe(3);
    expect(droppedIn({ replanHistory: [], planVersion: 2 }, gone(5))).toBe(2);
    expect(droppedIn({ replanHistory: [], planVersion: 3 }, gone(5))).toBeUndefined();
    expect(droppedIn({ replanHistory, planVersion: 3 }, { ...gone(5), status: "failed" })).toBeUndefined();
  });

  it("names the person who let it pass", () => {
    expect(taskDisplay(gate, decided)).toMatchObject({ word: "accepted by Anna", tone: "amber" });
    expect(taskDisplay(task({ status: "failed" }), undefined)).toMatchObject({ tone: "bad" });
  });
});

describe("the look of a run", () => {
  const run = {
    status: "completed",
    openApprovals: 0,
    tasks: { ...NO_TASKS, total: 2, done: 2, verified: 2 },
  } as const;

  it("is green only where all of its plan came about, and each result has stored evidence", () => {
    expect(runStatusDisplay(run)).toMatchObject({ word: "completed", tone: "ok" });
    const { tasks } = run;
    const unverified = runStatusDisplay({ ...run, tasks: { ...tasks, verified: 1, unverified: 1 } });
    expect(unverified).toEqual({ icon: "✓", word: "completed, 1 unverified", tone: "plain" });
    expect(runStatusDisplay({ ...run, tasks: { ...tasks, verified: 0 } })).toMatchObject({
      word: "completed",
      tone: "plain",
    });
    const partly = runStatusDisplay({ ...run, tasks: { ...NO_TASKS, total: 2, done: 1, skipped: 1 } });
    expect(partly).toMatchObject({ icon: "△", tone: "amber" });
  });

  it("is that of an open gate while there is one", () => {
    expect(runStatusDisplay({ ...run, status: "running", openApprovals: 1 }).tone).toBe("person");
    expect(runStatusDisplay({ ...run, status: "failed" }).tone).toBe("bad");
  });
});
