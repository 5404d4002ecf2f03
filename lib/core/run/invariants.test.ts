import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bringToEnd,
  longTapeArb,
  mayMove,
  planArb,
  play,
  settingsArb,
  tapeArb,
} from "@/lib/testing/runs/random-run";
import { eventsBehindEnd, RunWorld } from "@/lib/testing/runs/run-world";
import { scaled } from "@/lib/testing/scaled";
import { byteLength } from "../bytes";
import { fold, MAX_EVENT_BYTES, nextEffects, type RunEvent, type RunState, readEvent, reduce } from ".";
import { EVENT_TYPES } from "./events";
import { gatesOfTask } from "./gates/of-task";
import { ledgerOf } from "./ledger/budgets";
import type { TaskState } from "./state";
import { dependencyEffect } from "./state/dependencies";
import { initialState } from "./state/initial";
import { METER_NAMES } from "./state/ledger";

const story = fc.record({ plan: planArb, settings: settingsArb, tape: tapeArb });
type Story = { plan: RunWorld["plan"]; settings: object; tape: number[] };

/** Plays a random story and looks at every step. */
function tell({ plan, settings, tape }: Story, look: (world: RunWorld, from: number) => void): RunWorld {
  const world = new RunWorld({ plan, settings });
  let seen = 0;
  const each = () => {
    look(world, seen);
    seen = world.events.length;
  };
  play(world, tape, each);
  bringToEnd(world, each);
  return world;
}

function expectedReady(state: RunState): string[] {
  return state.order.filter((id) => {
    const task = state.tasks[id];
    if (task?.status !== "pending") return false;
    return task.spec.dependsOn.every(
      (one) => dependencyEffect(state, state.tasks[one] as TaskState, task) === "satisfied",
    );
  });
}

/** Nobody waits for the end of an effect that the run no longer wants: it would never park. */
const isWanted = (state: RunState, key: string): boolean =>
  nextEffects(state).some((effect) => effect.key === key);

function hasFailed(state: RunState, id: string): boolean {
  const { status, tolerated } = state.tasks[id] ?? {};
  return (status === "failed" || status === "blocked") && !tolerated;
}

/** What looks at one story: at each of its steps, at those events that are new, and once at its end. */
type Watch = {
  step?(world: RunWorld): void;
  event?(event: RunEvent, before: RunState): void;
  end?(world: RunWorld): void;
};

