"use client";

import { Fragment, use } from "react";
import { isReasoning, type LiveText as Live, textsOfAttempt, textsOfCall } from "@/lib/client/live/live-text";
import { StoppedClock } from "@/lib/client/run-clock";
import { useLiveTexts } from "@/lib/client/use-live-run";
import { formatPolicyReason } from "@/lib/core/describe/policy";
import { MAX_TRAJECTORIES } from "@/lib/core/inputs/limits";
import { getOwn } from "@/lib/core/own";
import type { RunEvent } from "@/lib/core/run/events";
import { attemptNumber } from "@/lib/core/run/selectors";
import type { AttemptState, RunState, TaskState } from "@/lib/core/run/state";
import { branchesOf } from "@/lib/core/trajectory/step-calls";
import { PromoteButton } from "../library/promote-button";
import { ShownExamples, shownExampleIds } from "../library/shown-examples";
import { ModelReplayButton, ReplayButton } from "../replays/replay-button";
import { attemptLabel } from "../status";
import { useUrlParam } from "../ui/behavior/use-url-param";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Skeleton } from "../ui/skeleton";
import { PromptsButton } from "./prompts-button";
import { StepCard, SummaryCard } from "./step-card";
import type { StepView } from "./types";
import { useAllPages } from "./use-pages";

type LiveTextProps = { runId: string; taskId: string; attempt: number };

const STEPLESS_TYPES = new Set(["planning_review", "synthesis_gate", "human_review"]);

type TrajectoryProps = {
  state: RunState;
  /** The run as it is now: what is read of it serves every moment. */
  now: RunState;
  /** Those up to the moment that is shown, or the last of them. */
  events: readonly RunEvent[];
  task: TaskState;
};
type AttemptProps = TrajectoryProps & { attempt: number };

/** What the agent did, step by step, of the attempt that is chosen; the last one unless somebody chose. */
export function Trajectory(props: TrajectoryProps) {
  const { state, task } = props;
  // With its task: another one that is selected begins with its own last attempt.
  const [chosen, choose] = useUrlParam("attempt");
  const nameOf = (attempt: number) => `${task.id}@${attempt}`;
  const there = task.attempts.find((one) => nameOf(one.attempt) === chosen);
  const attempt = there?.attempt ?? Math.max(1, task.attempt);
  const isPast = use(StoppedClock) !== undefined;
  return (
    <>
      {task.attempts.length > 1 && (
        <fieldset className="flex flex-wrap gap-1 border-line border-b px-4 py-2">
          <legend className="sr-only">Attempt</legend>
          {task.attempts.map((one) => (
            <Button
              key={one.attempt}
              size="small"
              variant={one.attempt === attempt ? "main" : "plain"}
              aria-pressed={one.attempt === attempt}
              onClick={() => choose(nameOf(one.attempt))}
            >
              {attemptLabel(task, one)}
            </Button>
          ))}
        </fieldset>
      )}
      <WithheldTools task={task} attempt={attempt} />
      <AttemptExamples key={`examples ${attempt}`} {...props} attempt={attempt} />
      <Steps key={attempt} {...props} attempt={attempt} />
      {!isPast && <LiveText runId={state.runId} taskId={task.id} attempt={attempt} />}
    </>
  );
}

