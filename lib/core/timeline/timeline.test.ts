import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bringToEnd, planArb, play, settingsArb, tapeArb } from "@/lib/testing/runs/random-run";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { scaled } from "@/lib/testing/scaled";
import type { DraftEvent, RunEvent, RunState } from "../run";
import { eventTimes, marksOf, seqAt, timeMarks, timeOf } from "./marks";
import { criticalTasks, rowsOf, timelineOf } from "./rows";

/** Events at moments, with no more of an envelope than the timeline reads. */
const eventsOf = (...drafts: [at: number, DraftEvent][]): RunEvent[] =>
  drafts.map(([at, draft], index) => ({ ...draft, at, seq: index + 1 }) as RunEvent);

const attempt = (number: number, startedAt: number, endedAt?: number, outcome?: "succeeded" | "failed") => ({
  attempt: number,
  startedAt,
  steps: 0,
  ...(endedAt !== undefined && { endedAt }),
  ...(outcome && { outcome }),
});

/** A state with these tasks, and with gates as given. */
function stateOf(
  tasks: Record<string, { status?: string; attempts: ReturnType<typeof attempt>[]; endedAt?: number }>,
  gates: object[] = [],
): RunState {
  const { state } = new RunWorld({ plan: planOf(...Object.keys(tasks).map((id) => ({ id }))) });
  for (const [id, facts] of Object.entries(tasks)) Object.assign(state.tasks[id] as object, facts);
  state.approvals = Object.fromEntries(gates.map((gate, index) => [`g${index}`, gate])) as never;
  return state;
}

const call = (
  type: "tool_started" | "tool_finished" | "tool_paused",
  payload: { taskId?: string; attempt?: number; callId: string },
) => ({ type, payload: { taskId: "a", attempt: 1, step: 1, ...payload } }) as unknown as DraftEvent;
const model = (payload: { taskId?: string; attempt?: number; latencyMs: number }) =>
  ({ type: "llm_called", payload }) as unknown as DraftEvent;
const about = (type: RunEvent["type"], payload: object) => ({ type, payload }) as unknown as DraftEvent;

