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
const RUNS = { numRuns: scaled(400) };

/** Plays a random story and looks at every step. */
function tell(
  { plan, settings, tape }: { plan: RunWorld["plan"]; settings: object; tape: number[] },
  look: (world: RunWorld, from: number) => void,
): RunWorld {
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
      (one) => dependencyEffect(state.tasks[one] as TaskState, task) === "satisfied",
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

describe("whatever the plan, the outcomes and the order of commands", () => {
  it("no task starts before its dependencies allow it, except the review that governs a halt", () => {
    fc.assert(
      fc.property(story, (one) => {
        tell(one, (world, from) => {
          for (const event of world.events.slice(from)) {
            if (event.type !== "task_started") continue;
            const before = fold("run_1", world.events.slice(0, event.seq - 1));
            const governs = before.halt?.review === event.payload.taskId;
            expect(governs || before.ready.includes(event.payload.taskId)).toBe(true);
          }
        });
      }),
      { numRuns: scaled(100) },
    );
  });

  it("a task succeeds once and never changes afterwards; attempts rise one by one within their limit", () => {
    fc.assert(
      fc.property(story, (one) => {
        const results = new Map<string, string>();
        const attempts = new Map<string, number>();
        const retried = new Map<string, number>();
        const world = tell(one, (now, from) => {
          for (const event of now.events.slice(from)) {
            if (event.type === "task_succeeded") {
              expect(results.has(event.payload.taskId)).toBe(false);
              results.set(event.payload.taskId, event.payload.value.digest);
            }
            if (event.type === "task_reopened") {
              const { taskId } = event.payload;
              retried.set(taskId, 1 + (retried.get(taskId) ?? 0));
            }
            if (event.type === "attempt_restarted") {
              const { taskId } = event.payload;
              retried.set(taskId, 1 + (retried.get(taskId) ?? 0));
            } else if (event.type !== "task_started" && event.type !== "task_retried") continue;
            const { taskId, attempt } = event.payload;
            expect(attempt).toBe((attempts.get(taskId) ?? 0) + 1);
            attempts.set(taskId, attempt);
          }
        });
        for (const [id, digest] of results) {
          expect(world.state.tasks[id]).toMatchObject({ status: "succeeded", result: { digest } });
        }
        for (const [id, n] of attempts) {
          const allowed = 1 + (world.state.tasks[id]?.spec.maxRetries ?? 0);
          expect(n).toBeLessThanOrEqual(allowed + (retried.get(id) ?? 0));
        }
      }),
      RUNS,
    );
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

  it("replans stay within their limits, in total and by lineage, raised ones included", () => {
    fc.assert(
      fc.property(story, (one) => {
        tell(one, ({ state }) => {
          const { counters, raised, settings } = state;
          const { replans, wishes } = counters;
          expect(replans - wishes).toBeLessThanOrEqual(raised.maxTotalReplans ?? settings.maxTotalReplans);
          expect(wishes).toBeLessThanOrEqual(raised.maxWishes ?? settings.maxWishes);
          for (const [lineage, n] of Object.entries(counters.replansByLineage)) {
            expect(n).toBeLessThanOrEqual(raised.replansByLineage[lineage] ?? settings.maxReplansPerTask);
          }
        });
      }),
      RUNS,
    );
  });

  it("what is used and reserved never passes a limit, raised ones included, and reservations are summed up", () => {
    fc.assert(
      fc.property(story, (one) => {
        tell(one, ({ state }) => {
          for (const { used, reserved, limit, counter } of ledgerOf(state, state.lastAt)) {
            if (counter !== "maxDurationMs") expect(used + reserved).toBeLessThanOrEqual(limit ?? Infinity);
          }
          const open = Object.values(state.ledger.reservations);
          for (const meter of METER_NAMES) {
            const sum = open.reduce((before, { amounts }) => before + (amounts[meter] ?? 0), 0);
            expect(state.ledger.reserved[meter]).toBe(sum);
          }
        });
      }),
      RUNS,
    );
  });

  it("nobody waits for room in a budget for ever: something is under way or about to begin", () => {
    fc.assert(
      fc.property(story, (one) => {
        tell(one, ({ state }) => {
          if (Object.keys(state.ledger.queued).length === 0 || state.ledger.exhaustedLimit) return;
          const work = nextEffects(state).filter(({ kind }) => kind !== "wake");
          expect(work.length + Object.keys(state.inFlight).length).toBeGreaterThan(0);
        });
      }),
      RUNS,
    );
  });

  it("the history tells every replan and iteration once, one of them under way at most, and counts them as the run does", () => {
    fc.assert(
      fc.property(story, (one) => {
        const world = tell(one, ({ state }) => {
          const { replanHistory, counters, replan, replanFailed, iteration } = state;
          const begun = replanHistory.filter(({ outcome }) => outcome === "started");
          const underWay = (replan !== undefined && !replanFailed) || iteration !== undefined;
          expect(begun.length).toBeLessThanOrEqual(underWay ? 1 : 0);
          const replans = replanHistory.filter(
            ({ kind, outcome }) => kind === "replan" && outcome !== "withdrawn",
          );
          expect(counters.replans).toBe(replans.length);
        });
        const started = world.events.flatMap((event) =>
          event.type === "replan_started" || event.type === "iteration_started" ? event.seq : [],
        );
        expect(world.state.replanHistory.map(({ startedSeq }) => startedSeq)).toEqual(started);
        expect(world.last("run_finished").payload.replans).toBe(world.state.counters.replans);
      }),
      RUNS,
    );
  });

  it("iterations stay within their limit, rise one by one when they start, and every summary is routed once", () => {
    fc.assert(
      fc.property(story, (one) => {
        const world = tell(one, ({ state }) => {
          expect(state.counters.iterations).toBeLessThanOrEqual(state.settings.maxIterations);
          if (state.settings.summarizer === "off") expect(state.summaries).toEqual([]);
        });
        const started = world.events.filter((event) => event.type === "iteration_started");
        expect(started.map(({ payload }) => payload.iteration)).toEqual(started.map((_, n) => n + 1));
        const types = world.types();
        const summaries = types.filter((type) => type === "summarized").length;
        expect(types.filter((type) => type === "iteration_routed")).toHaveLength(summaries);
        expect(summaries).toBeLessThanOrEqual(1 + started.length);
      }),
      RUNS,
    );
  });

  it("an answer is revised within its limit, and the best that was scored stands", () => {
    fc.assert(
      fc.property(story, (one) => {
        const { state } = tell(one, () => {});
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
      }),
      RUNS,
    );
  });

  it("the run can always move, and reaches its end when people and models are willing", () => {
    fc.assert(
      fc.property(story, (one) => {
        const world = tell(one, ({ state }) => {
          expect(mayMove(state)).toBe(true);
          if (!state.paused)
            expect(Object.keys(state.inFlight).filter((key) => !isWanted(state, key))).toEqual([]);
        });
        expect(world.state.phase).toBe("ended");
        expect(world.state.taskTotals.open).toBe(0);
        expect(Object.keys(world.state.openApprovals)).toEqual([]);
      }),
      RUNS,
    );
  });

  it("a task waits as long as a gate holds it, and shows one that is open", () => {
    fc.assert(
      fc.property(story, (one) => {
        tell(one, ({ state }) => {
          for (const { id, status, approvalId } of Object.values(state.tasks)) {
            const gates = gatesOfTask(state, id).map((gate) => gate.approvalId);
            expect(gates.length > 0).toBe(status === "waiting");
            if (status === "waiting") expect(gates).toContain(approvalId);
          }
        });
      }),
      { numRuns: scaled(200) },
    );
  });

  it("the state is the fold of its events, the indexes agree with the tasks, and events are small and readable", () => {
    fc.assert(
      fc.property(story, (one) => {
        const world = tell(one, ({ state }) => {
          if (state.phase !== "executing") return;
          expect([...state.ready].sort()).toEqual(expectedReady(state).sort());
          expect(Object.keys(state.openFailures).every((id) => hasFailed(state, id))).toBe(true);
          expect(state.taskTotals.open).toBe(
            state.order.filter((id) =>
              ["pending", "running", "waiting"].includes(state.tasks[id]?.status ?? ""),
            ).length,
          );
        });
        const read = world.events.map((event) => readEvent(JSON.parse(JSON.stringify(event))));
        expect(fold("run_1", read)).toEqual(JSON.parse(JSON.stringify(world.state)));
        for (const event of read) {
          if (event.type !== "plan_version_adopted")
            expect(byteLength(JSON.stringify(event))).toBeLessThan(MAX_EVENT_BYTES);
        }
      }),
      { numRuns: scaled(200) },
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
    ...["approval_expired", "approval_superseded", "run_forked", "reviews_given"],
  ]);
  const missing = new Set(EVENT_TYPES.filter((type) => !elsewhere.has(type)));
  const longStory = fc.record({ plan: planArb, settings: settingsArb, tape: longTapeArb });
  // The first seeds get there soonest; the others stand in when the stories change.
  for (const seed of [2, 26, ...Array.from({ length: 25 }, (_, n) => 100 + n)]) {
    if (missing.size === 0) break;
    for (const one of fc.sample(longStory, { numRuns: 40, seed })) {
      if (missing.size === 0) break;
      for (const { type } of tell(one, () => {}).events) missing.delete(type);
    }
  }
  expect([...missing]).toEqual([]);
});
