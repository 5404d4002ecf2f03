import { describe, expect, it } from "vitest";
import { StoppedClock } from "@/lib/client/run-clock";
import type { RunEvent } from "@/lib/core/run/events";
import type { AttemptState, RunState, TaskState } from "@/lib/core/run/state";
import type { ModelCallView } from "@/lib/core/views";
import { renderHtml, renderText } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { Costs } from "./costs";
import { Decisions } from "./decisions";
import { stepsAt, stepsVersion, Trajectory } from "./trajectory";
import type { StepView } from "./types";

const stepOf = (step: number, more: object = {}): StepView =>
  ({
    step,
    at: step,
    calls: [],
    summary: null,
    body: {
      step,
      thought: `Thought ${step}`,
      usage: {},
      startedAtMs: 0,
      latencyMs: 1,
      action: { type: "finish", answer: step },
      ...more,
    },
  }) as never;

const attemptOf = (more: Partial<AttemptState>): AttemptState => ({
  attempt: 1,
  startedAt: 0,
  steps: 0,
  ...more,
});

/** A run whose task `a` has had one attempt, which came to this. */
function runWith(attempt: Partial<AttemptState>, calls = 0): { state: RunState; task: TaskState } {
  const state = structuredClone(new RunWorld({ plan: planOf({ id: "a" }) }).state);
  const task = state.tasks.a as TaskState;
  Object.assign(task, { status: "running", attempt: 1, attempts: [attemptOf(attempt)] });
  state.counters.modelCalls = calls;
  return { state, task };
}

describe("the steps of a past moment", () => {
  const at = (known: Partial<AttemptState>, views: StepView[], events: object[] = []) =>
    stepsAt(views, { taskId: "a", known: attemptOf(known), events: events as RunEvent[] });

  it("are those that had been made, with the summaries and critiques that had come", () => {
    const critique = { score: 0.5, feedback: "", issues: [], suggestions: [] };
    const views = [
      { ...stepOf(1, { critique }), summary: { upToStep: 1 } as never },
      stepOf(2, { critique }),
      stepOf(3),
    ];
    const told = (known: Partial<AttemptState>) =>
      at(known, views).map(({ step, summary, body }) => [step, summary !== null, "critique" in body]);
    expect(told({ steps: 0 })).toEqual([]);
    expect(told({ steps: 2 })).toEqual([
      [1, false, false],
      [2, false, false],
    ]);
    expect(told({ steps: 3, summarizedSteps: 1, reflection: { critiques: 1 } })).toEqual([
      [1, true, true],
      [2, false, false],
      [3, false, false],
    ]);
    expect(stepsAt(views, { taskId: "a", known: undefined, events: [] })).toEqual([]);
  });

  it("lack in an open step what its calls had not yet given", () => {
    const call = (callId: string) => ({ callId, tool: "t", args: {} });
    const result = (callId: string) => ({ callId, tool: "t", ok: true, output: callId });
    const step = {
      ...stepOf(1, {
        action: { type: "parallel", calls: ["a", "b", "c"].map(call) },
        observation: { branches: ["a", "b", "c"].map(result), success: 3, failed: 0 },
        edited: { c: 1 },
        said: { c: [{ by: "Ada", words: "now" }] },
        chunks: [{ callId: "b", stream: "out", text: "later" }],
      }),
      calls: ["a", "b", "c"].map((callId) => ({ callId, sideEffects: "none", finished: true, latencyMs: 9 })),
    };
    const event = (type: string, callId: string, more: object = {}) => ({
      type,
      payload: { taskId: "a", attempt: 1, step: 1, callId, ...more },
    });
    const events = [
      ...[event("tool_started", "a"), event("tool_started", "b"), event("tool_finished", "a")],
      event("tool_finished", "c", { attempt: 2 }),
    ];
    const [open] = at({ steps: 1, open: true }, [step], events);
    expect(open?.body.branches?.map(({ callId }) => callId)).toEqual(["a"]);
    expect(open?.body).toMatchObject({ thought: "Thought 1", edited: {}, said: {}, chunks: [] });
    expect(open?.body).not.toHaveProperty("observation");
    expect(open?.calls).toMatchObject([
      { callId: "a", finished: true, latencyMs: 9 },
      { callId: "b", finished: false, latencyMs: null },
    ]);
    expect(at({ steps: 1 }, [step], events)[0]?.body).toHaveProperty("observation");
  });
});

/** The words of a part of the inspector at a moment of a run that has gone on since. */
const EVENTS: RunEvent[] = [];

