"use client";

import { durationText } from "@/lib/client/format";
import { answersByTask, tasksToShow } from "@/lib/client/run-facts";
import { useNow } from "@/lib/client/use-now";
import type { ApprovalState, RunState, TaskState } from "@/lib/core/run/state";
import { doneWord } from "../approvals/words";
import { taskLook } from "../status";
import { Card } from "../ui/card";
import { StatusWord } from "../ui/status-word";

const TYPE_WORDS: Record<TaskState["spec"]["type"], string> = {
  task: "",
  direct: "program",
  synthesis_gate: "synthesis gate",
  planning_review: "planning review",
  human_review: "human gate",
};

/** The tasks in order, with what each came to; work that a later version dropped stays visible. */
export function TaskList({ state }: { state: RunState }) {
  const now = useNow(state.phase !== "ended");
  const tasks = tasksToShow(state);
  const answers = answersByTask(state);
  return (
    <Card title="Plan" aside={state.planTitle}>
      {tasks.length === 0 ? (
        <p className="text-muted">
          {state.phase === "ended" ? "There was no plan." : "The plan is being written…"}
        </p>
      ) : (
        <ol className="-mx-4 -my-3 divide-y divide-line">
          {tasks.map((task) => (
            <TaskRow key={task.id} task={task} answer={answerText(task, answers.get(task.id))} now={now} />
          ))}
        </ol>
      )}
    </Card>
  );
}

type TaskRowProps = { task: TaskState; answer: string | undefined; now: number | undefined };

function TaskRow({ task, answer, now }: TaskRowProps) {
  const dropped = task.status === "superseded";
  const kind = TYPE_WORDS[task.spec.type];
  return (
    <li className="grid gap-1 px-4 py-2.5" data-task={task.id} data-status={task.status}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <span className={dropped ? "text-muted line-through" : "font-medium"}>{task.spec.title}</span>
        <span className="flex items-baseline gap-3">
          <span className="text-muted text-xs">{holdText(task, now) ?? timeOf(task, now)}</span>
          <StatusWord look={taskLook(task)} />
        </span>
      </div>
      <p className="text-muted text-xs">
        {kind !== "" && `${kind} · `}
        {dropped ? "dropped by a later plan version" : <span className="font-mono">{task.id}</span>}
        {task.sinceVersion > 1 && ` · new in plan v${task.sinceVersion}`}
      </p>
      {answer === undefined ? <TaskOutcome task={task} /> : <p className="text-muted">{answer}</p>}
    </li>
  );
}

function TaskOutcome({ task }: { task: TaskState }) {
  const { proposal, diagnosis, result, status } = task;
  if (proposal) {
    return (
      <p className="line-clamp-4">
        <strong className="font-semibold">{proposal.decision}</strong>{" "}
        <q className="text-muted">{proposal.reasoning}</q>
      </p>
    );
  }
  if (diagnosis && status !== "succeeded") return <p className="line-clamp-4 text-muted">{diagnosis}</p>;
  if (!result) return null;
  return <p className="line-clamp-3 text-muted">{result.preview}</p>;
}

/** How a person answered the task's gate. */
function answerText(task: TaskState, decided: ApprovalState["decided"]): string | undefined {
  if (task.spec.type !== "human_review" || !decided) return undefined;
  const by = decided.by.kind === "person" ? decided.by.name : "the engine";
  const why = decided.comment ? `: “${decided.comment}”` : "";
  return `${doneWord(decided.verb)} by ${by}${why}`;
}

/** A held decision counts down to the moment it applies. */
function holdText({ heldUntil, status }: TaskState, now: number | undefined): string | undefined {
  if (heldUntil === undefined || now === undefined || status !== "running") return undefined;
  return heldUntil > now ? `applies in ${durationText(heldUntil - now)}` : "applies now";
}

function timeOf(task: TaskState, now: number | undefined): string {
  const { startedAt, endedAt } = task;
  const until = endedAt ?? (task.status === "running" ? now : undefined);
  return startedAt === undefined || until === undefined ? "" : durationText(until - startedAt);
}
