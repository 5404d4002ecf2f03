import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { fold } from "@/lib/core/run";
import type { RunChange, RunFrame, StreamChunk } from "@/lib/core/stream";
import type { ApprovalView, Page, RunListItem } from "@/lib/core/views";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { LiveRun } from "./fold-events";
import type { LiveTexts } from "./live-text";
import { approvalsQuery, queryKeys, runsQuery } from "./query";
import { foldFrames } from "./use-live-run";
import { applyChanges } from "./use-workspace";

const change = (facts: Partial<RunChange> = {}): RunChange => ({
  ...{ runId: "run_1", seq: 9, status: "running", finishReason: null, title: "One", planVersion: 1 },
  ...{ tasks: { total: 3, open: 2 }, openGates: [], changedAt: 9, ...facts },
});

const stale = (client: QueryClient, key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;

test("frames are folded into the run of the cache, and its live texts follow", () => {
  const client = new QueryClient();
  const { events, state } = new RunWorld({ plan: planOf({ id: "a" }) });
  const [runId, first] = [state.runId, events.slice(0, 2)];
  client.setQueryData<LiveRun>(queryKeys.run(runId), { state: fold(runId, first), log: [] });
  const chunk = { chunkNo: 1, epoch: 9, role: "planner", streamId: "k#1", seq: 1, text: "Hm", done: false };
  const frame = (facts: Partial<RunFrame>): RunFrame => ({
    ...{ kind: "run", topic: `run:${runId}`, reducer: 1, cursor: { seq: 0, chunk: 0 }, events: [] },
    ...{ chunks: [] as StreamChunk[], ...facts },
  });
  foldFrames(client, runId, [frame({ chunks: [chunk] }), frame({ events: events.slice(2) })]);
  expect(client.getQueryData<LiveRun>(queryKeys.run(runId))?.state).toEqual(state);
  expect(Object.values(client.getQueryData<LiveTexts>(queryKeys.texts(runId)) ?? {})).toMatchObject([
    { text: "Hm" },
  ]);
});

test("a changed run is written into the lists; one that they do not know, or that moved, loads them again", () => {
  const client = new QueryClient();
  const key = runsQuery({ limit: 5 }).queryKey;
  const item = { id: "run_1", status: "running", openApprovals: 0 } as RunListItem;
  const set = () => client.setQueryData<Page<RunListItem>>(key, { items: [item], nextCursor: null });
  set();
  applyChanges(client, [change({ openGates: [{ id: "g", kind: "human_review" }] })]);
  expect(client.getQueryData<Page<RunListItem>>(key)?.items[0]).toMatchObject({
    openApprovals: 1,
    tasks: { total: 3, open: 2 },
  });
  expect(stale(client, key)).toBe(false);
  applyChanges(client, [change({ status: "completed" })]);
  expect(stale(client, key)).toBe(true);
  set();
  applyChanges(client, [change({ runId: "run_2" })]);
  expect(stale(client, key)).toBe(true);
});

test("lists of gates are loaded again when a run's open gates are others than they show", () => {
  const client = new QueryClient();
  const key = approvalsQuery().queryKey;
  const gate = { id: "g", runId: "run_1", status: "open" } as ApprovalView;
  client.setQueryData<Page<ApprovalView>>(key, { items: [gate], nextCursor: null });
  applyChanges(client, [change({ openGates: [{ id: "g", kind: "human_review" }] })]);
  expect(stale(client, key)).toBe(false);
  applyChanges(client, [change()]);
  expect(stale(client, key)).toBe(true);
});
