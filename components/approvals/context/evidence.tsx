import { taskStatusDisplay } from "@/lib/core/describe/looks";
import { formatReason } from "@/lib/core/describe/reason";
import { isJsonObject, type Json } from "@/lib/core/json";
import { simulatedBasis } from "@/lib/core/run/simulated";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { TONE_TEXT } from "../../status";
import { SimulatedNote } from "../../ui/simulated-note";

type EvidenceProps = { state: RunState; taskId: string | undefined; shown: Json | undefined };

/** What the decision rests on: what the gate shows, else the results of the tasks before it, each with its check. */
export function Evidence({ state, taskId, shown }: EvidenceProps) {
  const before = taskId === undefined ? [] : tasksBefore(state, taskId);
  // A review is shown in full under its own heading.
  const results = before.filter((task) => task.spec.type !== "planning_review" || !task.proposal);
  const isByTask = isJsonObject(shown) && before.length > 0 && before.every((task) => task.id in shown);
  const byTask = isByTask ? shown : undefined;
  return (
    <div className="grid gap-2.5">
      {taskId !== undefined && <SimulatedNote tools={simulatedBasis(state, taskId)} />}
      {shown !== undefined && byTask === undefined && <ValueText value={shown} />}
      {results.length > 0 && (
        <ul className="grid gap-2">
          {results.map((task) => (
            <ResultLine
              key={task.id}
              task={task}
              value={byTask?.[task.id]}
              shown={byTask ? undefined : shown}
            />
          ))}
        </ul>
      )}
      {shown === undefined && before.length === 0 && <p className="text-muted">No earlier tasks.</p>}
    </div>
  );
}

/** The tasks whose results a gate or a review looks at. */
export function tasksBefore(state: RunState, taskId: string): TaskState[] {
  const spec = state.tasks[taskId]?.spec;
  const reviewed = spec?.review?.previousTasks ?? [];
  const ids = reviewed.length > 0 ? reviewed : (spec?.dependsOn ?? []);
  return ids.flatMap((id) => state.tasks[id] ?? []);
}

type ResultLineProps = {
  task: TaskState;
  value: Json | undefined;
  /** What stands above already. */
  shown: Json | undefined;
};

function ResultLine({ task, value, shown }: ResultLineProps) {
  const look = taskStatusDisplay(task);
  const text = value ?? (task.result && ("inline" in task.result ? task.result.inline : task.result.preview));
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-1">
      <span aria-hidden="true" className={TONE_TEXT[look.tone]}>
        {look.icon}
      </span>
      <span className="font-medium">{task.spec.title}</span>
      <span className={`text-xs ${TONE_TEXT[look.tone]}`}>
        {look.word === "done" ? "not verified" : look.word}
      </span>
      <span className="col-span-2 col-start-2">
        {typeof text === "string" && text === shown ? (
          <span className="text-muted">Result shown above</span>
        ) : text !== undefined && text !== null ? (
          <ValueText value={text} />
        ) : (
          <span className="text-muted">{task.diagnosis ? formatReason(task.diagnosis) : "No result"}</span>
        )}
      </span>
    </li>
  );
}

/** A value as it reads best: a decision in words, a flat map as rows, a text as it is, the rest as JSON. */
export function ValueText({ value }: { value: Json }) {
  if (isJsonObject(value) && typeof value.decision === "string" && typeof value.provenance === "string") {
    const words = [value.decision, ...(typeof value.reasoning === "string" ? [value.reasoning] : [])];
    return <p className="max-h-40 overflow-y-auto text-muted">{words.join(": ")}</p>;
  }
  const rows = isJsonObject(value) ? Object.entries(value) : [];
  if (rows.length > 0 && rows.length <= 16 && rows.every(([, part]) => isPlain(part))) {
    return (
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs">
        {rows.map(([name, part]) => (
          <div key={name} className="contents">
            <dt className="max-w-40 font-mono text-muted">{name}</dt>
            <dd>{String(part)}</dd>
          </div>
        ))}
      </dl>
    );
  }
  const isText = typeof value === "string";
  const text = isText ? value : JSON.stringify(value, null, 2);
  const long = text.length > 400;
  return (
    <div
      {...(long && SCROLL_REGION_PROPS)}
      className={`max-h-60 overflow-y-auto whitespace-pre-wrap text-muted ${isText ? "" : "font-mono text-xs"}`}
    >
      {text}
    </div>
  );
}

/** Keys have to reach what scrolls. */
const SCROLL_REGION_PROPS = { tabIndex: 0, role: "group", "aria-label": "Value" };

const isPlain = (value: Json): boolean =>
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && value.length < 120);
