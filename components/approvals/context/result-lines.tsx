import Link from "next/link";
import { formatBytes } from "@/lib/core/describe/bytes";
import { labelWithType } from "@/lib/core/describe/gates/came-to";
import { taskStatusDisplay } from "@/lib/core/describe/looks/task-status";
import { formatReason } from "@/lib/core/describe/reason";
import type { Json, JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { resultText } from "@/lib/core/run/gates/acts";
import type { ShownList } from "@/lib/core/run/gates/items";
import { beginningOf } from "@/lib/core/run/gates/reading";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { ResultEvidence } from "../../inspector/evidence";
import { taskHref } from "../../runs/task-href";
import { TONE_TEXT } from "../../status";
import { SeenText } from "../../ui/seen-text";
import { LabelledText } from "./plan-text";
import { ReviewDecision } from "./review-decision";
import { withoutList } from "./value-display";
import { ValueText } from "./value-text";

type ResultLinesProps = {
  state: RunState;
  results: readonly TaskState[];
  /** The shown value, where it is their results by task. */
  byTask: JsonObject | undefined;
  shown: Json | undefined;
  /** Of the shown value. */
  digest: string | undefined;
  list: ShownList | undefined;
  /** The ids of those that work reads which the answer lets act. */
  read: ReadonlySet<string>;
};

/** The results that a decision rests on, each with what holds it. */
export function ResultLines({ state, results, byTask, shown, digest, list, read }: ResultLinesProps) {
  return (
    <ul className="grid gap-2">
      {results.map((task) => {
        const isListed = list && (byTask ? list.path[0] === task.id : task.result?.digest === digest);
        const value = getOwn(byTask, task.id);
        return (
          <ResultLine
            key={task.id}
            state={state}
            task={task}
            value={isListed ? withoutList(value, list.path.slice(1)) : value}
            shown={byTask ? undefined : shown}
            isListed={isListed === true}
            isRead={read.has(task.id)}
          />
        );
      })}
    </ul>
  );
}

type ResultLineProps = {
  state: RunState;
  task: TaskState;
  value: Json | undefined;
  /** What stands above already. */
  shown: Json | undefined;
  /** Its items stand above, one by one. */
  isListed: boolean;
  /** An act reads it: it has to be in view as a whole. */
  isRead: boolean;
};

function ResultLine({ state, task, value, shown, isListed, isRead }: ResultLineProps) {
  const look = taskStatusDisplay(task);
  const stored = task.result && ("inline" in task.result ? task.result.inline : task.result.preview);
  const isPreview =
    value === undefined && !isListed && task.result !== undefined && !("inline" in task.result);
  const text = value ?? (isListed ? undefined : stored);
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-1">
      <span aria-hidden="true" className={TONE_TEXT[look.tone]}>
        {look.icon}
      </span>
      <Link
        href={taskHref({ runId: state.runId, taskId: task.id })}
        className="font-medium underline decoration-edge underline-offset-2"
      >
        <SeenText text={task.spec.title} />
      </Link>
      <span className={`text-xs ${TONE_TEXT[look.tone]}`}>
        {look.word === "done" ? "not verified" : look.word}
      </span>
      <span className="col-span-2 col-start-2">
        {isListed && <span className="text-muted">Items shown above</span>}
        {isRead && task.result ? (
          <LabelledText
            runId={state.runId}
            label={labelWithType("Result", task.result)}
            text={resultText(task.result)}
          />
        ) : typeof text === "string" && isIn(shown, text, isPreview) ? (
          <span className="text-muted">Result shown above</span>
        ) : text !== undefined && text !== null ? (
          <>
            {task.spec.type === "planning_review" ? (
              <ReviewDecision state={state} task={task} />
            ) : (
              <ValueText value={text} isEvidence={value === undefined} hasMarkdown />
            )}
            {isPreview && task.result && (
              <span className="text-amber text-xs">
                The beginning of {formatBytes(task.result.bytes)}; the whole result is with its task.
              </span>
            )}
          </>
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

/** True where this text stands above, alone or quoted as a whole; a short one may stand there by chance. */
const isIn = (shown: Json | undefined, text: string, isPreview: boolean): boolean =>
  shown === text ||
  (typeof shown === "string" && !isPreview && beginningOf(text) !== undefined && shown.includes(text));
