import dynamic from "next/dynamic";
import Link from "next/link";
import { taskStatusDisplay } from "@/lib/core/describe/looks";
import { formatReason } from "@/lib/core/describe/reason";
import { isJsonObject, type Json } from "@/lib/core/json";
import type { ShownList } from "@/lib/core/run/gates/items";
import { simulatedBasis } from "@/lib/core/run/simulated";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { TONE_TEXT } from "../../status";
import { SimulatedNote } from "../../ui/simulated-note";

/** What holds a result, by kind; the words of it come with the first result that is shown. */
const ResultEvidence = dynamic(() => import("../../inspector/evidence").then((room) => room.ResultEvidence), {
  loading: () => <span className="block h-4" />,
});

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
  const isByTask = isJsonObject(shown) && before.length > 0 && before.every((task) => task.id in shown);
  const byTask = isByTask ? shown : undefined;
  const rest = list ? withoutList(shown, list.path) : shown;
  return (
    <div className="grid gap-2.5">
      {taskId !== undefined && <SimulatedNote tools={simulatedBasis(state, taskId)} />}
      {rest !== undefined && byTask === undefined && <ValueText value={rest} />}
      {results.length > 0 && (
        <ul className="grid gap-2">
          {results.map((task) => {
            const isListed = list && (byTask ? list.path[0] === task.id : task.result?.digest === digest);
            const value = byTask?.[task.id];
            return (
              <ResultLine
                key={task.id}
                state={state}
                task={task}
                value={isListed ? withoutList(value, list.path.slice(1)) : value}
                shown={byTask ? undefined : shown}
                isListed={isListed === true}
              />
            );
          })}
        </ul>
      )}
      {before.length === 0 && (
        <p className="text-muted">
          {shown === undefined ? "No earlier tasks." : "None: no earlier task’s result is behind this."}
        </p>
      )}
    </div>
  );
}

/** What is beside the list in a value; undefined where there is nothing. */
function withoutList(value: Json | undefined, [key, ...path]: readonly string[]): Json | undefined {
  if (key === undefined || !isJsonObject(value)) return undefined;
  const { [key]: part, ...others } = value;
  const rest = withoutList(part, path);
  const left = { ...others, ...(rest !== undefined && { [key]: rest }) };
  return Object.keys(left).length === 0 ? undefined : left;
}

/** The tasks whose results a gate or a review looks at. */
export function tasksBefore(state: RunState, taskId: string): TaskState[] {
  const spec = state.tasks[taskId]?.spec;
  const reviewed = spec?.review?.previousTasks ?? [];
  const ids = reviewed.length > 0 ? reviewed : (spec?.dependsOn ?? []);
  return ids.flatMap((id) => state.tasks[id] ?? []);
}

type ResultLineProps = {
  state: RunState;
  task: TaskState;
  value: Json | undefined;
  /** What stands above already. */
  shown: Json | undefined;
  /** Its items stand above, one by one. */
  isListed: boolean;
};

function ResultLine({ state, task, value, shown, isListed }: ResultLineProps) {
  const look = taskStatusDisplay(task);
  const stored = task.result && ("inline" in task.result ? task.result.inline : task.result.preview);
  const text = value ?? (isListed ? undefined : stored);
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-1">
      <span aria-hidden="true" className={TONE_TEXT[look.tone]}>
        {look.icon}
      </span>
      <Link
        href={`/runs/${state.runId}?task=${encodeURIComponent(task.id)}`}
        className="font-medium underline decoration-edge underline-offset-2"
      >
        {task.spec.title}
      </Link>
      <span className={`text-xs ${TONE_TEXT[look.tone]}`}>
        {look.word === "done" ? "not verified" : look.word}
      </span>
      <span className="col-span-2 col-start-2">
        {isListed && <span className="text-muted">Items shown above</span>}
        {typeof text === "string" && text === shown ? (
          <span className="text-muted">Result shown above</span>
        ) : text !== undefined && text !== null ? (
          <ValueText value={text} />
        ) : (
          !isListed && (
            <span className="text-muted">{task.diagnosis ? formatReason(task.diagnosis) : "No result"}</span>
          )
        )}
      </span>
      <div className="col-span-2 col-start-2 mt-1 text-xs">
        <ResultEvidence state={state} task={task} />
      </div>
    </li>
  );
}

/** A value as it reads best: a decision in words, a flat map as rows, a text as it is, the rest as JSON. */
export function ValueText({
  value,
  maxChars = 120,
}: {
  value: Json /** Of a text in a row. */;
  maxChars?: number;
}) {
  if (isJsonObject(value) && typeof value.decision === "string" && typeof value.provenance === "string") {
    const words = [value.decision, ...(typeof value.reasoning === "string" ? [value.reasoning] : [])];
    return <p className="max-h-40 overflow-y-auto text-muted">{words.join(": ")}</p>;
  }
  const rows = isJsonObject(value) ? Object.entries(value) : [];
  if (rows.length > 0 && rows.length <= 16 && rows.every(([, part]) => isPlain(part, maxChars))) {
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

const isPlain = (value: Json, maxChars: number): boolean =>
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && value.length < maxChars);
