import { afterEach, describe, expect, it, vi } from "vitest";
import { EVENT_TYPES, type RunEvent } from "@/lib/core/run/events";
import { eventOf, NAMES_BY_ID as names } from "@/lib/testing/runs/event-of";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { visibleRows } from "../ui/behavior/visible-rows";
import { DEFAULT_KINDS, EVENT_KINDS, kindOf, readKinds, writeKinds } from "./event-kinds";
import { eventLine, matchesSearch } from "./event-line";
import { isAtEnd } from "./log-rows";
import { appendNew, readBefore } from "./use-history";

const { events } = new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }) });

describe("kinds of events", () => {
  it("have one for every type", () => {
    for (const type of EVENT_TYPES) expect(EVENT_KINDS).toContain(kindOf(eventOf(type)));
  });

  it("leave no trace in the address while they are the usual ones", () => {
    expect(writeKinds(DEFAULT_KINDS)).toBeUndefined();
    expect(readKinds(undefined)).toEqual(DEFAULT_KINDS);
    expect(readKinds(writeKinds(["engine", "tasks"]))).toEqual(["tasks", "engine"]);
    expect(readKinds(writeKinds([]))).toEqual([]);
    expect(readKinds("tasks,nonsense")).toEqual(["tasks"]);
  });
});

