import { describe, expect, it } from "vitest";
import { runStatusDisplay } from "@/lib/core/describe/looks/run";
import { NO_TASKS } from "@/lib/core/run/state/totals";
import { stableRows } from "./run-table";
import {
  addressOf,
  exportHref,
  filterOf,
  isFiltered,
  PERIODS,
  queryOf,
  type RunsView,
  savedHref,
  sortedQuery,
  startedLabels,
  without,
} from "./runs-view";
import { selectionAfter } from "./use-selection";

const row = (id: string, createdAt: number, status = "running") => ({ id, createdAt, status });

describe("rows of a live list", () => {
  const shown = [row("b", 2), row("a", 1)];

  it("keep their places and show what is known now", () => {
    const { rows, newCount } = stableRows(shown, [row("a", 1, "completed"), row("b", 2)]);
    expect(rows).toEqual([row("b", 2), row("a", 1, "completed")]);
    expect(newCount).toBe(0);
  });

  it("count what is newer instead of pushing the others down", () => {
    const { rows, newCount } = stableRows(shown, [row("d", 4), row("c", 3), ...shown]);
    expect(rows).toEqual(shown);
    expect(newCount).toBe(2);
  });

  it("stay when they leave the filter, and older ones that move up come last", () => {
    const { rows, newCount } = stableRows(shown, [row("a", 1), row("z", 0)]);
    expect(rows.map((one) => one.id)).toEqual(["b", "a", "z"]);
    expect(newCount).toBe(0);
  });

  it("come at once where there were none", () => {
    expect(stableRows([], shown)).toEqual({ rows: shown, newCount: 0 });
  });
});

describe("a period", () => {
  it("is saved by its name, so that a view of the last seven days stays one", () => {
    expect(PERIODS.map(({ period }) => queryOf({ period }))).toEqual([
      "period=today",
      "period=yesterday",
      "period=7d",
    ]);
    const view: RunsView = { owner: "me", period: "7d" };
    expect(filterOf(view)).toEqual({ limit: 25, owner: "me", period: "7d" });
    expect(startedLabels(view)[1]).toEqual({ label: "Started in the last 7 days", fields: ["period"] });
    expect(addressOf(without(view, ["period"]))).toBe("/runs?owner=me");
  });
});

describe("a view of the list", () => {
  it("leads to a file of the same runs, where they have ended", () => {
    const view = { show: "failed", tag: "a b", behind: "decision:REPLAN", cursor: "x" } as const;
    expect(new URL(exportHref(view) ?? "", "http://x").searchParams).toEqual(
      new URLSearchParams("tag=a+b&behind=decision%3AREPLAN&status=failed%2Caborted"),
    );
    expect(exportHref({})).toBe("/api/v1/runs/export");
    expect(exportHref({ show: "live" })).toBeUndefined();
  });

  it("asks the server for no more than it says", () => {
    expect(filterOf({})).toEqual({ limit: 25 });
    expect(filterOf({ show: "needs-me", q: "x" })).toEqual({ limit: 25, gate: "mine", text: "x" });
    expect(filterOf({ tag: "ml" })).toEqual({ limit: 25, tag: "ml" });
    expect(filterOf({ show: "failed" }).status).toEqual(["failed", "aborted"]);
    expect(filterOf({ show: "live" }).status).not.toContain("completed");
  });
});

describe("filters in words", () => {
  it("say who, what it cost and when, each with what takes it away", () => {
    const view = { owner: "me", minCostUsd: "0.5", createdFrom: "2026-11-01", createdTo: "2026-11-01" };
    expect(startedLabels(view)).toEqual([
      { label: "Started by me", fields: ["owner"] },
      { label: "Cost at least $0.5", fields: ["minCostUsd", "maxCostUsd"] },
      { label: "Started 1 Nov 2026", fields: ["createdFrom", "createdTo"] },
    ]);
    const other = { owner: "p_1", template: "t_1@2", maxCostUsd: "2", createdTo: "2026-11-02" };
    expect(startedLabels(other, { ownerName: "Ada", templateName: "Prices" })).toMatchObject([
      { label: "Started by Ada" },
      { label: "Template: Prices, version 2" },
      { label: "Cost at most $2" },
      { label: "Started until 2 Nov 2026" },
    ]);
    expect(startedLabels(view).flatMap(({ fields }) => addressOf(without(view, fields)))).not.toContain(
      "/runs",
    );
  });
});

it("a saved query names its view, whatever page it was kept on, and in whatever order", () => {
  expect(savedHref("show=live&owner=me&cursor=x")).toBe("/runs?owner=me&show=live");
  expect(savedHref("cursor=x")).toBe("/runs");
  expect(sortedQuery("show=live&q=a%26b")).toBe(
    sortedQuery(queryOf({ q: "a&b", show: "live", cursor: "c" })),
  );
  expect(isFiltered({ cursor: "x" })).toBe(false);
});

describe("the selection of runs", () => {
  const rows = ["a", "b", "c"].map((id) => ({ id }));

  it("takes one or leaves it, and with Shift all in between", () => {
    const one = selectionAfter(new Set(), rows, { id: "a", from: undefined });
    expect([...one]).toEqual(["a"]);
    expect([...selectionAfter(one, rows, { id: "a", from: undefined })]).toEqual([]);
    expect([...selectionAfter(one, rows, { id: "c", from: "a" })]).toEqual(["a", "b", "c"]);
    expect([...selectionAfter(one, rows, { id: "elsewhere", from: undefined })]).toEqual(["a"]);
  });
});

it("a run with an open gate needs a person, whatever else continues in it", () => {
  const run = { status: "running", tasks: NO_TASKS } as const;
  expect(runStatusDisplay({ ...run, openApprovals: 1 }).tone).toBe("person");
  expect(runStatusDisplay({ ...run, openApprovals: 0 }).tone).toBe("run");
});

it("a run that completed without all of its tasks is not green, and says what is missing", () => {
  const run = { status: "completed", openApprovals: 0 } as const;
  const whole = { ...NO_TASKS, total: 3, done: 3, verified: 3 };
  expect(runStatusDisplay({ ...run, tasks: whole })).toMatchObject({ word: "completed", tone: "ok" });
  expect(runStatusDisplay({ ...run, tasks: { ...whole, done: 1, failed: 1, rejected: 1 } })).toMatchObject({
    word: "completed with 1 failed, 1 rejected",
    tone: "amber",
  });
});
