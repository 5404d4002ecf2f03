import { describe, expect, it } from "vitest";
import { approvalsQuery } from "@/lib/client/query";
import type { ApprovalView } from "@/lib/core/views";
import { renderHtml, renderText } from "@/lib/testing/render";
import { gateView } from "@/lib/testing/runs/waiting-gate";
import { taskHref } from "../runs/task-href";
import { MY_GATES } from "../shell/live-filters";
import { heldQuery, stillHeld, untilReadMs } from "./held-query";
import { NextGateOfOthers, NextHeld } from "./next-gate";

it("a gate's link selects its task", () => {
  expect(taskHref({ runId: "run_1", taskId: "a b" })).toBe("/runs/run_1?task=a%20b");
  expect(taskHref({ runId: "run_1", taskId: null })).toBe("/runs/run_1");
});

describe("on the page of a run that asks nothing any more", () => {
  const around = (items: ApprovalView[]) => ({
    queries: [{ queryKey: approvalsQuery(MY_GATES).queryKey, data: { items, nextCursor: null } }],
  });
  const own = gateView("own", { runId: "run_1" });
  const others = ["A?", "B?"].map((prompt) => gateView(prompt, { runId: "run_2", prompt }));

  it("the oldest gate of another run is next, with its key", () => {
    const html = renderHtml(<NextGateOfOthers runId="run_1" />, around([own, ...others]));
    expect(html).toContain('href="/runs/run_2?task=ask"');
    expect(html).toContain('aria-keyshortcuts="n"');
    expect(renderText(<NextGateOfOthers runId="run_1" />, around([own, ...others]))).toBe(
      "Next gate “A?” 2 open",
    );
  });

  it("nothing is where no other run asks", () => {
    expect(renderHtml(<NextGateOfOthers runId="run_1" />, around([own]))).toBe("");
    expect(renderHtml(<NextGateOfOthers runId="run_1" />)).toBe("");
  });

  it("the next decision that applies by itself comes after the gates of all runs", () => {
    const held = [
      { runId: "run_3", taskId: "look", title: "Look", decision: "CONTINUE", mission: "", heldUntil: 1 },
    ];
    const beside = (items: ApprovalView[]) => ({
      queries: [...around(items).queries, { queryKey: heldQuery().queryKey, data: { items: held } }],
    });
    const html = renderHtml(<NextGateOfOthers runId="run_1" />, beside([own]));
    expect(html).toContain('href="/runs/run_3?task=look"');
    expect(renderText(<NextGateOfOthers runId="run_1" />, beside([own]))).toBe(
      "Next decision Look: CONTINUE 1 held",
    );
    expect(renderText(<NextGateOfOthers runId="run_1" />, beside(others))).toBe("Next gate “A?” 2 open");
    expect(renderHtml(<NextGateOfOthers runId="run_3" />, beside([]))).toBe("");
  });
});

it("after the last gate of the inbox any held decision is next, and without one what stands there otherwise", () => {
  const item = {
    runId: "run_1",
    taskId: "look",
    title: "Look",
    decision: "CONTINUE",
    mission: "",
    heldUntil: 1,
  };
  const shown = (...items: unknown[]) =>
    renderText(<NextHeld>Back to inbox</NextHeld>, {
      queries: [{ queryKey: heldQuery().queryKey, data: { items } }],
    });
  expect(shown(item)).toBe("Next decision Look: CONTINUE 1 held");
  expect(shown()).toBe("Back to inbox");
});

describe("a decision whose time has passed", () => {
  const held = [5_000, 9_000].map((heldUntil) => ({
    runId: "run_1",
    taskId: "look",
    title: "Look",
    decision: "CONTINUE" as const,
    mission: "",
    heldUntil,
  }));

  it("is held no more, once it is known what time it is", () => {
    const ends = (now?: number) => stillHeld(held, now, 0).map(({ heldUntil }) => heldUntil);
    expect([ends(), ends(4_999), ends(5_000), ends(9_000)]).toEqual([
      [5_000, 9_000],
      [5_000, 9_000],
      [9_000],
      [],
    ]);
  });

  it("is held all the same where nothing has applied it for long", () => {
    const endsAt = (readAt: number) => stillHeld(held, 30_000, readAt).map(({ heldUntil }) => heldUntil);
    expect([endsAt(19_999), endsAt(20_000), endsAt(24_000)]).toEqual([[], [5_000], [5_000, 9_000]]);
  });

  it("has the list read again at that moment, never without a pause, and from time to time anyhow", () => {
    expect([0, 4_900, 5_000, 9_000, 20_000, 24_000].map((now) => untilReadMs(held, now))).toEqual([
      5_000, 1_000, 4_000, 11_000, 4_000, 60_000,
    ]);
    expect(untilReadMs(held, -1e12)).toBe(60_000);
  });
});
