import { describe, expect, it } from "vitest";
import { planOf } from "@/lib/testing/runs/run-world";
import type { Json } from "../json";
import { diffPlans } from "../plan/compare/diff";
import { storeValue } from "../stored-value";
import { compareRows, plansOnOneCanvas, type TaskSide, wantedBodies } from "./compare";

const side = (value: Json | undefined, part: Partial<TaskSide> = {}): TaskSide => {
  const stored = value === undefined ? null : storeValue(value).stored;
  return {
    taskId: "a",
    title: "A",
    type: "task",
    lineage: "a",
    status: "succeeded",
    attempt: 1,
    shared: false,
    durationMs: 1,
    tokens: 1,
    costUsd: null,
    checks: [],
    decision: null,
    result: stored && { digest: stored.digest, bytes: stored.bytes, preview: stored.preview },
    stored,
    ...part,
  };
};
const row = (...cells: (TaskSide | null)[]) => ({ by: "id" as const, cells });
const LONG = "x".repeat(9_000);

describe("compareRows", () => {
  it("says in what tasks differ, and where their results do", () => {
    const check = { layer: "schema", outcome: "passed" } as const;
    const decision = {
      decision: "ABORT",
      proposed: null,
      reasoning: null,
      provenance: "person",
      by: "Ada",
    } as const;
    const [found] = compareRows(
      [row(side({ n: 1 }), side({ n: 2 }, { status: "failed", checks: [check], decision }))],
      new Map(),
    );
    expect(found).toMatchObject({
      title: "A",
      by: "id",
      differs: ["status", "result", "evidence", "decision"],
      differences: { places: [{ path: "n", original: 1, replayed: 2 }], truncated: false },
    });
    expect(found?.cells[0]).not.toHaveProperty("stored");
  });

  it("finds no difference where there is none, or only one run has the task", () => {
    expect(compareRows([row(side(1), side(1))], new Map())[0]).toMatchObject({
      differs: [],
      differences: null,
    });
    expect(compareRows([row(null, side(1))], new Map())[0]).toMatchObject({ differs: [], differences: null });
    expect(compareRows([row(side(1), side(undefined))], new Map())[0]).toMatchObject({
      differs: ["result"],
      differences: null,
    });
  });

  it("says of more than two runs only that they differ", () => {
    const [found] = compareRows([row(side(1), side(1), side(2))], new Map());
    expect(found).toMatchObject({ differs: ["result"], differences: null });
  });

  it("compares large results as far as they are at hand", () => {
    const rows = [row(side({ t: LONG }), side({ t: `${LONG}y` }))];
    const wanted = wantedBodies(rows, 1_000_000);
    expect(wanted).toHaveLength(2);
    expect(compareRows(rows, new Map())[0]?.differences).toBeNull();
    const bodies = new Map([
      [wanted[0] as string, { t: LONG }],
      [wanted[1] as string, { t: `${LONG}y` }],
    ]);
    expect(compareRows(rows, bodies)[0]?.differences?.places).toMatchObject([{ path: "t" }]);
  });
});

describe("wantedBodies", () => {
  it("leaves out what is the same, inline, too large, of no pair, or beyond the limit", () => {
    const large = side({ t: LONG });
    expect(wantedBodies([row(large, large), row(side(1), side(2)), row(large, null)], 1_000_000)).toEqual([]);
    expect(wantedBodies([row(large, side(2), side(3))], 1_000_000)).toEqual([]);
    expect(wantedBodies([row(large, side("y".repeat(300_000)))], 1_000_000)).toHaveLength(1);
    expect(wantedBodies([row(large, side({ u: LONG }))], 10_000)).toHaveLength(1);
  });
});

describe("plansOnOneCanvas", () => {
  it("gives tasks that belong together one id, and others one of their own", () => {
    const before = planOf(
      { id: "a" },
      { id: "b", dependsOn: ["a"] },
      { id: "z", dependsOn: ["b"] },
      { id: "o" },
    );
    const after = planOf(
      { id: "a" },
      { id: "b2", title: "b", dependsOn: ["a"] },
      { id: "z", title: "other" },
    );
    const cells = [
      [{ taskId: "a" }, { taskId: "a" }],
      [{ taskId: "b" }, { taskId: "b2" }],
      [{ taskId: "z" }, null],
    ];
    const plans = plansOnOneCanvas(
      before,
      after,
      cells.map((one) => ({ by: null, cells: one })),
    );
    const { added, removed, kept } = diffPlans(plans.before, plans.after);
    expect(kept).toEqual(["a", "b2"]);
    expect(removed.map(({ id }) => id)).toEqual(["z (before)", "o"]);
    expect(added.map(({ id }) => id)).toEqual(["z"]);
  });
});
