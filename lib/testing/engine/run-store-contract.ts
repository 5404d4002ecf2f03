import { describe, expect, test } from "vitest";
import type { Command, RunEvent, RunState } from "@/lib/core/run";
import { runSettings } from "@/lib/core/run/settings";
import { storeValue } from "@/lib/core/stored-value";
import {
  createContractWorld,
  firstKey,
  freshRunId,
  type RunStoreUnderTest,
  success,
  TWO_TASKS,
} from "./contract-world";
import { describeForks, describePayloadRows } from "./run-store-contract-rows";
import { createRun, PERSON, startAll, submit, takeLease, WORKER } from "./run-store-world";

const creation = (): Command => ({
  type: "create",
  workspaceId: "local",
  mission: "m",
  settings: runSettings.parse({}),
  tags: [],
});
const typesOf = (events: readonly RunEvent[]) => events.map(({ type }) => type);

/** What everything that stands on a run store relies on: held by the one on PostgreSQL and by the one in memory. */
export function describeRunStore(name: string, open: () => Promise<RunStoreUnderTest>): void {
  const world = createContractWorld(open);
  const { here, there, jobs, reads, claimOf, leased, started, atGate } = world;

  describe(`${name}: creating a run`, () => {
    test("decides the command, and gives a run that a worker can move its job", async () => {
      const runId = freshRunId();
      const { replies, events, state } = await here().createRun(runId, submit(creation(), PERSON));
      expect(replies).toEqual([{ ok: true, seq: events.length }]);
      expect(typesOf(events)).toContain("run_created");
      expect(state).toMatchObject({ runId, workspaceId: "local", mission: "m", seq: events.length });
      expect(await there().peek(runId)).toEqual(state);
      expect(await claimOf(runId)).toBeDefined();
    });

    test("twice by the same command gives the stored reply; by another command it is a conflict", async () => {
      const runId = freshRunId();
      const create = submit(creation(), PERSON);
      const first = await here().createRun(runId, create);
      const again = await there().createRun(runId, create);
      expect(again).toMatchObject({ replies: first.replies, events: [] });
      const second = await there().createRun(runId, submit(creation(), PERSON));
      expect(second.replies).toMatchObject([{ ok: false, error: { code: "conflict" } }]);
      expect((await here().peek(runId))?.seq).toBe(first.events.length);
    });

    test("by two at once makes one run", async () => {
      const runId = freshRunId();
      const create = submit(creation(), PERSON);
      const both = await Promise.all([here().createRun(runId, create), there().createRun(runId, create)]);
      expect(both[0].replies).toEqual(both[1].replies);
      expect(both.flatMap(({ events }) => events)).toHaveLength((await here().peek(runId))?.seq ?? 0);
    });

    test("under a key that was used for another request is a conflict", async () => {
      const runId = freshRunId();
      const create = submit(creation(), PERSON);
      await here().createRun(runId, { ...create, inputDigest: "one" });
      const { replies, events } = await there().createRun(runId, { ...create, inputDigest: "other" });
      expect(replies).toMatchObject([{ ok: false, error: { code: "conflict", details: { runId } } }]);
      expect(events).toEqual([]);
    });

    test("by any other command is refused, and leaves no run", async () => {
      const runId = freshRunId();
      const pausing = here().createRun(runId, submit({ type: "pause" }, PERSON));
      await expect(pausing).rejects.toMatchObject({ code: "invalid_input" });
      expect(await here().peek(runId)).toBeUndefined();
    });
  });

  describe(`${name}: a transition`, () => {
    test("of an unknown run is refused, and nothing is kept", async () => {
      const runId = freshRunId();
      const pausing = here().transition(runId, [submit({ type: "pause" })]);
      await expect(pausing).rejects.toMatchObject({ code: "not_found" });
      expect(await here().peek(runId)).toBeUndefined();
    });

    test("numbers its events without a gap, at moments that never go back, however many commit at once", async () => {
      const runId = await createRun(here(), { plan: TWO_TASKS });
      const before = (await here().peek(runId))?.seq ?? 0;
      const commands = Array.from({ length: 30 }, (_, n) =>
        submit({ type: n % 2 ? "pause" : "resume" }, PERSON),
      );
      const results = await Promise.all(
        commands.map((command, n) => (n % 3 ? here() : there()).transition(runId, [command])),
      );
      const events = results.flatMap((result) => result.events).toSorted((a, b) => a.seq - b.seq);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => before + n + 1));
      expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted((a, b) => a - b));
      expect(await here().peek(runId)).toEqual(await there().peek(runId));
    });

    test("answers a repeated command with the stored reply and decides nothing", async () => {
      const runId = await createRun(here(), { plan: TWO_TASKS });
      const pause = submit({ type: "pause" }, PERSON);
      const first = await here().transition(runId, [pause]);
      const again = await there().transition(runId, [pause, submit({ type: "resume" }, PERSON), pause]);
      expect(first.replies).toMatchObject([{ ok: true }]);
      expect([again.replies[0], again.replies[2]]).toEqual([first.replies[0], first.replies[0]]);
      expect(typesOf(again.events)).toEqual(["run_resumed"]);
    });

    test("takes an id that comes again from another request for a conflict, and decides the others", async () => {
      const runId = await createRun(here());
      const pause = submit({ type: "pause" }, PERSON);
      const from = (inputDigest: string) => ({ ...pause, inputDigest });
      const first = await here().transition(runId, [from("a")]);
      expect((await there().transition(runId, [from("a")])).replies).toEqual(first.replies);
      expect((await there().transition(runId, [pause])).replies).toEqual(first.replies);
      const resume = submit({ type: "resume" }, PERSON);
      const { replies } = await there().transition(runId, [from("b"), resume]);
      expect(replies).toMatchObject([
        { ok: false, error: { code: "conflict", details: { runId } } },
        { ok: true },
      ]);
      expect((await here().transition(runId, [from("a")])).replies).toEqual(first.replies);
    });

    test("decides a command that comes twice in one batch once", async () => {
      const runId = await createRun(here(), { plan: TWO_TASKS });
      const pause = submit({ type: "pause" }, PERSON);
      const { replies, events } = await here().transition(runId, [pause, pause]);
      expect(replies[0]).toEqual(replies[1]);
      expect(typesOf(events)).toEqual(["run_paused"]);
    });

    test("decides the first of two contents that come under one id in one batch, and takes the other for a conflict", async () => {
      const runId = await createRun(here(), { plan: TWO_TASKS });
      const pause = { ...submit({ type: "pause" }, PERSON), inputDigest: "a" };
      const { envelope } = submit({ type: "cancel" }, PERSON);
      const cancel = { envelope: { ...envelope, id: pause.envelope.id }, inputDigest: "b" };
      const { replies, events } = await here().transition(runId, [pause, cancel]);
      expect(replies).toMatchObject([{ ok: true }, { ok: false, error: { code: "conflict" } }]);
      expect(typesOf(events)).toEqual(["run_paused"]);
    });

    test("refuses one command without the others, and writes its rows all the same", async () => {
      const runId = await createRun(here(), { plan: TWO_TASKS });
      const blob = { digest: `refused${runId}`, bytes: 3, body: "abc" };
      const wrong = {
        type: "decide_approval",
        approvalId: "apr_x-1",
        verb: "approve",
        provenance: "person",
      } as const;
      const decide = submit(wrong, PERSON, { rows: { blobs: [blob] } });
      const { replies, events } = await here().transition(runId, [decide, submit({ type: "pause" }, PERSON)]);
      expect(replies).toMatchObject([{ ok: false, error: { code: "not_found" } }, { ok: true }]);
      expect(typesOf(events)).toEqual(["run_paused"]);
      expect(await reads().values("local", [blob.digest])).toEqual(new Map([[blob.digest, "abc"]]));
    });

    test("keeps a refusal as the reply to a person, but not to a worker, whose work may be right later", async () => {
      const runId = await createRun(here(), { plan: TWO_TASKS });
      const [asPerson, asWorker] = [submit({ type: "resume" }, PERSON), submit({ type: "resume" }, WORKER)];
      const first = await here().transition(runId, [asPerson, asWorker]);
      expect(first.replies).toMatchObject([{ ok: false }, { ok: false }]);
      await here().transition(runId, [submit({ type: "pause" }, PERSON)]);
      const again = await there().transition(runId, [asPerson, asWorker]);
      expect(again.replies[0]).toEqual(first.replies[0]);
      expect(again.replies[1]).toMatchObject({ ok: true });
    });

    test("with an old epoch is refused, and nothing of it is written", async () => {
      const { runId, fence, key } = await started();
      await takeLease(there(), runId);
      const before = (await here().peek(runId))?.seq;
      const blob = { digest: `late${runId}`, bytes: 3, body: "abc" };
      const late = submit(success(key, storeValue("x").stored), WORKER, { rows: { blobs: [blob] } });
      const writing = here().transition(runId, [late], { fence });
      await expect(writing).rejects.toMatchObject({ code: "lease_lost" });
      expect((await there().peek(runId))?.seq).toBe(before);
      expect(await reads().values("local", [blob.digest])).toEqual(new Map());
      const { replies } = await here().transition(runId, [late]);
      expect(replies, "its id is not taken").not.toMatchObject([{ ok: false, error: { code: "conflict" } }]);
    });

    test("asks for more on the state that its commands led to, and answers that last", async () => {
      const { runId, fence, key } = await started();
      const followUp = (state: Readonly<RunState>) => {
        expect(state.tasks.a?.status).toBe("succeeded");
        return startAll(fence.epoch)(state);
      };
      const done = submit(success(key, storeValue("x").stored));
      const { replies, events, state } = await here().transition(runId, [done], { fence, followUp });
      expect(replies).toMatchObject([{ ok: true }, { ok: true }]);
      expect(typesOf(events).slice(-2)).toEqual(["effects_started", "task_started"]);
      expect(state.inFlight[firstKey(state)]).toMatchObject({ taskId: "b" });
      expect(await there().peek(runId)).toEqual(state);
    });

    test("without commands lets only what is due happen", async () => {
      const runId = await createRun(here(), { plan: TWO_TASKS });
      expect(await here().transition(runId, [])).toMatchObject({ replies: [], events: [] });
    });

    test("keeps what a store cannot hold out of memory too", async () => {
      const { runId, fence, key } = await started();
      const stored = { ...storeValue("odd").stored, inline: "nul \u0000 and half \ud800" };
      const { state } = await here().transition(runId, [submit(success(key, stored))], { fence });
      expect(state.tasks.a?.result).toMatchObject({ inline: "nul \uFFFD and half \uFFFD" });
      expect(await there().peek(runId)).toEqual(state);
    });
  });

  describe(`${name}: parking`, () => {
    test("ends the job of a run with nothing to do; a person's answer gives it the next one", async () => {
      const { runId, fence, approvalId } = await atGate();
      expect((await here().transition(runId, [], { fence, park: true })).parked).toBe(true);
      expect(await jobs().touch([fence.claim])).toEqual([]);
      expect(await claimOf(runId)).toBeUndefined();
      const approve = { type: "decide_approval", approvalId, verb: "approve", provenance: "person" } as const;
      await there().transition(runId, [submit(approve, PERSON)]);
      expect(await claimOf(runId)).toBeDefined();
    });

    test("does not happen while something is in flight or wanted", async () => {
      const { runId, fence } = await leased();
      expect((await here().transition(runId, [], { fence, park: true })).parked).toBe(false);
      await here().transition(runId, [], { fence, followUp: startAll(fence.epoch) });
      expect((await here().transition(runId, [], { fence, park: true })).parked).toBe(false);
      expect(await jobs().touch([fence.claim])).toEqual([fence.claim]);
    });

    test("under a job that was lost is refused, and leaves the run as it was", async () => {
      const { runId, fence } = await atGate();
      await jobs().release(fence.claim);
      const before = (await here().peek(runId))?.seq;
      const parking = here().transition(runId, [submit({ type: "pause" })], { fence, park: true });
      await expect(parking).rejects.toMatchObject({ code: "lease_lost" });
      expect((await there().peek(runId))?.seq).toBe(before);
      expect(await claimOf(runId)).toBeDefined();
    });

    test("is part of the end of a run, no matter who ends it: its job is gone in the same commit", async () => {
      const { runId, fence } = await started();
      await there().transition(runId, [submit({ type: "cancel" }, PERSON)]);
      expect(await jobs().touch([fence.claim])).toEqual([]);
      expect(await claimOf(runId)).toBeUndefined();
      const { parked, events } = await here().transition(runId, [], { fence, park: true });
      expect({ parked, events }).toEqual({ parked: true, events: [] });
    });

    test("leaves a command that gives a worker nothing to do without a job", async () => {
      const { runId, fence } = await atGate();
      await here().transition(runId, [], { fence, park: true });
      await there().transition(runId, [submit({ type: "pause" }, PERSON)]);
      expect(await claimOf(runId)).toBeUndefined();
    });
  });

  describeForks(name, world);
  describePayloadRows(name, world);
}
