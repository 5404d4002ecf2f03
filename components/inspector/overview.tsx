"use client";

import { durationText } from "@/lib/client/format";
import { useNow } from "@/lib/client/use-now";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import { ReviewDecision } from "../approvals/review-decision";
import { TaskFindings } from "../plans/task-findings";
import { TaskPredicate } from "../plans/task-predicate";
import { AgentNote } from "../reflection/agent-note";
import { attemptsOf } from "../status";
import { Attempts } from "./attempts";
import { evidenceOf } from "./evidence";
import { EvidenceList } from "./evidence-list";
import { Part } from "./part";
import { SynthesisSizeView } from "./synthesis-size";
import { TaskLink } from "./task-link";
import { ValueView } from "./value-view";
import { inPlaceOf, whyOf } from "./why";

type OverviewProps = { state: RunState; task: TaskState; onSelect(taskId: string): void };

/** What the task is, where it stands and why, and what came of it. */
export function Overview({ state, task, onSelect }: OverviewProps) {
  const { runId } = state;
  const { result } = task;
  const isReview = task.spec.type === "planning_review";
  const evidence = evidenceOf(state, task);
  const instead = inPlaceOf(state, task);
  return (
    <>
      <Standing state={state} task={task} onSelect={onSelect} />
      {instead.length > 0 && (
        <Part title="Carried on by">
          {instead.map((one) => (
            <TaskLink key={one.id} task={one} onSelect={onSelect} />
          ))}
        </Part>
      )}
      {result && isReview && (
        <Part title="Decision">
          <ReviewDecision state={state} task={task} />
        </Part>
      )}
      {result && !isReview && (
        <Part title="Result">
          <ValueView runId={runId} value={result} />
        </Part>
      )}
      {task.synthesis && <SynthesisSizeView size={task.synthesis} />}
      {(!isReview || evidence.length > 0) && (
        <Part title="Evidence">
          <EvidenceList lines={evidence} isOver={isTerminalTask(task.status)} />
        </Part>
      )}
      <TaskPredicate key={task.id} state={state} task={task} />
      <TaskFindings state={state} task={task} />
      {task.attempts.length > 0 && (
        <Part title="Attempts" aside={`${task.attempt} of ${attemptsOf(task)}`}>
          <Attempts task={task} />
        </Part>
      )}
      <Instructions state={state} task={task} />
      <Neighbours state={state} task={task} onSelect={onSelect} />
    </>
  );
}

function Standing({ state, task, onSelect }: OverviewProps) {
  const { text, waitsFor } = whyOf(state, task);
  return (
    <Part title="Where it stands" aside={<Clock task={task} />}>
      <p>{text}</p>
      {waitsFor.map((dependency) => (
        <TaskLink key={dependency.id} task={dependency} onSelect={onSelect} />
      ))}
    </Part>
  );
}

/** How long it took, or takes, or how long its decision is still held. */
function Clock({ task }: { task: TaskState }) {
  const { status, startedAt, endedAt, heldUntil } = task;
  const now = useNow(status === "running" || status === "waiting");
  if (status === "running" && heldUntil !== undefined) {
    if (now === undefined) return null;
    return heldUntil > now ? `applies in ${durationText(heldUntil - now)}` : "applies now";
  }
  const until = endedAt ?? (status === "running" ? now : undefined);
  return startedAt === undefined || until === undefined ? null : durationText(until - startedAt);
}

/** What a model wrote of the task before it started; the plan itself says nothing of it. */
function Detailed({ detailed: { details = [], problem } }: { detailed: NonNullable<TaskState["detailed"]> }) {
  if (details.length === 0) {
    return <p className="text-muted">It started without details: {problem ?? "none were written"}</p>;
  }
  return (
    <div className="grid gap-1">
      <p className="text-muted text-xs">Written right before it started</p>
      <ul className="grid list-disc gap-1 pl-5">
        {details.map((detail) => (
          <li key={detail}>{detail}</li>
        ))}
      </ul>
    </div>
  );
}

function Instructions({ state, task }: Pick<OverviewProps, "state" | "task">) {
  const { runId, agents } = state;
  const { spec, detailed } = task;
  const review = spec.review?.decisionPoints ?? [];
  return (
    <Part title="Instructions" aside={spec.agent === "default" ? undefined : `agent ${spec.agent}`}>
      {spec.input === "" ? (
        <p className="text-muted">None beyond its title.</p>
      ) : (
        <ValueView runId={runId} value={spec.input} isCode={spec.type === "direct"} />
      )}
      {spec.details.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5">
          {spec.details.map((detail) => (
            <li key={typeof detail === "string" ? detail : detail.$ref}>
              {typeof detail === "string" ? detail : <ValueView runId={runId} value={detail} />}
            </li>
          ))}
        </ul>
      )}
      {detailed && <Detailed detailed={detailed} />}
      {spec.review && <p>{spec.review.focus}</p>}
      {review.length > 0 && (
        <ul className="list-disc pl-5 text-muted">
          {review.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ul>
      )}
      {spec.gate?.prompt && <p>{spec.gate.prompt}</p>}
      <AgentNote agents={agents} task={task} />
    </Part>
  );
}

function Neighbours({ state, task, onSelect }: OverviewProps) {
  const before = task.spec.dependsOn.flatMap((id) => state.tasks[id] ?? []);
  const after = (state.dependents[task.id] ?? []).flatMap((id) => state.tasks[id] ?? []);
  return (
    <>
      <Part title="Builds on">
        {before.length === 0 && <p className="text-muted">Nothing: it can start at once.</p>}
        {before.map((one) => (
          <TaskLink key={one.id} task={one} onSelect={onSelect} />
        ))}
      </Part>
      {after.length > 0 && (
        <Part title="Needed by">
          {after.map((one) => (
            <TaskLink key={one.id} task={one} onSelect={onSelect} />
          ))}
        </Part>
      )}
    </>
  );
}