/** What holds of every story. Each is watched in all of them: to tell a story costs more than to watch it. */
const INVARIANTS: Record<string, () => Watch> = {
  "no task starts before its dependencies allow it, except the review that governs a halt": () => ({
    event(event, before) {
      if (event.type !== "task_started") return;
      const governs = before.halt?.review === event.payload.taskId;
      expect(governs || before.ready.includes(event.payload.taskId)).toBe(true);
    },
  }),

  "a task succeeds once and never changes afterwards; attempts rise one by one within their limit": () => {
    const results = new Map<string, string>();
    const attempts = new Map<string, number>();
    const retried = new Map<string, number>();
    return {
      event(event) {
        if (event.type === "task_succeeded") {
          expect(results.has(event.payload.taskId)).toBe(false);
          results.set(event.payload.taskId, event.payload.value.digest);
        }
        if (event.type === "task_reopened" || event.type === "attempt_restarted") {
          const { taskId } = event.payload;
          retried.set(taskId, 1 + (retried.get(taskId) ?? 0));
        }
        const { type } = event;
        if (type !== "attempt_restarted" && type !== "task_started" && type !== "task_retried") return;
        const { taskId, attempt } = event.payload;
        expect(attempt).toBe((attempts.get(taskId) ?? 0) + 1);
        attempts.set(taskId, attempt);
      },
      end({ state }) {
        for (const [id, digest] of results) {
          expect(state.tasks[id]).toMatchObject({ status: "succeeded", result: { digest } });
        }
        for (const [id, n] of attempts) {
          const allowed = 1 + (state.tasks[id]?.spec.maxRetries ?? 0);
          expect(n).toBeLessThanOrEqual(allowed + (retried.get(id) ?? 0));
        }
      },
    };
  },

  "replans stay within their limits, in total and by lineage, raised ones included": () => ({
    step({ state: { counters, raised, settings } }) {
      const { replans, wishes } = counters;
      expect(replans - wishes).toBeLessThanOrEqual(raised.maxTotalReplans ?? settings.maxTotalReplans);
      expect(wishes).toBeLessThanOrEqual(raised.maxWishes ?? settings.maxWishes);
      for (const [lineage, n] of Object.entries(counters.replansByLineage)) {
        expect(n).toBeLessThanOrEqual(raised.replansByLineage[lineage] ?? settings.maxReplansPerTask);
      }
    },
  }),

  "what is used and reserved never passes a limit, raised ones included, and reservations are summed up":
    () => ({
      step({ state }) {
        for (const { used, reserved, limit, counter } of ledgerOf(state, state.lastAt)) {
          if (counter !== "maxDurationMs") expect(used + reserved).toBeLessThanOrEqual(limit ?? Infinity);
        }
        const open = Object.values(state.ledger.reservations);
        for (const meter of METER_NAMES) {
          const sum = open.reduce((before, { amounts }) => before + (amounts[meter] ?? 0), 0);
          expect(state.ledger.reserved[meter]).toBe(sum);
        }
      },
    }),

  "nobody waits for room in a budget for ever: something is under way or about to begin": () => ({
    step({ state }) {
      if (Object.keys(state.ledger.queued).length === 0 || state.ledger.exhaustedLimit) return;
      const work = nextEffects(state).filter(({ kind }) => kind !== "wake");
      expect(work.length + Object.keys(state.inFlight).length).toBeGreaterThan(0);
    },
  }),

  "the history tells every replan and iteration once, one of them under way at most, and counts them as the run does":
    () => ({
      step({ state: { replanHistory, counters, replan, replanFailed, iteration } }) {
        const begun = replanHistory.filter(({ outcome }) => outcome === "started");
        const underWay = (replan !== undefined && !replanFailed) || iteration !== undefined;
        expect(begun.length).toBeLessThanOrEqual(underWay ? 1 : 0);
        const replans = replanHistory.filter(
          ({ kind, outcome }) => kind === "replan" && outcome !== "withdrawn",
        );
        expect(counters.replans).toBe(replans.length);
      },
      end(world) {
        const started = world.events.flatMap((event) =>
          event.type === "replan_started" || event.type === "iteration_started" ? event.seq : [],
        );
        expect(world.state.replanHistory.map(({ startedSeq }) => startedSeq)).toEqual(started);
        expect(world.last("run_finished").payload.replans).toBe(world.state.counters.replans);
      },
    }),

  "iterations stay within their limit, rise one by one when they start, and every summary is routed once":
    () => ({
      step({ state }) {
        expect(state.counters.iterations).toBeLessThanOrEqual(state.settings.maxIterations);
        if (state.settings.summarizer === "off") expect(state.summaries).toEqual([]);
      },
      end(world) {
        const started = world.events.filter((event) => event.type === "iteration_started");
        expect(started.map(({ payload }) => payload.iteration)).toEqual(started.map((_, n) => n + 1));
        const types = world.types();
        const summaries = types.filter((type) => type === "summarized").length;
        expect(types.filter((type) => type === "iteration_routed")).toHaveLength(summaries);
        expect(summaries).toBeLessThanOrEqual(1 + started.length);
      },
    }),

  "an answer is revised within its limit, and the best that was scored stands": () => ({
    end({ state }) {
      const { reflection, settings } = state;
      const { enabled, maxRevisions, threshold } = settings.reflection;
      if (!reflection) return;
      expect(enabled).toBe(true);
      expect(reflection.answers.length).toBeLessThanOrEqual(maxRevisions + 1);
      const { accepted, answers } = reflection;
      if (!accepted) return;
      const kept = answers[accepted.kept];
      const scores = answers.flatMap(({ critique }) => critique?.score ?? []);
      expect(state.answer).toEqual(kept?.value);
      expect(accepted.outcome === "passed").toBe((accepted.score ?? -1) >= threshold);
      if (kept?.critique) expect(accepted.score).toBe(Math.max(...scores));
      expect(["answer_complete", "completed_early"]).toContain(state.finished?.reason);
    },
  }),

  "the run can always move, and reaches its end when people and models are willing": () => ({
    step({ state }) {
      expect(mayMove(state)).toBe(true);
      if (!state.paused)
        expect(Object.keys(state.inFlight).filter((key) => !isWanted(state, key))).toEqual([]);
    },
    end({ state }) {
      expect(state.phase).toBe("ended");
      expect(state.taskTotals.open).toBe(0);
      expect(Object.keys(state.openApprovals)).toEqual([]);
    },
  }),

  "a task waits as long as a gate holds it, and shows one that is open": () => ({
    step({ state }) {
      for (const { id, status, approvalId } of Object.values(state.tasks)) {
        const gates = gatesOfTask(state, id).map((gate) => gate.approvalId);
        expect(gates.length > 0).toBe(status === "waiting");
        if (status === "waiting") expect(gates).toContain(approvalId);
      }
    },
  }),

  "the state is the fold of its events, the indexes agree with the tasks, and events are small and readable":
    () => ({
      step({ state }) {
        if (state.phase !== "executing") return;
        expect([...state.ready].sort()).toEqual(expectedReady(state).sort());
        expect(Object.keys(state.openFailures).every((id) => hasFailed(state, id))).toBe(true);
        expect(state.taskTotals.open).toBe(
          state.order.filter((id) =>
            ["pending", "running", "waiting"].includes(state.tasks[id]?.status ?? ""),
          ).length,
        );
      },
      end(world) {
        const read = world.events.map((event) => readEvent(JSON.parse(JSON.stringify(event))));
        expect(fold("run_1", read)).toEqual(JSON.parse(JSON.stringify(world.state)));
        for (const event of read) {
          if (event.type !== "plan_version_adopted")
            expect(byteLength(JSON.stringify(event))).toBeLessThan(MAX_EVENT_BYTES);
        }
      },
    }),
};

