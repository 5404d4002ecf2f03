import { describe, expect, it } from "vitest";
import { runStatusDisplay } from "@/lib/core/describe/looks/run";
import { NO_TASKS } from "@/lib/core/run/state/totals";
import { knownView } from "./behind";
import { stableRows } from "./run-table";
import {
  addressOf,
  exportHref,
  filterOf,
  isFiltered,
  PERIODS,
  queryOf,
  startedLabels,
  viewOf,
  viewOfQuery,
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
    expect(PERIODS.map(({ period }) => queryOf(viewOf({ period })))).toEqual([
      "period=today",
      "period=yesterday",
      "period=7d",
    ]);
    const view = viewOfQuery("period=7d&owner=me");
    expect(filterOf(view)).toEqual({ limit: 25, owner: "me", period: "7d" });
    expect(addressOf(knownView(view))).toBe("/runs?owner=me&period=7d");
    expect(startedLabels(view)[1]).toEqual({ label: "Started in the last 7 days", fields: ["period"] });
    expect(addressOf(without(view, ["period"]))).toBe("/runs?owner=me");
    expect(viewOf({ period: "constructor" })).not.toHaveProperty("period");
  });
});

describe("the address of the list", () => {
  it.each([
    "/runs",
    "/runs?show=live",
    "/runs?show=needs-me&q=two+words&tag=a%2Cb",
    "/runs?q=a%26b&cursor=x",
    "/runs?owner=me&minCostUsd=0.5&createdFrom=2026-11-01",
    "/runs?tag=a&from=2026-11-01&to=2026-11-24&runs=real&behind=decision%3AREPLAN&cursor=x",
  ])("%s names the view that writes it", (address) => {
    const query = Object.fromEntries(new URL(address, "http://x").searchParams);
    expect(addressOf(viewOf(query))).toBe(address);
  });

  it("leads to a file of the same runs, where they have ended", () => {
    const view = viewOf({ show: "failed", tag: "a b", behind: "decision:REPLAN", cursor: "x" });
    expect(exportHref(view)).toBe(
      "/api/v1/runs/export?status=failed%2Caborted&tag=a+b&behind=decision%3AREPLAN",
    );
    expect(exportHref(viewOf({}))).toBe("/api/v1/runs/export");
    expect(exportHref(viewOf({ show: "live" }))).toBeUndefined();
  });

  it("leaves out what it does not know", () => {
    expect(viewOf({ show: "constructor", q: ["a", "b"], cursor: "" })).toEqual({
      group: "all",
      text: "",
      tag: "",
      cursor: undefined,
    });
  });

  it("asks the server for no more than the view says", () => {
    expect(filterOf(viewOf({}))).toEqual({ limit: 25 });
    expect(filterOf(viewOf({ show: "needs-me", q: " x " }))).toEqual({ limit: 25, gate: "mine", text: "x" });
    expect(filterOf(viewOf({ tag: " ml " }))).toEqual({ limit: 25, tag: "ml" });
    expect(filterOf(viewOf({ show: "failed" })).status).toEqual(["failed", "aborted"]);
    expect(filterOf(viewOf({ show: "live" })).status).not.toContain("completed");
  });
});

describe("filters in words", () => {
  it("say who, what it cost and when, each with what takes it away", () => {
    const view = viewOf({
      owner: "me",
      minCostUsd: "0.5",
      createdFrom: "2026-11-01",
      createdTo: "2026-11-01",
    });
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

  it("leave out what the server would not understand", () => {
    const view = viewOf({
      minCostUsd: "-1",
      maxCostUsd: "2.50",
      createdFrom: "yesterday",
      template: "t_1@x",
      createdTo: "2026-11-02",
    });
    expect(addressOf(knownView(view))).toBe("/runs?maxCostUsd=2.50&createdTo=2026-11-02");
  });
});

it("a saved query names its view, whatever page it was kept on", () => {
  expect(addressOf(viewOfQuery("show=live&owner=me&cursor=x"))).toBe("/runs?show=live&owner=me");
  expect(isFiltered(viewOfQuery("cursor=x"))).toBe(false);
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
