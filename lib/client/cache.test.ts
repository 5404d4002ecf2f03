import { hydrate, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { fold } from "@/lib/core/run";
import { NO_TASKS } from "@/lib/core/run/state/totals";
import type { RunStatus } from "@/lib/core/run/status";
import type { RunChange, RunFrame, StreamChunk } from "@/lib/core/stream";
import type { ApprovalView, Page, RunListItem } from "@/lib/core/views";
import { deferred } from "@/lib/testing/deferred";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { LiveRun } from "./live/fold-events";
import { foldFrames } from "./live/fold-frames";
import type { LiveTexts } from "./live/live-text";
import { fromPageText } from "./page-text";
import { approvalsQuery, createQueryClient, queryKeys, type RunsFilter, runsQuery } from "./query";
import { dehydrateRendered, rendered } from "./server-rendered";
import { createTaker } from "./use-live-run";
import { applyChanges, catchUp, coalesced } from "./use-workspace";

const GATE = { id: "g", kind: "human_review" as const, assignees: [] };

const change = (facts: Partial<RunChange> = {}): RunChange => ({
  runId: "run_1",
  seq: 9,
  status: "running",
  finishReason: null,
  title: "One",
  planVersion: 1,
  tasks: { ...NO_TASKS, total: 3, open: 2, done: 1 },
  openGates: [],
  createdAt: 5,
  changedAt: 9,
  ...facts,
});

test("what is read again keeps parts that are the same, and names of any text", () => {
  const client = createQueryClient();
  const read = (text: string) => client.setQueryData<Record<string, unknown>>(["run"], JSON.parse(text));
  const first = read('{"a": {"list": [1, {"b": 2}]}, "c": 1}');
  const second = read('{"a": {"list": [1, {"b": 2}]}, "c": 2, "__proto__": {"id": "__proto__"}}');
  expect(second?.a).toBe(first?.a);
  expect(Object.entries(second ?? {})).toEqual([
    ["a", { list: [1, { b: 2 }] }],
    ["c", 2],
    ["__proto__", { id: "__proto__" }],
  ]);
  expect(read('{"a": {"list": [1, {"b": 2}]}, "c": 2, "__proto__": {"id": "__proto__"}}')).toBe(second);
  expect(read("[]")).toEqual([]);
});

const stale = (client: QueryClient, key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;

test("frames are folded into the run of the cache, and its live texts follow", () => {
  const client = new QueryClient();
  const { events, state } = new RunWorld({ plan: planOf({ id: "a" }) });
  const [runId, first] = [state.runId, events.slice(0, 2)];
  client.setQueryData<LiveRun>(queryKeys.run(runId), { state: fold(runId, first), log: [] });
  const chunk = { chunkNo: 1, epoch: 9, role: "planner", streamId: "k#1", seq: 1, text: "Hm", done: false };
  const frame = (facts: Partial<RunFrame>): RunFrame => ({
    kind: "run",
    topic: `run:${runId}`,
    reducer: 1,
    cursor: { seq: 0, chunk: 0 },
    events: [],
    chunks: [] as StreamChunk[],
    ...facts,
  });
  foldFrames(client, runId, [frame({ chunks: [chunk] }), frame({ events: events.slice(2) })]);
  expect(client.getQueryData<LiveRun>(queryKeys.run(runId))?.state).toEqual(state);
  expect(Object.values(client.getQueryData<LiveTexts>(queryKeys.texts(runId)) ?? {})).toMatchObject([
    { text: "Hm" },
  ]);
});

describe("createTaker", () => {
  const world = () => {
    const client = new QueryClient();
    const { events, state } = new RunWorld({ plan: planOf({ id: "a" }) });
    const start = fold(state.runId, events.slice(0, 2));
    client.setQueryData<LiveRun>(queryKeys.run(state.runId), { state: start, log: [] });
    const frames = events.slice(2).map(
      (event): RunFrame => ({
        kind: "run",
        topic: `run:${state.runId}`,
        reducer: 1,
        cursor: { seq: event.seq, chunk: 0 },
        events: [event],
        chunks: [],
      }),
    );
    const seq = () => client.getQueryData<LiveRun>(queryKeys.run(state.runId))?.state.seq;
    return { client, runId: state.runId, frames, seq, last: state.seq };
  };

  it("loads the reducer with the first news, and has what comes in the meantime wait in its order", async () => {
    const { client, runId, frames, seq, last } = world();
    const loaded = deferred<{ foldFrames: typeof foldFrames }>();
    const load = vi.fn(() => loaded.promise);
    const take = createTaker(client, runId, load);
    const [first, ...others] = frames as [RunFrame, ...RunFrame[]];
    take([{ ...first, events: [], ready: true }]);
    expect(load).not.toHaveBeenCalled();
    take([first]);
    take(others.slice(0, 1));
    expect(seq()).toBe(2);
    loaded.resolve({ foldFrames });
    await vi.waitFor(() => expect(seq()).toBe(4));
    take(others.slice(1));
    expect(seq()).toBe(last);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("has the run read again where the reducer cannot be loaded, and tries again with the next news", async () => {
    const { client, runId, frames } = world();
    const load = vi.fn(() => Promise.reject(new Error("offline")));
    const take = createTaker(client, runId, load);
    take(frames);
    await vi.waitFor(() => expect(stale(client, queryKeys.run(runId))).toBe(true));
    take(frames);
    expect(load).toHaveBeenCalledTimes(2);
  });
});

test("comments are read again when the run's stream says that they have changed, or has been away", () => {
  const client = new QueryClient();
  const key = [...queryKeys.comments("run_1"), "1"];
  const frame: RunFrame = {
    kind: "run",
    topic: "run:run_1",
    reducer: 1,
    cursor: { seq: 0, chunk: 0 },
    events: [],
    chunks: [],
  };
  for (const [facts, isStale] of [
    [{}, false],
    [{ comments: true }, true],
    [{ ready: true }, true],
  ] as const) {
    client.setQueryData(key, {});
    createTaker(client, "run_1")([{ ...frame, ...facts }]);
    expect(stale(client, key)).toBe(isStale);
  }
});

describe("applyChanges", () => {
  const item = { id: "run_1", seq: 8, status: "running", openApprovals: 0, createdAt: 5 } as RunListItem;
  const listed = (client: QueryClient, filter: RunsFilter, page: Partial<Page<RunListItem>> = {}) => {
    const key = runsQuery(filter).queryKey;
    client.setQueryData<Page<RunListItem>>(key, { items: [item], nextCursor: null, ...page });
    return key;
  };
  const staleAfter = (facts: Partial<RunChange>, filter: RunsFilter = {}, page = {}) => {
    const client = new QueryClient();
    const key = listed(client, filter, page);
    applyChanges(client, [change(facts)]);
    return stale(client, key);
  };

  it("writes a changed run into the lists that show it", () => {
    const client = new QueryClient();
    const key = listed(client, { limit: 5 });
    applyChanges(client, [change({ openGates: [GATE] })]);
    expect(client.getQueryData<Page<RunListItem>>(key)?.items[0]).toMatchObject({
      openApprovals: 1,
      tasks: { total: 3, open: 2, done: 1 },
      seq: 9,
    });
    expect(stale(client, key)).toBe(false);
  });

  it("changes nothing of a run that the list shows as it is, or later", () => {
    const client = new QueryClient();
    const key = listed(client, {});
    const before = client.getQueryData(key);
    applyChanges(client, [change({ seq: 8, status: "completed" })]);
    expect(client.getQueryData(key)).toBe(before);
    expect(stale(client, key)).toBe(false);
  });

  it("has the figures of the overview read again once a run has ended", () => {
    const client = new QueryClient();
    const keys = [queryKeys.overview, [...queryKeys.spending, "overview"]];
    for (const key of keys) client.setQueryData(key, {});
    applyChanges(client, [change()]);
    expect(keys.map((key) => stale(client, key))).toEqual([false, false]);
    applyChanges(client, [change({ status: "failed" })]);
    expect(keys.map((key) => stale(client, key))).toEqual([true, true]);
  });

  it("loads a list again when one of its runs has moved, or it lacks one", () => {
    expect(staleAfter({ status: "completed" })).toBe(true);
    expect(staleAfter({ runId: "run_2" })).toBe(true);
    expect(staleAfter({ runId: "run_2" }, { status: ["running"] })).toBe(true);
    expect(staleAfter({ runId: "run_2", createdAt: 6 }, {}, { nextCursor: "c" })).toBe(true);
  });

  it("loads a list of what ended last again when a run has ended, however old it is", () => {
    const old = { runId: "run_2", createdAt: 4, status: "failed" } as const;
    expect(staleAfter(old, { order: "ended" }, { nextCursor: "c" })).toBe(true);
    expect(staleAfter({ ...old, status: "running" }, { order: "ended" }, { nextCursor: "c" })).toBe(false);
    expect(staleAfter(old, { order: "ended", cursor: "c" })).toBe(false);
  });

  it("leaves a list alone that does not ask for the run, or has it on another page", () => {
    expect(staleAfter({ runId: "run_2" }, { status: ["completed"] })).toBe(false);
    expect(staleAfter({ runId: "run_2" }, { gate: "open" })).toBe(false);
    expect(staleAfter({ runId: "run_2", createdAt: 4 }, {}, { nextCursor: "c" })).toBe(false);
    expect(staleAfter({ runId: "run_2", createdAt: 6 }, { cursor: "c" })).toBe(false);
  });

  it("loads the lists of gates again when a run's open gates are others than they show", () => {
    const client = new QueryClient();
    const key = approvalsQuery().queryKey;
    const gate = { id: "g", runId: "run_1", status: "open" } as ApprovalView;
    client.setQueryData<Page<ApprovalView>>(key, { items: [gate], nextCursor: null });
    applyChanges(client, [change({ openGates: [GATE] })]);
    expect(stale(client, key)).toBe(false);
    applyChanges(client, [change()]);
    expect(stale(client, key)).toBe(true);
  });

  it("knows that a full list of gates has the oldest alone, and one of closed gates no open ones", () => {
    const client = new QueryClient();
    const [open, closed] = [approvalsQuery().queryKey, approvalsQuery({ status: "closed" }).queryKey];
    client.setQueryData<Page<ApprovalView>>(open, { items: [], nextCursor: "c" });
    client.setQueryData<Page<ApprovalView>>(closed, { items: [], nextCursor: null });
    applyChanges(client, [change({ openGates: [GATE] })]);
    expect([stale(client, open), stale(client, closed)]).toEqual([false, false]);
  });

  it("asks once whether a new gate is for the one who looks, and not again for one of others", () => {
    const client = new QueryClient();
    const key = approvalsQuery({ assigned: "me" }).queryKey;
    client.setQueryData<Page<ApprovalView>>(key, { items: [], nextCursor: null });
    applyChanges(client, [change({ openGates: [GATE] })], new Set(["g"]));
    expect(stale(client, key)).toBe(false);
    applyChanges(client, [change({ openGates: [GATE] })], new Set(["another"]));
    expect(stale(client, key)).toBe(true);
  });

  it("asks again once a gate of others is escalated", () => {
    const client = new QueryClient();
    const key = approvalsQuery({ assigned: "me" }).queryKey;
    client.setQueryData<Page<ApprovalView>>(key, { items: [], nextCursor: null });
    applyChanges(
      client,
      [change({ openGates: [{ ...GATE, assignees: ["ann", "bob"] }] })],
      new Set(["g ann"]),
    );
    expect(stale(client, key)).toBe(true);
  });
});

describe("a list that the server rendered", () => {
  const page = (status: RunStatus, seq: number): Page<RunListItem> => ({
    items: [{ id: "run_1", seq, status, createdAt: 5 } as RunListItem],
    nextCursor: null,
  });
  const fetched = vi.fn<typeof fetch>();

  beforeEach(() => {
    fetched.mockReset();
    fetched.mockImplementation(async () => Response.json(page("completed", 12)));
    vi.stubGlobal("fetch", fetched);
  });
  afterEach(() => void vi.unstubAllGlobals());

  it("is not fetched again when the page shows it", async () => {
    const client = createQueryClient();
    hydrate(
      client,
      fromPageText(dehydrateRendered([await rendered(runsQuery(), async () => page("running", 8))])),
    );
    const observer = new QueryObserver(client, runsQuery());
    const leave = observer.subscribe(() => {});
    expect(observer.getCurrentResult()).toMatchObject({ data: page("running", 8), fetchStatus: "idle" });
    expect(fetched).not.toHaveBeenCalled();
    leave();
  });

  it("is fetched again when it is old, such as one that the browser kept", () => {
    const client = createQueryClient();
    const { queryKey } = runsQuery();
    hydrate(client, fromPageText(dehydrateRendered([{ queryKey, data: page("running", 8), readAt: 5 }])));
    const leave = new QueryObserver(client, runsQuery()).subscribe(() => {});
    expect(fetched).toHaveBeenCalledOnce();
    leave();
  });

  it("is brought up to what was heard while it was on its way, and only then fetched again", () => {
    const heard = (facts: Partial<RunChange>) => {
      const client = createQueryClient();
      client.setQueryData(queryKeys.changes, [change(facts)]);
      const { queryKey } = runsQuery();
      client.setQueryData(queryKey, page("running", 8));
      catchUp(client, 20_000);
      return { data: client.getQueryData(queryKey), stale: stale(client, queryKey) };
    };
    expect(heard({ changedAt: 20_050, seq: 8 })).toEqual({ data: page("running", 8), stale: false });
    expect(heard({ changedAt: 20_050, status: "completed" }).stale).toBe(true);
    expect(heard({ changedAt: 9_000, status: "completed" }).stale).toBe(false);
  });

  it("of held decisions is read again after any change that it may lack, and gates' lists are not for its sake", () => {
    for (const [changedAt, isStale] of [
      [20_050, true],
      [9_000, false],
    ] as const) {
      const client = new QueryClient();
      const gates = approvalsQuery().queryKey;
      client.setQueryData<Page<ApprovalView>>(gates, { items: [], nextCursor: null });
      client.setQueryData(queryKeys.held, { items: [{ runId: "run_1" }] });
      client.setQueryData(queryKeys.changes, [change({ changedAt })]);
      catchUp(client, 20_000);
      expect([stale(client, queryKeys.held), stale(client, gates)]).toEqual([isStale, false]);
    }
  });
});

describe("coalesced", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("acts at once, and once more for all that ask while it is at work or soon after", async () => {
    const works = [deferred<void>(), deferred<void>()];
    const failed = works[0]?.promise.then(() => Promise.reject(new Error("offline")));
    const readings = [failed, works[1]?.promise];
    const act = vi.fn(() => readings.shift() ?? Promise.resolve());
    const { ask } = coalesced(act, 1_000);
    ask();
    ask();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(act).toHaveBeenCalledTimes(1);
    works[0]?.resolve();
    await vi.advanceTimersByTimeAsync(999);
    ask();
    expect(act).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(act).toHaveBeenCalledTimes(2);
    works[1]?.resolve();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(act).toHaveBeenCalledTimes(2);
    ask();
    expect(act).toHaveBeenCalledTimes(3);
  });

  it("acts no more once it is over", async () => {
    const act = vi.fn(() => Promise.resolve());
    const { ask, end } = coalesced(act, 1_000);
    ask();
    ask();
    end();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(act).toHaveBeenCalledTimes(1);
  });
});
