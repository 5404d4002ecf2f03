import { describe, expect, test } from "vitest";
import type { Json } from "@/lib/core/json";
import type { RunEvent } from "@/lib/core/run";
import type { ForkCommand } from "@/lib/core/run/commands";
import { forkedEvents } from "@/lib/core/run/events/fork";
import { storeValue } from "@/lib/core/stored-value";
import type { RunStore, ToolCallRow, TrajectoryStepRow, TransitionResult } from "@/lib/engine/types";
import { type ContractWorld, firstKey, freshRunId, success, TWO_TASKS } from "./contract-world";
import { createRun, PERSON, startAll, submit, takeLease, WORKER } from "./run-store-world";

const stepOf = (body: Json): TrajectoryStepRow => ({
  taskId: "a",
  attempt: 1,
  step: 1,
  body,
  verbatim: [{ role: "assistant" }],
});
const startedCall: ToolCallRow = {
  key: "k1",
  idempotencyKey: "i1",
  taskId: "a",
  attempt: 1,
  step: 1,
  callId: "c1",
  tool: "t",
  sideEffects: "write",
  args: { x: 1 },
  status: "started",
};

const endedCall: ToolCallRow = {
  ...startedCall,
  status: "finished",
  ok: true,
  output: { y: 2 },
  latencyMs: 1.5,
};

/** A run that begins with another's events. */
export function describeForks(name: string, { here, there, reads, claimOf }: ContractWorld): void {
  describe(`${name}: a fork`, () => {
    /** A run whose first task is done, with its events so far. */
    async function parentRun() {
      const events: RunEvent[] = [];
      const keep = async (committing: Promise<TransitionResult>) => {
        const result = await committing;
        events.push(...result.events);
        return result;
      };
      const recorder: RunStore = {
        ...here(),
        createRun: (...args) => keep(here().createRun(...args)),
        transition: (...args) => keep(here().transition(...args)),
      };
      const runId = await createRun(recorder, { plan: TWO_TASKS });
      const fence = await takeLease(recorder, runId);
      const { state } = await recorder.transition(runId, [], { fence, followUp: startAll(fence.epoch) });
      const rows = {
        steps: [stepOf({ thought: "t" })],
        toolCalls: [startedCall, { ...endedCall, key: "k2" }],
      };
      const done = submit(success(firstKey(state), storeValue("x").stored), WORKER, { rows });
      await recorder.transition(runId, [done], { fence });
      return { runId, events };
    }

    async function fork(parentRunId: string, events: RunEvent[], runId = freshRunId()) {
      const command: ForkCommand = { type: "fork", parentRunId, fromSeq: events.length };
      const { envelope } = submit(command, PERSON);
      const submission = { envelope: { ...envelope, command } };
      const copied = forkedEvents(events, runId);
      return { runId, submission, copied, forked: await here().forkRun(runId, submission, copied) };
    }

    test("begins with the events it was given, takes its parent's work along, and gets a job", async () => {
      const parent = await parentRun();
      const { runId, copied, forked } = await fork(parent.runId, parent.events);
      expect(forked.replies).toMatchObject([{ ok: true }]);
      expect(forked.events[0]).toMatchObject({ run: runId, seq: copied.length + 1 });
      const state = await there().peek(runId);
      expect(state).toEqual(forked.state);
      expect(state).toMatchObject({ runId, parent: { runId: parent.runId } });
      expect(state?.tasks.a).toMatchObject({ status: "succeeded" });
      const { steps, toolCalls } = await reads().attempt(runId, "a", 1);
      expect([steps, toolCalls]).toMatchObject([[{ body: { thought: "t" } }], [{ key: "k2" }]]);
      expect(await claimOf(runId)).toBeDefined();
    });

    test("by the same command again gives the stored reply", async () => {
      const parent = await parentRun();
      const { runId, submission, copied, forked } = await fork(parent.runId, parent.events);
      const again = await there().forkRun(runId, submission, copied);
      expect(again).toMatchObject({ replies: forked.replies, events: [] });
      expect((await here().peek(runId))?.seq).toBe(forked.state.seq);
    });

    test("of events that begin no run is refused, and leaves none", async () => {
      const parent = await parentRun();
      const runId = freshRunId();
      const forking = fork(parent.runId, parent.events.slice(1), runId);
      await expect(forking).rejects.toMatchObject({ code: "invalid_input" });
      expect(await here().peek(runId)).toBeUndefined();
    });

    test("never takes the place of a run that there is", async () => {
      const parent = await parentRun();
      const { runId, forked } = await fork(parent.runId, parent.events);
      const second = await fork(parent.runId, parent.events, runId);
      expect(second.forked.replies).toMatchObject([{ ok: false }]);
      expect((await there().peek(runId))?.seq).toBe(forked.state.seq);
    });
  });
}

