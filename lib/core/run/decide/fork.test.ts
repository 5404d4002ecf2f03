import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bringToEnd, mayMove, planArb, play, settingsArb, tapeArb } from "@/lib/testing/runs/random-run";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { scaled } from "@/lib/testing/scaled";
import { storeValue } from "../../stored-value";
import { fold, type RunState, transact } from "..";
import { readEvent } from "../events";
import { forkedEvents, sharedEvents } from "../events/fork";
import { attemptNumber, beganAt, ownAttempt } from "../selectors";

const PARENT = "run_1";
const FORK = "run_2";

/** The fork of a world at its event `seq`, as the run store makes it, some time later. */
function forkOf(world: RunWorld, seq = world.state.seq, laterMs = 60_000) {
  const copied = forkedEvents(world.events.slice(0, seq), FORK);
  const state = fold(FORK, copied);
  const before = structuredClone(state);
  const command = { type: "fork" as const, parentRunId: PARENT, fromSeq: seq };
  const now = world.now + laterMs;
  const { events, outcomes } = transact(state, [{ id: "fork", actor: ANNA, command }], now);
  return { state, before, copied, events, outcome: outcomes[0], now };
}

/** The same state under the other run's names. */
const renamed = (state: RunState) =>
  JSON.parse(JSON.stringify(state).replaceAll(FORK, PARENT).replaceAll("apr_2-", "apr_1-")) as RunState;