describe("timelineOf", () => {
  it("has the attempts of a task as stretches of its row, with the calls inside each", () => {
    const state = stateOf({
      a: {
        status: "succeeded",
        attempts: [attempt(1, 100, 200, "failed"), attempt(2, 250, 400, "succeeded")],
      },
      b: { attempts: [] },
    });
    const events = eventsOf(
      [140, model({ taskId: "a", attempt: 1, latencyMs: 60 })],
      [150, call("tool_started", { callId: "x" })],
      [180, call("tool_finished", { callId: "x" })],
      [190, call("tool_finished", { callId: "unknown" })],
      [260, call("tool_started", { callId: "y", attempt: 2 })],
      [270, call("tool_started", { callId: "z", attempt: 2 })],
      [280, call("tool_paused", { callId: "z", attempt: 2 })],
      [500, model({ latencyMs: 30 })],
    );
    const { rows, calls } = timelineOf(state, events);
    expect(rows).toEqual([
      {
        taskId: "a",
        attempts: [
          {
            attempt: 1,
            outcome: "failed",
            from: 100,
            to: 200,
            waits: [],
            calls: [
              { kind: "model", from: 100, to: 140 },
              { kind: "tool", from: 150, to: 180 },
            ],
          },
          {
            attempt: 2,
            outcome: "succeeded",
            from: 250,
            to: 400,
            waits: [],
            calls: [
              { kind: "tool", from: 260, to: 400 },
              { kind: "tool", from: 270, to: 280 },
            ],
          },
        ],
      },
      { taskId: "b", attempts: [] },
    ]);
    expect(calls).toEqual([{ kind: "model", from: 470, to: 500 }]);
  });

  it("draws what is still at work without an end, and a retry that has not begun without a length", () => {
    const state = stateOf({ a: { status: "running", attempts: [attempt(1, 100), attempt(2, 300, 290)] } });
    const { rows } = timelineOf(state, eventsOf([150, call("tool_started", { callId: "x" })]));
    expect(rows[0]?.attempts).toMatchObject([
      { from: 100, to: undefined, calls: [{ kind: "tool", from: 150, to: undefined }] },
      { from: 300, to: 300 },
    ]);
  });

  it("has waits for people where they stood, ended by an answer, by another event, or not at all", () => {
    const state = stateOf(
      {
        a: { status: "succeeded", attempts: [attempt(1, 100, 900, "succeeded")], endedAt: 900 },
        b: { status: "waiting", attempts: [attempt(1, 900)] },
      },
      [
        { approvalId: "g0", taskId: "a", status: "decided", openedAt: 150, decided: { at: 200 } },
        { approvalId: "g1", taskId: "a", status: "expired", openedAt: 300 },
        { approvalId: "g2", taskId: "a", status: "superseded", openedAt: 500 },
        { approvalId: "g3", taskId: "b", status: "open", openedAt: 950 },
        { approvalId: "g4", status: "decided", openedAt: 10, decided: { at: 60 } },
        { approvalId: "g5", status: "cancelled", openedAt: 70 },
      ],
    );
    const { rows, waits } = timelineOf(
      state,
      eventsOf([400, about("approval_expired", { approvalId: "g1" })]),
    );
    expect(rows[0]?.attempts[0]?.waits).toEqual([
      { kind: "person", from: 150, to: 200 },
      { kind: "person", from: 300, to: 400 },
      { kind: "person", from: 500, to: 900 },
    ]);
    expect(rows[1]?.attempts[0]?.waits).toEqual([{ kind: "person", from: 950, to: undefined }]);
    expect(waits).toEqual([
      { kind: "person", from: 10, to: 60 },
      { kind: "person", from: 70, to: 70 },
    ]);
  });

  it("has the time for which a decision is held, to its end, to a gate, or up to now", () => {
    const state = stateOf({
      a: { status: "succeeded", attempts: [attempt(1, 0, 900, "succeeded")] },
      b: { status: "running", attempts: [attempt(1, 500)] },
    });
    const events = eventsOf(
      [100, about("review_proposed", { taskId: "a" })],
      [150, about("review_decided", { taskId: "a" })],
      [200, about("review_proposed", { taskId: "a" })],
      [260, about("approval_opened", { taskId: "a", approvalId: "g" })],
      [300, about("review_proposed", { taskId: "a" })],
      [300, about("review_decided", { taskId: "a" })],
      [400, about("approval_opened", { approvalId: "g" })],
      [600, about("review_proposed", { taskId: "b" })],
    );
    const { rows } = timelineOf(state, events);
    expect(rows.map(({ attempts }) => attempts[0]?.waits)).toEqual([
      [
        { kind: "hold", from: 100, to: 150 },
        { kind: "hold", from: 200, to: 260 },
      ],
      [{ kind: "hold", from: 600, to: undefined }],
    ]);
  });

  it("leaves out what was dropped before it began, and has the plan versions", () => {
    const state = stateOf({
      a: { status: "superseded", attempts: [] },
      b: { status: "superseded", attempts: [attempt(1, 5, 9)] },
    });
    const timeline = timelineOf(state, eventsOf([70, about("plan_version_adopted", { version: 2 })]));
    expect(timeline.rows.map(({ taskId }) => taskId)).toEqual(["b"]);
    expect(timeline.versions).toEqual([{ version: 2, at: 70, seq: 1 }]);
  });

  it("of any run keeps calls and waits inside their attempts", () => {
    fc.assert(
      fc.property(planArb, settingsArb, tapeArb, (plan, settings, tape) => {
        const world = new RunWorld({ plan, settings });
        play(world, tape, () => undefined);
        bringToEnd(world, () => undefined);
        const { rows } = timelineOf(world.state, world.events);
        for (const row of rows) expect(rowsOf(world.state, world.events, [row.taskId])).toEqual([row]);
        for (const { attempts } of rows) {
          for (const { from, to = Number.POSITIVE_INFINITY, calls, waits } of attempts) {
            for (const inner of [...calls, ...waits]) {
              expect(inner.from).toBeGreaterThanOrEqual(from);
              expect(inner.to ?? to).toBeLessThanOrEqual(to);
            }
          }
        }
      }),
      { numRuns: scaled(40) },
    );
  });
});

