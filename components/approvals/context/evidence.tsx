import { lazy } from "react";
import { describeEvidence } from "@/lib/core/describe/gates/came-to";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { heldQuestion } from "@/lib/core/run/controls/release/asked";
import { actsAt, evidenceOf } from "@/lib/core/run/gates/acts";
import type { ShownList } from "@/lib/core/run/gates/items";
import { simulatedBasis } from "@/lib/core/run/simulated";
import type { RunState, TaskState } from "@/lib/core/run/state";
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
  const byTask = resultsByTask(state, taskId, before, shown);
  // The last review is shown in full under its own heading; those before it where they are passed on.
  const apart = before.findLast(isReviewed);
  const results = before.filter((task) => !isReviewed(task) || (byTask !== undefined && task !== apart));
  const read = readByActs(state, taskId);
  const rest = list ? withoutList(shown, list.path) : shown;
  const note = describeEvidence(evidence, { isReleaseShown: listed !== undefined });
  return (
    <div className="grid gap-2.5">
      {taskId !== undefined && <SimulatedNote tools={simulatedBasis(state, taskId)} />}
      {rest !== undefined && byTask === undefined && <ValueText value={rest} hasMarkdown />}
      {results.length > 0 && (
        <ResultLines
          state={state}
          results={results}
          byTask={byTask}
          shown={shown}
          digest={digest}
          list={list}
          read={read}
        />
      )}
      {note !== undefined && (
        <p className="wrap-anywhere text-muted">
          <SeenText text={note} />
        </p>
      )}
    </div>
  );
}

/**
 * The shown value of a human gate whose plan gives it nothing to show: the results of the tasks before it, by their ids. Any
 * other value is drawn as it is, whatever keys somebody wrote in it.
 */
function resultsByTask(
  { tasks }: RunState,
  taskId: string | undefined,
  before: readonly TaskState[],
  shown: Json | undefined,
): JsonObject | undefined {
  const spec = getOwn(tasks, taskId ?? "")?.spec;
  const isGiven = spec?.type !== "human_review" || (spec.input !== "" && spec.input !== null);
  if (isGiven || before.length === 0 || !isJsonObject(shown)) return undefined;
  const isAll = Object.keys(shown).length === before.length;
  return isAll && before.every(({ id }) => Object.hasOwn(shown, id)) ? shown : undefined;
}

/** The results among the evidence of a review that work reads which its answer lets act. */
function readByActs(state: RunState, taskId = ""): ReadonlySet<string> {
  const task = getOwn(state.tasks, taskId);
  if (task?.spec.type !== "planning_review") return new Set();
  const acts = actsAt(state, heldQuestion(task));
  return new Set(acts.flatMap(({ isEvidence, task: { id } }) => (isEvidence ? [id] : [])));
}

const isReviewed = ({ spec, proposal }: TaskState): boolean =>
  spec.type === "planning_review" && proposal !== undefined;
