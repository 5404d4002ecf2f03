"use client";

import { useMemo } from "react";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { holdingReview } from "@/lib/testing/runs/waiting-gate";
import { Decisions } from "../inspector/decisions";
import { Overview } from "../inspector/overview";
import { CLOSED_STORIES, GATE_STORIES } from "./gate-stories";
import { runUnderWay } from "./planning/runs";
import { Fetched, Panel, type Scheme, Specimen, State } from "./specimen";
import { storyNamed } from "./stories";

/** What one reads of a run and its tasks. */
export function RunParts() {
  return (
    <>
      <Specimen
        name="Overview"
        states="waits for another, verified in part, failed, held, waits for a person"
      >
        {(scheme) => <Overviews scheme={scheme} />}
      </Specimen>
      <Specimen name="Decisions" states="none, held, waits for an answer, overridden">
        {(scheme) => <DecisionsOfTasks scheme={scheme} />}
      </Specimen>
    </>
  );
}

function Overviews({ scheme }: { scheme: Scheme }) {
  const shown = useMemo(() => {
    const { state } = runUnderWay();
    const failing = new RunWorld({ plan: planOf({ id: "a", title: "Collect", maxRetries: 0 }) });
    failing.start();
    failing.refuse("a", "The sum is negative.");
    return [
      ["waits for another", state, "c"],
      ["retried", state, "a"],
      ["waits for a person", state, "ask"],
      ["failed", failing.state, "a"],
      ["held", holdingReview("REPLAN").state, "r"],
    ] as const;
  }, []);
  return (
    <Fetched queries={[]}>
      {shown.map(([name, state, taskId]) => {
        const task = state.tasks[taskId];
        return (
          <State key={name} name={name}>
            <Panel>
              {task && (
                <Overview
                  state={{ ...state, runId: `run_overview-${scheme}` }}
                  task={task}
                  onSelect={() => {}}
                />
              )}
            </Panel>
          </State>
        );
      })}
    </Fetched>
  );
}

function DecisionsOfTasks({ scheme }: { scheme: Scheme }) {
  const shown = useMemo(() => {
    const held = holdingReview("CONTINUE");
    const open = storyNamed(GATE_STORIES.review_decision(), `open-${scheme}`);
    const closed = storyNamed(CLOSED_STORIES.decided(), `decided-${scheme}`);
    const under = runUnderWay();
    return [
      ["none", under.state, "b", under.events],
      ["held", held.state, "r", held.events],
      ["waits for an answer", open.state, open.gate.taskId ?? "", []],
      ["overridden", closed.state, closed.gate.taskId ?? "", []],
    ] as const;
  }, [scheme]);
  return (
    <Fetched queries={[]}>
      {shown.map(([name, state, taskId, events]) => {
        const task = state.tasks[taskId];
        return (
          <State key={name} name={name}>
            <Panel>{task && <Decisions state={state} task={task} events={events} />}</Panel>
          </State>
        );
      })}
    </Fetched>
  );
}