describe("criticalTasks", () => {
  type Times = { startedAt?: number; endedAt?: number; status?: string };
  const quick = [{ id: "a" }, { id: "b", dependsOn: ["a"] }, { id: "c", dependsOn: ["b"] }];
  const slow = [{ id: "x" }, { id: "y", dependsOn: ["x"] }];
  const pathOf = (lastAt: number, times: Record<string, Times>) => {
    const { state } = new RunWorld({ plan: planOf(...quick, ...slow, { id: "z", dependsOn: ["c", "y"] }) });
    Object.assign(state, { lastAt });
    for (const [id, facts] of Object.entries(times)) Object.assign(state.tasks[id] as object, facts);
    return [...criticalTasks(state)].reverse().join(" ");
  };
  const took = (startedAt: number, endedAt: number): Times => ({ startedAt, endedAt, status: "succeeded" });
  const quickTimes = { a: took(0, 10), b: took(10, 20), c: took(20, 30) };

  it("go back from the last end by the dependency that ended last, however few they are", () => {
    const times = { ...quickTimes, x: took(0, 500), y: took(500, 900), z: took(900, 910) };
    expect(pathOf(910, times)).toBe("x y z");
    expect(pathOf(910, { ...times, x: took(0, 5), y: took(5, 29), z: took(30, 910) })).toBe("a b c z");
  });

  it("expect of what has not ended what the middle task took, and of what has not begun no end before now", () => {
    expect(pathOf(35, { ...quickTimes, x: { startedAt: 0, status: "running" } })).toBe("x y z");
    expect(pathOf(20, { a: took(0, 10), b: took(10, 20), x: took(0, 10) })).toBe("a b c z");
    expect(pathOf(5, { a: { startedAt: 0, status: "running" } })).toBe("a b c z");
  });

  it("leave out what ended without a beginning, and are none without tasks", () => {
    const skipped = { status: "skipped" };
    expect(pathOf(100, { ...quickTimes, x: took(0, 90), y: skipped, z: skipped })).toBe("x");
    expect(criticalTasks(stateOf({}))).toEqual(new Set());
  });
});

describe("timeMarks", () => {
  it("are decisions and plan versions, of several at one moment the first", () => {
    const events = eventsOf(
      [1, about("run_created", {})],
      [5, about("plan_version_adopted", { version: 1 })],
      [9, about("review_decided", { taskId: "a" })],
      [9, about("review_overridden", { taskId: "a" })],
      [9, about("plan_version_adopted", { version: 2 })],
      [12, about("approval_decided", { approvalId: "g" })],
    );
    expect(timeMarks(stateOf({}), events)).toEqual([
      { kind: "version", seq: 2, at: 5 },
      { kind: "decision", seq: 3, at: 9 },
      { kind: "version", seq: 5, at: 9 },
      { kind: "decision", seq: 6, at: 12 },
    ]);
    expect(marksOf(events)).toMatchObject({
      decisions: [{ seq: 3, at: 9 }, { seq: 4 }, { seq: 6 }],
      versions: [{ version: 1, seq: 2, at: 5 }, { version: 2 }],
    });
  });
});