describe("a fork", () => {
  it("comes to the same state as its parent had at that event, whatever happened, under names of its own", () => {
    const story = fc.record({ plan: planArb, settings: settingsArb, tape: tapeArb, at: fc.nat(1_000) });
    fc.assert(
      fc.property(story, ({ plan, settings, tape, at }) => {
        const world = new RunWorld({ plan, settings });
        play(world, tape, () => {});
        const seq = 1 + (at % world.state.seq);
        const parent = fold(PARENT, world.events.slice(0, seq));
        const { before, state, copied, events, outcome } = forkOf(world, seq);
        expect(renamed(before)).toEqual(JSON.parse(JSON.stringify(parent)));
        if (parent.phase === "ended") {
          expect(outcome).toMatchObject({ ok: false, error: { code: "not_allowed_now" } });
          return;
        }
        const read = [...copied, ...events].map((event) => readEvent(JSON.parse(JSON.stringify(event))));
        expect(JSON.stringify(read)).not.toMatch(/run_1\/|apr_1-/);
        expect(fold(FORK, read)).toEqual(JSON.parse(JSON.stringify(state)));
        expect(state.inFlight).toEqual({});
        for (const [id, task] of Object.entries(parent.tasks)) {
          if (task.status === "succeeded") expect(state.tasks[id]).toEqual(task);
        }
      }),
      { numRuns: scaled(200) },
    );
  });

  it("keeps what was reserved with a start, and what settled it, under its own names", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }, { id: "b" }) });
    world.start(() => ({ tokens: 50 }));
    const { key } = world.keyOf("a");
    const calls = [{ callId: "c", tool: "look" }];
    world.send({
      type: "step_taken",
      ...world.keyOf("a"),
      step: 1,
      thought: "",
      calls,
      observed: true,
      errors: 0,
    });
    world.send({ type: "cancel_reservation", reservationId: key });
    const { before, copied } = forkOf(world);
    expect(JSON.stringify(copied)).not.toContain(`${PARENT}/`);
    expect(Object.keys(before.ledger.reservations)).toEqual([world.keyOf("b").key.replace(PARENT, FORK)]);
    expect(copied.find(({ type }) => type === "task_step")?.payload).toMatchObject({ calls });
  });

  it("can always move, and reaches an end of its own when people and models are willing", () => {
    const story = fc.record({ plan: planArb, settings: settingsArb, tape: tapeArb, at: fc.nat(1_000) });
    fc.assert(
      fc.property(story, ({ plan, settings, tape, at }) => {
        const world = new RunWorld({ plan, settings });
        play(world, tape, () => {});
        const seq = 1 + (at % world.state.seq);
        fc.pre(fold(PARENT, sharedEvents(world.events, seq)).phase !== "ended");
        const fork = world.fork(seq);
        bringToEnd(fork, () => expect(mayMove(fork.state)).toBe(true));
        expect(fork.state.phase).toBe("ended");
      }),
      { numRuns: scaled(200) },
    );
  });

  it("shares all that the command came to, of which an event was named", () => {
    const world = new RunWorld({ plan: planOf({ id: "g", type: "human_review" }) });
    world.start();
    const shown = { shown: storeValue("x").stored, digest: "d", prompt: "Go?" };
    world.send({ type: "gate_shown", ...shown, ...world.keyOf("g") });
    const { seq } = world.last("approval_opened");
    world.tick(1_000).send({ type: "pause" }, ANNA);
    expect(sharedEvents(world.events, seq).at(-1)?.type).toBe("task_waiting");
    expect(
      world
        .fork(seq)
        .types()
        .filter((type) => type === "approval_opened"),
    ).toHaveLength(2);
  });

  it("restarts attempts that were at work, as the next ones; what waited for its time waits on", () => {
    const world = new RunWorld({
      plan: planOf({ id: "s" }, { id: "t", onFailure: "retry", maxRetries: 2 }),
      settings: { retryDelayMs: 5_000 },
    });
    world.start();
    world.fail("t");
    const { state, now } = forkOf(world);
    expect(state.parent).toEqual({ runId: PARENT, seq: world.state.seq, at: now });
    expect(state.tasks.s?.attempts).toMatchObject([
      { attempt: 1, outcome: "aborted" },
      { attempt: 2, startedAt: now },
    ]);
    expect(state.tasks.t?.attempt).toBe(2);
  });

  it("has a clock, a count of attempts and retries of its own", () => {
    const world = new RunWorld({
      plan: planOf({ id: "t", onFailure: "retry", maxRetries: 1 }),
      settings: { summarizer: "off" },
    });
    world.start();
    expect(world.state.counters.attempts).toBe(1);
    const fork = world.tick(60_000).fork(world.state.seq);
    fork.start();
    expect(beganAt(world.state)).toBe(world.state.createdAt);
    expect(beganAt(fork.state)).toBe(fork.last("run_forked").at);
    const ownNow = () => fork.state.tasks.t && ownAttempt(fork.state.tasks.t);
    expect([ownNow(), fork.state.tasks.t?.attempt, fork.state.counters.attempts]).toEqual([1, 2, 1]);
    const numbers = () =>
      fork.state.tasks.t?.attempts.map(
        (one) => fork.state.tasks.t && attemptNumber(fork.state.tasks.t, one.attempt),
      );
    expect(numbers()).toEqual([1, 1]);
    fork.fail("t");
    expect(fork.last("task_retried").payload).toMatchObject({ attempt: 3, attempts: 3 });
    bringToEnd(fork, () => {});
    const { durationMs, executionAttempts } = fork.last("run_finished").payload;
    expect(executionAttempts).toBe(2);
    expect(durationMs).toBe(fork.last("run_finished").at - beganAt(fork.state));
  });

  it("restarts an attempt that had made steps when its worker was lost", () => {
    const world = new RunWorld({ plan: planOf({ id: "s" }) });
    world.start();
    const step = { step: 1, thought: "", calls: [], observed: true, errors: 0 };
    world.send({ type: "step_taken", ...step, ...world.keyOf("s") });
    world.send({ type: "take_lease", workerId: "w2" });
    expect(forkOf(world).state.tasks.s?.attempt).toBe(2);
  });

  it("asks its gates again, with their whole time, and leaves the old question superseded", () => {
    const plan = planOf({
      id: "g",
      type: "human_review",
      gate: { prompt: "Go?", timeoutSeconds: 600 },
    });
    const world = new RunWorld({ plan });
    world.start();
    const shown = { shown: storeValue("x").stored, digest: "d", prompt: "Go?" };
    world.send({ type: "gate_shown", ...shown, ...world.keyOf("g") });
    const [asked = ""] = Object.keys(world.state.openApprovals);
    const { state, now } = forkOf(world);
    const [again = ""] = Object.keys(state.openApprovals);
    expect(again).not.toBe(asked);
    expect(state.approvals[again]).toMatchObject({ deadlineAt: now + 600_000, openedAt: now });
    expect(state.tasks.g).toMatchObject({ status: "waiting", approvalId: again });
    expect(Object.values(state.approvals).map(({ status }) => status)).toEqual(["superseded", "open"]);
  });

  it("asks questions of the whole run again", () => {
    const world = new RunWorld({ plan: planOf({ id: "t" }) });
    world.send({ type: "report_fault", fault: { code: "thrown", message: "boom" } });
    const { state } = forkOf(world);
    expect(Object.values(state.approvals).map(({ kind, status }) => [kind, status])).toEqual([
      ["engine_fault", "superseded"],
      ["engine_fault", "open"],
    ]);
  });

  it("holds a held decision again for its whole time", () => {
    const world = new RunWorld({
      plan: planOf({ id: "r", type: "planning_review" }),
      settings: { reviewMode: "hold", reviewHoldMs: 15_000 },
    });
    world.start();
    const proposal = { decision: "CONTINUE" as const, reasoning: "fine", answers: [], reviewer: "r" };
    world.send({ type: "review_read", proposal, ...world.keyOf("r") });
    const { state, now } = forkOf(world);
    expect(state.held).toEqual({ r: now + 15_000 });
    expect(state.tasks.r).toMatchObject({ status: "running", attempt: 1, heldUntil: now + 15_000 });
  });

  it("is refused once the run has gone its own way", () => {
    const { state, now } = forkOf(new RunWorld({ plan: planOf({ id: "t" }) }));
    const command = { type: "fork" as const, parentRunId: PARENT, fromSeq: 1 };
    const { outcomes } = transact(state, [{ id: "again", actor: ANNA, command }], now);
    expect(outcomes[0]).toMatchObject({ ok: false, error: { code: "conflict" } });
  });
});