describe("lines", () => {
  it("say every event in words, also those that only the engine cares about", () => {
    for (const event of events) {
      const { word, text } = eventLine(event, names);
      expect(`${word} ${text}`).not.toMatch(/undefined|\[object/);
      expect(text).not.toBe("");
    }
  });

  it("number the attempts as people count: a fork begins its parent's again", () => {
    const inFork = { ...names, attempt: (_taskId: string, attempt: number) => attempt - 1 };
    const said = (type: string, facts: object) => {
      const event = eventOf(type, { taskId: "a", diagnosis: { code: "stated", text: "no" }, ...facts });
      return eventLine(event, inFork).text;
    };
    expect(said("task_started", { attempt: 2 })).toBe("Task a");
    expect(said("task_started", { attempt: 3 })).toBe("Task a, attempt 2");
    expect(said("task_retried", { attempt: 3, attempts: 3 })).toBe("Task a, attempt 2 of 2: no");
  });

  it("names models, costs that are not known, and tools", () => {
    const called = { role: "agent", model: "m", latencyMs: 2_000, taskId: "a" };
    const reported = (type: string, payload: object) => eventLine(eventOf(type, payload), names).text;
    expect(reported("llm_called", called)).toBe("agent for Task a: m, 2 s, cost unknown");
    expect(reported("llm_called", { ...called, costMicroUsd: 1_200 })).toContain("$0.0012");
    expect(reported("tool_finished", { tool: "t", taskId: "a", ok: false, error: "boom" })).toContain("boom");
  });

  it.each([
    [
      "synthesis_measured",
      { inputTokens: 9_000, outputTokens: 800 },
      "Task a read 9,000 tokens and wrote 800 tokens",
    ],
    [
      "synthesis_measured",
      { outputTokens: 800 },
      "Task a read an unknown number of tokens and wrote 800 tokens",
    ],
    [
      "budget_reserved",
      { role: "planner", tokens: 5_000 },
      "a call of the planner sets aside up to 5,000 tokens",
    ],
    ["budget_reserved", {}, "a call sets aside its share"],
    [
      "budget_settled",
      { reservationIds: ["r"], unknown: false, cause: "call_not_made" },
      "what a call had set aside is free again: the call was not made",
    ],
    [
      "budget_awaited",
      { counter: "maxTokens" },
      "a call waits until others have ended: maxTokens has no room for it",
    ],
  ] as const)("have words of their own for %s %j", (type, facts, text) => {
    expect(eventLine(eventOf(type, { taskId: "a", attempt: 1, limit: 4_000, ...facts }), names).text).toBe(
      text,
    );
  });

  it.each([
    ["iterate", true, "something is missing; starting another iteration"],
    ["finish", true, "something is missing; finishing with the results so far"],
    ["finish", false, "nothing is missing"],
  ])("say where a summary leads: %s with more needed %s", (decision, needReplan, text) => {
    const route = eventOf("iteration_routed", { decision, needReplan, limitReached: false });
    expect(eventLine(route, names).text).toBe(text);
  });

  it("are found by all their words, by type and by number", () => {
    const line = eventLine(events[0] as RunEvent, names);
    expect(matchesSearch(line, "RUN_CREATED")).toBe(true);
    expect(matchesSearch(line, "1 mission")).toBe(true);
    expect(matchesSearch(line, "mission nowhere")).toBe(false);
    expect(matchesSearch(line, "  ")).toBe(true);
  });
});

describe("the window", () => {
  it("draws what is in view and a little more, wherever one is in ten thousand", () => {
    const rows = visibleRows(10_000, 34, 170_000, 640);
    expect(rows.first).toBeLessThanOrEqual(5_000);
    expect(rows.last).toBeGreaterThanOrEqual(5_019);
    expect(rows.last - rows.first).toBeLessThan(60);
    expect(rows.total).toBe(340_000);
    expect(rows.offset).toBe(rows.first * 34);
  });
  it("stays within the list at both ends, and with nothing in it", () => {
    expect(visibleRows(10, 34, -50, 640)).toMatchObject({ first: 0, last: 10 });
    expect(visibleRows(10, 34, 9_999, 640).last).toBe(10);
    expect(visibleRows(0, 34, 0, 640)).toMatchObject({ first: 0, last: 0, total: 0 });
  });
  it("knows its end, give or take a row", () => {
    expect(isAtEnd(400, 600, 1_020, 34)).toBe(true);
    expect(isAtEnd(300, 600, 1_020, 34)).toBe(false);
  });
});

describe("what is kept of a log that forgets its beginning", () => {
  const seqs = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({ seq: from + at }) as RunEvent);
  it("grows by the news, in order and once", () => {
    const kept = appendNew(seqs(1, 5), seqs(3, 8));
    expect(kept.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(appendNew(kept, seqs(4, 8))).toBe(kept);
  });
  it("starts over after a gap", () => {
    expect(appendNew(seqs(1, 5), seqs(9, 10)).map(({ seq }) => seq)).toEqual([9, 10]);
  });
});

describe("what came before the followed events", () => {
  afterEach(() => vi.unstubAllGlobals());

  /** A server of a run of so many events; keeps what it was asked. */
  const serve = (last: number) => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (path: string) => {
      asked.push(path);
      const { searchParams } = new URL(path, "http://server");
      const [after, limit] = ["after", "limit"].map((name) => Number(searchParams.get(name)));
      const count = Math.min(limit ?? 0, last - (after ?? 0));
      const items = Array.from({ length: count }, (_, n) => ({ seq: (after ?? 0) + n + 1 }));
      const end = (after ?? 0) + count;
      return Response.json({ items, nextAfter: end < last ? end : null });
    });
    return asked;
  };
  const read = async (before: number) =>
    (await readBefore("run/1", before, new AbortController().signal)).map(({ seq }) => seq);

  it("is read page by page, in order, up to the first of them and no further", async () => {
    const asked = serve(3_000);
    const seqs = await read(2_501);
    expect(seqs).toEqual(Array.from({ length: 2_500 }, (_, n) => n + 1));
    expect(asked).toEqual(
      [0, 1_000, 2_000].map((after) => `/api/v1/runs/run%2F1/events?after=${after}&limit=1000`),
    );
  });

  it("ends with a full page where the next would bring nothing, and where the server has no more", async () => {
    const asked = serve(3_000);
    expect(await read(1_001)).toHaveLength(1_000);
    expect(await read(1)).toEqual([]);
    expect(asked).toHaveLength(1);
    serve(40);
    expect(await read(2_000)).toHaveLength(40);
  });
});