describe("a run of which the first events are not there", () => {
  const state = stateOf({}, [
    { openedSeq: 400, openedAt: 4_000, status: "decided", decided: { at: 4_500 } },
    { openedSeq: 410, openedAt: 4_100, status: "expired" },
    { openedSeq: 895, openedAt: 7_950, status: "decided", decided: { at: 8_010 } },
  ]);
  Object.assign(state, { seq: 1_000, createdAt: 10, lastAt: 10_000 });
  const brought = { outcome: "adopted", startedSeq: 200, startedAt: 3_000 };
  state.replanHistory = [
    { ...brought, toVersion: 2, endedSeq: 300, endedAt: 3_500 },
    { ...brought, toVersion: 3, endedSeq: 310, endedAt: 3_600, outcome: "refused" },
    { ...brought, toVersion: 4, endedSeq: 900, endedAt: 8_000 },
  ] as never;
  const tail = eventsOf(
    [8_000, about("plan_version_adopted", { version: 4 })],
    [8_010, about("approval_decided", { approvalId: "g2" })],
  ).map((event) => ({ ...event, seq: event.seq + 899 }));

  it("has the marks that its state knows before those of its last events, each once", () => {
    expect(timeMarks(state, tail)).toEqual([
      { kind: "version", seq: 300, at: 3_500 },
      { kind: "decision", seq: 460, at: 4_500 },
      { kind: "version", seq: 900, at: 8_000 },
      { kind: "decision", seq: 901, at: 8_010 },
    ]);
    expect(timeMarks(state, [])).toEqual([]);
  });

  it("has those that are stored in the place of what its state knows", () => {
    const decided = [450, 700, 901].map((seq) => ({ seq, at: seq * 10 }));
    const stored = { decisions: decided, versions: [{ version: 1, seq: 5, at: 50 }] };
    const marks = timeMarks(state, tail, stored);
    expect(marks.map(({ kind, seq }) => `${kind} ${seq}`)).toEqual([
      "version 5",
      "decision 450",
      "decision 700",
      "version 900",
      "decision 901",
    ]);
    expect(timelineOf(state, tail, stored.versions).versions.map(({ version }) => version)).toEqual([1, 4]);
    const times = eventTimes(state, tail, stored);
    expect(timeOf(times, 700)).toBe(7_000);
    expect(times.map(({ seq }) => seq)).toEqual(times.map(({ seq }) => seq).toSorted((a, b) => a - b));
  });

  it("has the lines of its plan versions", () => {
    const versionsOf = (events: RunEvent[]) =>
      timelineOf(state, events).versions.map(({ version }) => version);
    expect(versionsOf(tail)).toEqual([2, 4]);
    expect(versionsOf([])).toEqual([2, 4]);
  });
});

describe("seqAt and timeOf", () => {
  const events = eventsOf(
    [10, about("run_created", {})],
    [20, about("run_started", {})],
    [20, about("lease_taken", {})],
    [30, about("run_paused", {})],
  );

  it("find the last event at a moment and when one happened, where all are known", () => {
    const times = eventTimes(stateOf({}), events);
    expect([5, 10, 15, 20, 29, 99].map((at) => seqAt(times, at))).toEqual([1, 1, 1, 3, 3, 4]);
    expect([0, 1, 2, 4, 9].map((seq) => timeOf(times, seq))).toEqual([10, 10, 20, 30, 30]);
    expect([seqAt([], 5), timeOf([], 5)]).toEqual([1, 0]);
  });

  it("estimate between what the state of a long run tells", () => {
    const state = stateOf({}, [
      { openedSeq: 400, openedAt: 4_000 },
      { openedSeq: 990, openedAt: 9_000 },
    ]);
    Object.assign(state, { seq: 1_000, createdAt: 10, lastAt: 10_000 });
    state.replanHistory = [{ startedSeq: 200, startedAt: 3_000 }] as never;
    const tail = [
      { seq: 900, at: 8_000 },
      { seq: 901, at: 8_010 },
    ] as RunEvent[];
    const times = eventTimes(state, tail);
    expect(times.map(({ seq }) => seq)).toEqual([1, 200, 400, 900, 901]);
    expect(seqAt(times, 3_500)).toBe(300);
    expect(timeOf(times, 300)).toBe(3_500);
    expect(eventTimes(state, []).at(-1)).toEqual({ seq: 1_000, at: 10_000 });
  });
});