/** The rows that are written in the commits they came with, as effects read them. */
export function describePayloadRows(name: string, { here, reads, started, record }: ContractWorld): void {
  describe(`${name}: payload rows`, () => {
    const toolCallsOf = async (runId: string) => (await reads().attempt(runId, "a", 1)).toolCalls;

    test("of tool calls are one row a key: started, then finished, never back", async () => {
      const { runId, fence } = await started();
      await record(runId, fence, { toolCalls: [startedCall] });
      expect(await toolCallsOf(runId)).toEqual([startedCall]);
      await record(runId, fence, { toolCalls: [startedCall, endedCall] });
      expect(await toolCallsOf(runId)).toEqual([endedCall]);
      await record(runId, fence, { toolCalls: [startedCall] });
      expect(await toolCallsOf(runId)).toEqual([endedCall]);
    });

    test("of a call that was refused its start are none: it never began", async () => {
      const { runId, fence } = await started();
      const { inFlight = {}, seq: ruledAt = 0 } = (await here().peek(runId)) ?? {};
      const [key = ""] = Object.keys(inFlight);
      const begin = (row: ToolCallRow) => {
        const { taskId, attempt, step, callId, tool } = row;
        const call = { taskId, attempt, step, callId, tool, call: "d", ruledAt };
        const start = { type: "tool_started", key, sideEffects: "write", ...call } as const;
        return submit(start, WORKER, { rows: { toolCalls: [row] } });
      };
      const submissions = [begin(startedCall), begin({ ...startedCall, key: "k2", step: 2 })];
      const { replies } = await here().transition(runId, submissions, { fence });
      expect(replies).toMatchObject([{ ok: true }, { ok: false, error: { code: "conflict" } }]);
      expect(await toolCallsOf(runId)).toEqual([startedCall]);
    });

    test("of one run are not another's", async () => {
      const [one, other] = [await started(), await started()];
      await record(one.runId, one.fence, { toolCalls: [startedCall], steps: [stepOf({ n: 1 })] });
      expect(await reads().attempt(other.runId, "a", 1)).toEqual({ steps: [], toolCalls: [] });
      expect(await reads().writingCalls(one.runId, "line")).toMatchObject([{ callId: "c1" }]);
      expect(await reads().writingCalls(other.runId, "line")).toEqual([]);
    });

    test("of steps are one row a step: the later says more, and a summary stays until there is another", async () => {
      const { runId, fence } = await started();
      const stepsOf = async () => (await reads().attempt(runId, "a", 1)).steps;
      await record(runId, fence, {
        steps: [stepOf({ thought: "t" }), { ...stepOf({ thought: "t", seen: 1 }), summary: "s" }],
      });
      expect(await stepsOf()).toEqual([{ ...stepOf({ thought: "t", seen: 1 }), summary: "s" }]);
      await record(runId, fence, { steps: [{ ...stepOf({ n: 2 }), step: 2 }, stepOf({ n: 1 })] });
      expect(await stepsOf()).toEqual([
        { ...stepOf({ n: 1 }), summary: "s" },
        { ...stepOf({ n: 2 }), step: 2 },
      ]);
    });

    test("of blobs are kept once, and a null is a value", async () => {
      const { runId, fence } = await started();
      const [digest, none] = [`blob${runId}`, `null${runId}`];
      await record(runId, fence, {
        blobs: [
          { digest, bytes: 1, body: 1 },
          { digest: none, bytes: 4, body: null },
        ],
      });
      await record(runId, fence, { blobs: [{ digest, bytes: 1, body: 2 }] });
      const values = await reads().values("local", [digest, none, "unknown"]);
      expect(values).toEqual(
        new Map<string, Json>([
          [digest, 1],
          [none, null],
        ]),
      );
    });

    test("of prompts are values like others, one that a step's result is too is both", async () => {
      const { runId, fence } = await started();
      const [prompt, both] = [`prompt${runId}`, `both${runId}`];
      const blobs = [{ digest: both, bytes: 1, body: 1 }];
      const payloadBlobs = [{ digest: prompt, bytes: 4, body: ["s", []] }, ...blobs];
      await record(runId, fence, { blobs, payloadBlobs });
      await record(runId, fence, { payloadBlobs });
      expect(await reads().values("local", [prompt, both])).toEqual(
        new Map<string, Json>([
          [prompt, ["s", []]],
          [both, 1],
        ]),
      );
    });

    test("of a call with an artifact make it readable to its own run alone", async () => {
      const [one, other] = [await started(), await started()];
      const artifact = `art${one.runId}`;
      const blobs = [{ digest: artifact, bytes: 5, body: "whole" }];
      await record(one.runId, one.fence, { blobs, toolCalls: [{ ...endedCall, artifact }] });
      expect(await reads().artifact(one.runId, artifact)).toBe("whole");
      expect(await reads().artifact(other.runId, artifact)).toBeUndefined();
    });
  });
}