describe("the trajectory at a past moment", () => {
  const { state: now } = runWith({ steps: 3 });
  const address = `/api/v1/runs/${now.runId}/trajectories?taskId=a&attempt=1&limit=100`;
  const page = { items: [1, 2, 3].map((step) => stepOf(step)), removedAt: null, nextAfter: null };
  const queries = [{ queryKey: ["pages", address, stepsVersion(now, "a", 1)], data: [page] }];
  const shown = (steps: number) => {
    const { state, task } = runWith({ steps });
    return renderText(
      <StoppedClock value={5}>
        <Trajectory state={state} now={now} task={task} events={EVENTS} />
      </StoppedClock>,
      { queries },
    );
  };

  it("shows the steps of the moment, out of what there is to read now", () => {
    expect(shown(1)).toContain("Thought 1");
    expect(shown(1)).not.toContain("Thought 2");
    expect(shown(2)).toContain("Thought 2");
    expect(shown(3)).toContain("Thought 3");
  });

  it("is of the attempt that the address names, with its task", () => {
    const { state, task } = runWith({ steps: 3 });
    const again = {
      ...task,
      attempt: 2,
      attempts: [attemptOf({ steps: 3 }), attemptOf({ attempt: 2, steps: 0 })],
    };
    const pressed = (search: string) =>
      renderHtml(<Trajectory state={state} now={now} task={again} events={EVENTS} />, {
        queries,
        search,
      }).match(/aria-pressed="true"[^>]*>([^<]*)/)?.[1];
    expect(pressed("attempt=a%401")).toMatch(/1/);
    for (const search of ["", "attempt=b%401", "attempt=a%409"]) expect(pressed(search)).toMatch(/2/);
  });

  it("reads again as the run goes on, and not with a step through it", () => {
    const { state: later } = runWith({ steps: 4 });
    expect(stepsVersion(later, "a", 1)).not.toBe(stepsVersion(now, "a", 1));
    expect(stepsVersion(later, "gone", 1)).toBe(stepsVersion(now, "gone", 1));
  });
});

describe("the cost at a past moment", () => {
  const { state: now } = runWith({ steps: 3 }, 3);
  const callOf = (callId: string, at: number) =>
    ({
      callId,
      at,
      role: "agent",
      model: callId,
      costUsd: 0.5,
      inputTokens: 1,
      outputTokens: 1,
    }) as ModelCallView;
  const address = `/api/v1/runs/${now.runId}/calls?limit=200&taskId=a`;
  const items = [callOf("first", 1), callOf("second", 5), callOf("third", 5)];
  const queries = [{ queryKey: ["pages", address, 3], data: [{ items, nextCursor: null }] }];
  const told = (callId: string) => ({ type: "llm_called", at: 5, payload: { callId } }) as never as RunEvent;
  const shown = (stoppedAt: number | undefined, events: RunEvent[]) => {
    const { state, task } = runWith({ steps: 1 }, 1);
    return renderText(
      <StoppedClock value={stoppedAt}>
        <Costs state={state} now={now} task={task} events={events} />
      </StoppedClock>,
      { queries },
    );
  };

  it("is that of the calls until then: of its own millisecond those that its events tell of", () => {
    expect(shown(4, [])).toContain("1 model call");
    expect(shown(5, [told("second")])).toContain("2 model calls");
    expect(shown(5, [told("second")])).not.toContain("third");
    expect(shown(5, [told("second"), told("third")])).toContain("3 model calls");
    expect(shown(undefined, [])).toContain("3 model calls");
    expect(shown(0, [])).toContain("No model calls yet");
  });
});

describe("the decisions at a past moment", () => {
  it("have no word that people said of them afterwards", () => {
    const { state, task } = runWith({ steps: 1 });
    const review = {
      ...task,
      status: "succeeded" as const,
      spec: { ...task.spec, type: "planning_review" as const },
    };
    const proposal = { decision: "CONTINUE", reasoning: "Fine", answers: [], reviewer: "r" } as const;
    const shown = (at: number | undefined) =>
      renderText(
        <StoppedClock value={at}>
          <Decisions state={state} events={[]} task={{ ...review, proposal: { ...proposal, answers: [] } }} />
        </StoppedClock>,
        { queries: [{ queryKey: ["marks", state.runId], data: { items: [] } }] },
      );
    expect(shown(undefined)).toContain("Right");
    expect(shown(5)).not.toContain("Right");
  });
});
