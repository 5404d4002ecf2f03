import { lazy } from "react";
import { describeEvidence } from "@/lib/core/describe/gates/came-to";
import { isJsonObject, type Json } from "@/lib/core/json";
import { evidenceOf } from "@/lib/core/run/gates/acts";
import type { ShownList } from "@/lib/core/run/gates/items";
import { simulatedBasis } from "@/lib/core/run/simulated";
import type { RunState } from "@/lib/core/run/state";
import { SeenText } from "../../ui/seen-text";
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
  /** What stands above of the work that the answer lets act; absent where none of it is shown. */
  listed?: Parameters<typeof evidenceOf>[2] | undefined;
};

/** What the decision rests on: what the gate shows, else the results of the tasks before it, each with what holds it. */
export function Evidence({ state, taskId, shown, digest, list, listed }: EvidenceProps) {
  const evidence = evidenceOf(state, taskId, listed ?? []);
  const { before } = evidence;
  // A review is shown in full under its own heading.
  const results = before.filter((task) => task.spec.type !== "planning_review" || !task.proposal);
  const isByTask =
    isJsonObject(shown) && before.length > 0 && before.every((task) => Object.hasOwn(shown, task.id));
  const byTask = isByTask ? shown : undefined;
  const rest = list ? withoutList(shown, list.path) : shown;
  const note = describeEvidence(evidence, { isReleaseShown: listed !== undefined });
  return (
    <div className="grid gap-2.5">
      {taskId !== undefined && <SimulatedNote tools={simulatedBasis(state, taskId)} />}
      {rest !== undefined && byTask === undefined && <ValueText value={rest} />}
      {results.length > 0 && <ResultLines {...{ state, results, byTask, shown, digest, list }} />}
      {note !== undefined && (
        <p className="wrap-anywhere text-muted">
          <SeenText text={note} />
        </p>
      )}
    </div>
  );
}
