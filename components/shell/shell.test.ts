import { describe, expect, it } from "vitest";
import type { FinishReason } from "@/lib/core/run/status";
import type { RunChange } from "@/lib/core/stream";
import { bannerText } from "./connection-banner";
import { iconWithCount, newlyEnded, newlyWaiting, titleWithCount } from "./live-shell";

import { GO_KEYS, isCurrent, KEY_SEQUENCE_TIMEOUT_MS, wayOf } from "./routes";
import { themeOf } from "./types";

describe("keys", () => {
  const g = { key: "g", at: 1_000 };

  it("go somewhere after g, and only soon after it", () => {
    expect(wayOf({ key: "i", at: 1_100 }, g)).toBe("/inbox");
    expect(wayOf({ key: "i", at: 1_001 + KEY_SEQUENCE_TIMEOUT_MS }, g)).toBeUndefined();
    expect(wayOf({ key: "i", at: 1_100 }, undefined)).toBeUndefined();
    expect(wayOf({ key: "x", at: 1_100 }, g)).toBeUndefined();
  });

  it("are a letter of its own for each place, by which the script of early keys knows them", () => {
    const letters = GO_KEYS.map(({ key }) => key);
    expect(letters.filter((key) => !/^[a-z]$/.test(key))).toEqual([]);
    expect(new Set(letters).size).toBe(letters.length);
  });
});

it("a place is current on its page and those under it; the overview only on its own", () => {
  expect(isCurrent("/runs", "/runs/run_1")).toBe(true);
  expect(isCurrent("/runs", "/runs")).toBe(true);
  expect(isCurrent("/runs", "/runsome")).toBe(false);
  expect(isCurrent("/", "/runs")).toBe(false);
  expect(isCurrent("/", "/")).toBe(true);
});

it("the title carries the count of gates once", () => {
  expect(titleWithCount("Runs · Waymark", "2")).toBe("(2) Runs · Waymark");
  expect(titleWithCount("(2) Runs · Waymark", "100+")).toBe("(100+) Runs · Waymark");
  expect(titleWithCount("(100+) Runs · Waymark", "0")).toBe("Runs · Waymark");
});

it("the icon carries the count of gates, of more than nine that there are more", () => {
  const [head, svg = ""] = iconWithCount(3).split(",");
  expect(head).toBe("data:image/svg+xml");
  const textOf = (icon: string) => /<text[^>]*>([^<]*)<\/text>/.exec(decodeURIComponent(icon))?.[1];
  expect([textOf(svg), textOf(iconWithCount(9)), textOf(iconWithCount(10))]).toEqual(["3", "9", "9+"]);
});

it("the banner speaks only when something is wrong or was caught up with", () => {
  expect(bannerText("live", 0)).toBeUndefined();
  expect(bannerText("connecting", 0)).toBeUndefined();
  expect(bannerText("reconnecting", 3)).toContain("Reconnecting");
  expect(bannerText("live", 1)).toBe("Reconnected: caught up on 1 event.");
  expect(bannerText("live", 34)).toBe("Reconnected: caught up on 34 events.");
  expect(bannerText("signed_out", 0)).toContain("signed out");
  expect(bannerText("live", 0, false)).toContain("The database is unavailable");
  expect(bannerText("reconnecting", 0, false)).toContain("changes cannot be saved");
  expect(bannerText("outdated", 0)).toContain("Reload to continue");
});

it("each end of a run is told of once, and none that a person brought about", () => {
  const change = (runId: string, finishReason: FinishReason | null) =>
    ({ runId, title: runId, finishReason }) as RunChange;
  const reported = new Set<string>();
  const changes = [
    change("run_1", null),
    change("run_2", "answer_complete"),
    change("run_3", "task_failed"),
    change("run_4", "cancelled"),
  ];
  expect(newlyEnded(changes, reported)).toEqual([
    { runId: "run_2", title: "run_2", event: "run.completed" },
    { runId: "run_3", title: "run_3", event: "run.failed" },
  ]);
  expect(newlyEnded(changes, reported)).toEqual([]);
});

it("each gate is told of once, to those whom it asks", () => {
  const change = (...ids: string[]) =>
    ({ runId: "run_1", openGates: ids.map((id) => ({ id, kind: "human_review", assignees: [] })) }) as never;
  const ada = { id: "p1", name: "Ada", roles: [] };
  const reported = new Set(["a"]);
  expect(newlyWaiting([change("a")], ada, reported)).toEqual([]);
  expect(newlyWaiting([change("a", "b"), change("b"), change()], ada, reported)).toEqual([change("b")]);
  const forBob = { runId: "run_2", openGates: [{ id: "c", kind: "human_review", assignees: ["Bob"] }] };
  expect(newlyWaiting([forBob as never], ada, reported)).toEqual([]);
  expect(newlyWaiting([forBob as never], { ...ada, name: "Bob" }, reported)).toEqual([forBob]);
});

it("a cookie that names no theme is the system's", () => {
  expect(themeOf("dark")).toBe("dark");
  expect(themeOf("<script>")).toBe("system");
  expect(themeOf(undefined)).toBe("system");
});