/** What policies kept from the agent of this attempt. */
function WithheldTools({ task, attempt }: { task: TaskState; attempt: number }) {
  const { filteredTools = [] } = task.attempts.find((one) => one.attempt === attempt) ?? {};
  if (filteredTools.length === 0) return null;
  return (
    <section aria-label="Withheld tools" className="grid gap-1 border-line border-b px-4 py-2">
      <h3 className="text-muted text-xs">Tools withheld by policies</h3>
      <ul className="grid gap-1 text-sm">
        {filteredTools.map(({ tool, reason }) => (
          <li key={tool} className="wrap-anywhere">
            {formatPolicyReason(reason)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The examples and prompts that the attempt was shown, and once it has ended the ways to make one of it and to replay it. */
function AttemptExamples({ state, now, events, task, attempt }: AttemptProps) {
  const known = task.attempts.find((one) => one.attempt === attempt);
  const { type } = task.spec;
  if ((type !== "task" && type !== "direct") || !known) return null;
  const work = { taskId: task.id, attempt };
  const isRecorded = known.endedAt !== undefined && known.steps > 0;
  const isShown = shownExampleIds(state, work).length > 0;
  const hasPrompts = type === "task" && known.steps > 0;
  return (
    // As high before it has its buttons, which come in one row or two.
    <div
      className={`grid content-start justify-items-start gap-2 border-line border-b px-4 py-2 ${type === "task" ? "min-h-[5.0625rem]" : "min-h-[2.8125rem]"}`}
    >
      {isShown && (
        <section aria-label="Examples that it was shown" className="grid gap-2">
          <h3 className="text-muted text-xs">Shown examples</h3>
          <ShownExamples state={state} work={work} />
        </section>
      )}
      {(isRecorded || hasPrompts) && (
        <div className="flex flex-wrap gap-2">
          {hasPrompts && <PromptsButton now={now} events={events} {...work} />}
          {isRecorded && type === "task" && (
            <PromoteButton size="small" from={{ runId: state.runId, ...work }}>
              Promote attempt to example
            </PromoteButton>
          )}
          {isRecorded && <ReplayButton from={{ runId: state.runId, ...work }} />}
          {isRecorded && type === "task" && (
            <ModelReplayButton
              from={{ runId: state.runId, ...work }}
              others={otherAttempts(state, task).slice(0, MAX_TRAJECTORIES - 1)}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** The last attempts of the other tasks of agents, as far as they have ended with steps. */
function otherAttempts({ runId, tasks }: RunState, task: TaskState) {
  return Object.values(tasks).flatMap(({ id, spec, attempts }) => {
    const last = attempts.at(-1);
    if (id === task.id || spec.type !== "task" || last?.endedAt === undefined || last.steps === 0) return [];
    return [{ runId, taskId: id, attempt: last.attempt }];
  });
}

function Steps({ state, now, events, task, attempt }: AttemptProps) {
  const known = task.attempts.find((one) => one.attempt === attempt);
  const isPast = use(StoppedClock) !== undefined;
  const liveTexts = useLiveTexts(state.runId);
  const texts = isPast ? {} : liveTexts;
  const liveOf = (step: number, callId: string) =>
    textsOfCall(texts, { taskId: task.id, attempt, step, callId });
  const { data, isError, refetch } = useAllPages("GET /api/v1/runs/{id}/trajectories", {
    input: { id: state.runId, taskId: task.id, attempt, limit: 100 },
    version: stepsVersion(now, task.id, attempt),
    next: ({ nextAfter }) => (nextAfter === null ? undefined : { after: nextAfter }),
  });
  if (task.attempt === 0) {
    return <EmptyState title="No steps yet">Steps appear here once the task starts.</EmptyState>;
  }
  if (isError && data === undefined) {
    const again = <Button onClick={() => refetch()}>Try again</Button>;
    return <EmptyState title="Could not load steps" action={again} />;
  }
  if (data === undefined) {
    return (
      <div role="status" className="grid gap-2 p-4">
        <span className="sr-only">Loading steps…</span>
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    );
  }
  const all = data.flatMap(({ items }) => items);
  const steps = isPast ? stepsAt(all, { taskId: task.id, known, events }) : all;
  if (steps.length === 0) return <NoSteps task={task} removedAt={data[0]?.removedAt ?? null} />;
  return (
    <ol aria-label={`Steps of attempt ${attemptNumber(task, attempt)}`}>
      {steps.map((view) => (
        <Fragment key={view.step}>
          <StepCard
            runId={state.runId}
            view={view}
            liveOf={(callId) => liveOf(view.step, callId)}
            caller={{ role: task.spec.type === "direct" ? "direct" : "agent", agent: task.spec.agent }}
          />
          {view.summary && <SummaryCard summary={view.summary} />}
        </Fragment>
      ))}
    </ol>
  );
}

/** Another one whenever there may be something to read of an attempt. */
export function stepsVersion({ tasks }: RunState, taskId: string, attempt: number): string {
  const known = getOwn(tasks, taskId)?.attempts.find((one) => one.attempt === attempt);
  return [
    ...[known?.steps, known?.open, known?.summarizedSteps, known?.reflection?.critiques],
    ...[known?.outcome, getOwn(tasks, taskId)?.status],
  ].join(" ");
}

/** What had begun and ended of the calls of an attempt's step, as far as these events tell. */
function callsAt(events: readonly RunEvent[], taskId: string, attempt: number, step: number) {
  const begun = new Set<string>();
  const ended = new Set<string>();
  for (const { type, payload } of events) {
    if (type !== "tool_started" && type !== "tool_finished") continue;
    if (payload.taskId !== taskId || payload.attempt !== attempt || payload.step !== step) continue;
    (type === "tool_started" ? begun : ended).add(payload.callId);
  }
  return { begun, ended };
}

/**
 * The steps of an attempt as a past moment had them, out of all that there are: later ones were not there, the last may
 * have lacked results of its calls, and summaries and critiques came when they came. `events` are those up to the moment.
 */
export function stepsAt(
  views: readonly StepView[],
  { taskId, known, events }: { taskId: string; known: AttemptState | undefined; events: readonly RunEvent[] },
): StepView[] {
  if (!known) return [];
  let critiques = known.reflection?.critiques ?? 0;
  return views
    .filter(({ step }) => step <= known.steps)
    .map((view) => {
      const summary = view.step <= (known.summarizedSteps ?? 0) ? view.summary : null;
      const { critique, ...body } = view.body;
      if (critique) critiques -= 1;
      const then = { ...view, summary, body: critique && critiques >= 0 ? view.body : body };
      const isOpen = known.open && view.step === known.steps;
      return isOpen ? openStep(then, callsAt(events, taskId, known.attempt, view.step)) : then;
    });
}

/** A step without what came of it later. */
function openStep(view: StepView, { begun, ended }: ReturnType<typeof callsAt>): StepView {
  const { observation: _, artifact: _artifact, error: _error, waiting: _waiting, ...body } = view.body;
  const { edited = {}, said = {}, chunks = [], refused = [] } = body;
  const hasEnded = (callId: string) => ended.has(callId) || refused.includes(callId);
  return {
    ...view,
    body: {
      ...body,
      branches: branchesOf(view.body).filter(({ callId }) => hasEnded(callId)),
      chunks: chunks.filter(({ callId }) => hasEnded(callId)),
      edited: Object.fromEntries(Object.entries(edited).filter(([callId]) => begun.has(callId))),
      said: Object.fromEntries(Object.entries(said).filter(([callId]) => begun.has(callId))),
    },
    calls: view.calls.flatMap((call) => {
      if (hasEnded(call.callId)) return call;
      return begun.has(call.callId) ? { ...call, finished: false, latencyMs: null } : [];
    }),
  };
}

function NoSteps({ task, removedAt }: { task: TaskState; removedAt: number | null }) {
  if (STEPLESS_TYPES.has(task.spec.type)) {
    return (
      <EmptyState title="This task has no steps">
        Tasks of this type run in a single call. See Overview and Decisions for the outcome.
      </EmptyState>
    );
  }
  if (removedAt !== null) {
    return (
      <EmptyState title="The steps were removed">
        Removed under retention on {new Date(removedAt).toISOString().slice(0, 10)}. Results and costs are
        still here.
      </EmptyState>
    );
  }
  if (task.status !== "running") return <EmptyState title="No steps were recorded for this attempt" />;
  return <p className="px-4 py-3 text-muted">The first step is in progress.</p>;
}

/** What a model is writing for the task at this moment. Not announced: it would never be quiet. */
function LiveText({ runId, taskId, attempt }: LiveTextProps) {
  const texts = textsOfAttempt(useLiveTexts(runId), taskId, attempt).filter(({ text }) => text !== "");
  return texts.map((live) =>
    isReasoning(live) ? (
      <LiveReasoning key={live.streamId} live={live} />
    ) : (
      <LiveAnswer key={live.streamId} live={live} />
    ),
  );
}

/** Beside the text, and never a part of it: closed unless somebody wants to follow. */
export function LiveReasoning({ live: { text, done } }: { live: Live }) {
  return (
    <details className="border-line border-l-2 px-4 py-2 text-muted">
      <summary className="cursor-pointer text-xs">{done ? "Reasoning" : "Reasoning…"}</summary>
      <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
    </details>
  );
}

function LiveAnswer({ live: { role, step, text, done } }: { live: Live }) {
  return (
    <section aria-label={liveTitle(role, step ?? 1)} className="grid gap-1 border-run border-l-2 px-4 py-3">
      <p className="flex justify-between gap-3 text-run text-xs">
        <span>
          <span aria-hidden="true">◐ </span>
          {liveTitle(role, step)}
        </span>
        <span>{done ? "saving…" : "live"}</span>
      </p>
      <p className="whitespace-pre-wrap">{text}</p>
    </section>
  );
}

function liveTitle(role: string, step: number | undefined): string {
  if (role === "trajectory_summarizer") return "Summarizing the first steps…";
  if (role === "critique") return "Critiquing the answer…";
  return step === undefined ? "Writing…" : `Step ${step}, in progress`;
}
