"use client";

import { useId } from "react";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { decisionHelp } from "./consequences";
import { isSplit, votersFor } from "./vote-words";

type DecisionChoicesProps = {
  state: RunState;
  taskId: string | undefined;
  decisions: readonly string[];
  proposed: string | undefined;
  chosen: string | undefined;
  onChoose(decision: string): void;
};

/** The four decisions, each with what it leads to; the proposed one says so. */
export function DecisionChoices(props: DecisionChoicesProps) {
  const { state, taskId, decisions, proposed, chosen, onChoose } = props;
  const name = useId();
  const task = taskId === undefined ? undefined : state.tasks[taskId];
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 font-medium">Your decision</legend>
      {decisions.map((decision) => (
        <label
          key={decision}
          className="grid cursor-pointer grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2 rounded-lg border border-line bg-panel px-3 py-2 has-checked:border-person has-checked:bg-person-soft has-focus-visible:outline-2 has-focus-visible:outline-run has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name={name}
            checked={decision === chosen}
            onChange={() => onChoose(decision)}
            aria-label={decision === proposed ? `${decision}, proposed` : decision}
            className="mt-1 size-4 accent-person outline-none"
          />
          <span className="flex flex-wrap items-baseline justify-between gap-x-2">
            <span className="font-semibold">{decision}</span>
            <span className="text-muted text-xs">{supportNote(task, decision, proposed)}</span>
          </span>
          <span className="col-start-2 text-muted text-xs">{decisionHelp(state, taskId, decision)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** That it is what is put forward, and who of several reviewers is for it. */
function supportNote(task: TaskState | undefined, decision: string, proposed: string | undefined): string {
  const word = task && isSplit(task) ? "the strictest" : "proposed";
  const voters = task ? votersFor(task, decision) : [];
  return [...(decision === proposed ? [word] : []), ...(voters.length > 0 ? [voters.join(", ")] : [])].join(
    ": ",
  );
}