/** Tells a story to a watch of every invariant; a failure says first which one it is of. */
function watchStory(one: Story): void {
  const watches = Object.entries(INVARIANTS).map(([name, begin]) => ({ name, ...begin() }));
  const each = (look: (watch: Watch) => void) => {
    for (const watch of watches) {
      try {
        look(watch);
      } catch (error) {
        throw new Error(`${watch.name}: ${String(error)}`, { cause: error });
      }
    }
  };
  let before = initialState("run_1");
  const world = tell(one, (now, from) => {
    for (const event of now.events.slice(from)) {
      each((watch) => watch.event?.(event, before));
      before = reduce(before, event);
    }
    each((watch) => watch.step?.(now));
  });
  each((watch) => watch.end?.(world));
}

describe("whatever the plan, the outcomes and the order of commands", () => {
  it("every invariant holds at every step", { timeout: 120_000 }, () => {
    fc.assert(fc.property(story, watchStory), { numRuns: scaled(400) });
  });

  it("behind the end of a run stands nothing but late evidence", () => {
    fc.assert(
      fc.property(story, tapeArb, (one, afterwards) => {
        const world = tell(one, () => {});
        world.send({ type: "take_lease", workerId: "w2" });
        play(world, afterwards, () => {});
        world.send({ type: "release", keys: [], cause: "shutdown" });
        world.send({ type: "report_fault", fault: { code: "thrown", message: "too late" } });
        expect(eventsBehindEnd(world.events)).toEqual([]);
      }),
      { numRuns: scaled(100) },
    );
  });
});

it("reduce gives the next state and leaves the given one as it was", () => {
  const world = new RunWorld({});
  const [created] = world.events;
  const before = initialState("run_1");
  const after = reduce(before, created as RunEvent);
  expect(after.phase).toBe("planning");
  expect(before).toEqual(initialState("run_1"));
});

it("the random stories do visit every kind of event that runs can have", () => {
  const elsewhere = new Set([
    ...[
      "plan_proposed",
      "planning_started",
      "plan_rejected",
      "run_created",
      "engine_fault",
      "replan_refused",
    ],
    ...["task_step", "tool_started", "tool_finished", "tool_denied", "policy_applied", "llm_called"],
    "effects_released",
    ...["approval_expired", "approval_superseded", "run_forked", "reviews_given", "tools_changed"],
  ]);
  const missing = new Set(EVENT_TYPES.filter((type) => !elsewhere.has(type)));
  const longStory = fc.record({ plan: planArb, settings: settingsArb, tape: longTapeArb });
  // The first seeds get there soonest; the others stand in when the stories change.
  for (const seed of [36, 17, ...Array.from({ length: 25 }, (_, n) => 100 + n)]) {
    if (missing.size === 0) break;
    for (const one of fc.sample(longStory, { numRuns: 40, seed })) {
      if (missing.size === 0) break;
      for (const { type } of tell(one, () => {}).events) missing.delete(type);
    }
  }
  expect([...missing]).toEqual([]);
});
