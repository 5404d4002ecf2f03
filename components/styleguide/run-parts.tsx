"use client";

import { useMemo } from "react";
import { StoppedClock } from "@/lib/client/run-clock";
import { getOwn } from "@/lib/core/own";
import { statedReason } from "@/lib/core/run/reasons";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { holdingReview } from "@/lib/testing/runs/waiting-gate";
import { Decisions } from "../inspector/decisions";
import { Overview } from "../inspector/overview";
import { CLOSED_STORIES, GATE_STORIES } from "./gate-stories";
import { runUnderWay, toldRun } from "./planning/runs";
import { Fetched, LONG_TEXT, Panel, type Scheme, Specimen, State } from "./specimen";
import { storyNamed } from "./stories";

/** What one reads of a run and its tasks. */
export function RunParts() {
  return (
    <>
      <Specimen
        name="Overview"
        states="waits for another, verified in part, failed, held, waits for a person; all that may be told of one, why it is not known"
      >
        {(scheme) => <Overviews scheme={scheme} />}
      </Specimen>
      <Specimen
        name="Decisions"
        states="none, held, not readable, waits for an answer, overridden while it was held and at a gate"
      >
        {(scheme) => <DecisionsOfTasks scheme={scheme} />}
      </Specimen>
    </>
  );
}

function Overviews({ scheme }: { scheme: Scheme }) {
  const shown = useMemo(() => {
    const { state } = runUnderWay();
    const told = toldRun();
    const failing = new RunWorld({ plan: planOf({ id: "a", title: "Collect", maxRetries: 0 }) });
    failing.start();
    failing.refuse("a", "The sum is negative.");
    return [
      ["waits for another", state, "c"],
      ["retried", state, "a"],
      ["waits for a person", state, "ask"],
      ["failed", failing.state, "a"],
      ["held", holdingReview("REPLAN").state, "r"],
      ["held, about to be applied", holdingReview("REPLAN").state, "r"],
      ["a review", told, "r"],
      ["a gate", told, "ask"],
      ["everything told", withTask(told, "a", everythingTold), "a"],
      ["not known", withTask(told, "a", nothingKnown), "a"],
    ] as const;
  }, []);
  return (
    <Fetched queries={[]}>
      {shown.map(([name, state, taskId]) => {
        const task = state.tasks[taskId];
        return (
          <State key={name} name={name}>
            <StoppedClock value={name === "held, about to be applied" ? task?.heldUntil : undefined}>
              <Panel>
                {task && (
                  <Overview
                    state={{ ...state, runId: `run_overview-${scheme}` }}
                    task={task}
                    onSelect={() => {}}
                  />
                )}
              </Panel>
            </StoppedClock>
          </State>
        );
      })}
    </Fetched>
  );
}

const withTask = (state: RunState, taskId: string, tell: (task: TaskState) => TaskState): RunState => {
  const task = getOwn(state.tasks, taskId);
  return task ? { ...state, tasks: { ...state.tasks, [taskId]: tell(task) } } : state;
};

/** A task with what models and checks may say of one. */
const everythingTold = (task: TaskState): TaskState => ({
  ...task,
  detailed: { details: ["Begin with the newest page.", LONG_TEXT] },
  synthesis: { attempt: 1, inputTokens: 9_000, outputTokens: 8_000, limit: 4_000 },
  reasoned: {
    said: {
      ...{ reasoning: "The ledger is complete.", expectedOutcome: "One table.", confidence: 0.8 },
      alternatives: ["Ask the shop", LONG_TEXT],
    },
  },
  attempts: task.attempts.map((one) => ({ ...one, steps: 3 })),
});

const nothingKnown = (task: TaskState): TaskState => ({
  ...task,
  spec: { ...task.spec, input: "" },
  detailed: { problem: statedReason("The model did not answer.") },
  synthesis: { attempt: 1, limit: 4_000 },
  reasoned: { said: null, problem: statedReason("The model did not answer.") },
});

const unproposed = ({ proposal: _proposal, heldUntil: _heldUntil, ...task }: TaskState): TaskState => task;

/** The same events, of which no proposal could be read. */
const unread = (events: RunWorld["events"]): RunWorld["events"] =>
  events.map((event) =>
    event.type === "review_proposed"
      ? { ...event, payload: { ...event.payload, problem: statedReason("It wrote no decision.") } }
      : event,
  );

function DecisionsOfTasks({ scheme }: { scheme: Scheme }) {
  const shown = useMemo(() => {
    const held = holdingReview("CONTINUE");
    const open = storyNamed(GATE_STORIES.review_decision(), `open-${scheme}`);
    const closed = storyNamed(CLOSED_STORIES.decided(), `decided-${scheme}`);
    const under = runUnderWay();
    const decided = holdingReview("CONTINUE");
    decided.send({ type: "override_review", taskId: "r", decision: "COMPLETE", reason: "Enough." }, ANNA);
    return [
      ["none", under.state, "b", under.events],
      ["held", held.state, "r", held.events],
      ["not readable", withTask(held.state, "r", unproposed), "r", unread(held.events)],
      ["waits for an answer", open.state, open.gate.taskId ?? "", []],
      ["overridden", closed.state, closed.gate.taskId ?? "", []],
      ["decided", decided.state, "r", decided.events],
    ] as const;
  }, [scheme]);
  return (
    <Fetched queries={[]}>
      {shown.map(([name, state, taskId, events]) => {
        const task = getOwn(state.tasks, taskId);
        return (
          <State key={name} name={name}>
            <Panel>{task && <Decisions state={state} task={task} events={events} />}</Panel>
          </State>
        );
      })}
    </Fetched>
  );
}
