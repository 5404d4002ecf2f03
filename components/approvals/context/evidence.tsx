import { lazy } from "react";
import { isJsonObject, type Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { looksAt } from "@/lib/core/plan/flows";
import type { ShownList } from "@/lib/core/run/gates/items";
import { simulatedBasis } from "@/lib/core/run/simulated";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { SimulatedNote } from "../../ui/simulated-note";
import { withoutList } from "./value-display";
import { ValueText } from "./value-text";

export const loadResults = () => import("./result-lines");
/** The results of tasks, each with what holds it: most gates that ask first have none before them. In one piece with what is read below them. */
const ResultLines = lazy(() => loadResults().then((room) => ({ default: room.ResultLines })));

type EvidenceProps = {
  state: RunState;
  taskId: string | undefined;
  shown: Json | undefined;
  /** Of the shown value. */
  digest?: string | undefined;
  /** The list in the shown value whose items stand above. */
  list?: ShownList | undefined;
};

/** What the decision rests on: what the gate shows, else the results of the tasks before it, each with what holds it. */
export function Evidence({ state, taskId, shown, digest, list }: EvidenceProps) {
  const before = taskId === undefined ? [] : tasksBefore(state, taskId);
  // A review is shown in full under its own heading.
  const results = before.filter((task) => task.spec.type !== "planning_review" || !task.proposal);
  const isByTask =
    isJsonObject(shown) && before.length > 0 && before.every((task) => Object.hasOwn(shown, task.id));
  const byTask = isByTask ? shown : undefined;
  const rest = list ? withoutList(shown, list.path) : shown;
  return (
    <div className="grid gap-2.5">
      {taskId !== undefined && <SimulatedNote tools={simulatedBasis(state, taskId)} />}
      {rest !== undefined && byTask === undefined && <ValueText value={rest} />}
      {results.length > 0 && <ResultLines {...{ state, results, byTask, shown, digest, list }} />}
      {before.length === 0 && (
        <p className="text-muted">
          {shown === undefined ? "No earlier tasks." : "None: no earlier task’s result is behind this."}
        </p>
      )}
    </div>
  );
}

/** The tasks whose results a gate or a review looks at. */
export function tasksBefore(state: RunState, taskId: string): TaskState[] {
  const spec = getOwn(state.tasks, taskId)?.spec;
  return (spec ? looksAt(spec) : []).flatMap((id) => getOwn(state.tasks, id) ?? []);
}
