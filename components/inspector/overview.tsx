"use client";

import { useState } from "react";
import { useRunClock } from "@/lib/client/run-clock";
import { formatCount, formatCounted, formatDuration } from "@/lib/core/describe/amounts";
import { formatConfidence } from "@/lib/core/describe/learning/expectation";
import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import { attemptsOf } from "@/lib/core/describe/looks/task-status";
import { formatReason } from "@/lib/core/describe/reason";
import { exceedsOutputLimit, formatExcessOutput } from "@/lib/core/describe/synthesis-size";
import { getOwn } from "@/lib/core/own";
import { ownAttempt } from "@/lib/core/run/selectors";
import { simulatedBasis } from "@/lib/core/run/simulated";
import type { AttemptState, RunState, SynthesisSize, TaskState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import { ReviewDecision } from "../approvals/context/review-decision";
import { VerdictNote } from "../plans/critique/finding-verdict";
import { taskOfFinding } from "../plans/critique/issues-by-task";
import { useCritique } from "../plans/critique/use-critique";
import { TaskPredicate } from "../plans/predicate/task-predicate";
import { AgentReflectionNote, AttemptReflectionView } from "../reflection/critique";
import { attemptLabel, SEVERITY_DISPLAY } from "../status";
import { Section } from "../ui/section";
import { SimulatedNote } from "../ui/simulated-note";
import { StatusLabel } from "../ui/status-label";
import { EvidenceList, evidenceOf } from "./evidence";
import { statusReason, successorsOf } from "./status-reason";
import { TaskLink } from "./task-link";
import { PlanValue, ValueView } from "./value-view";

const tokens = (count: number | undefined): string =>
  count === undefined ? "unknown tokens" : `${formatCount(count)} tokens`;

const OUTCOME_DISPLAY: Record<NonNullable<AttemptState["outcome"]>, StatusDisplay> = {
  succeeded: { icon: "✓", word: "finished", tone: "plain" },
  failed: { icon: "✕", word: "failed", tone: "bad" },
  aborted: { icon: "■", word: "stopped", tone: "plain" },
};

const RUNNING_DISPLAY: StatusDisplay = { icon: "◐", word: "running", tone: "run" };

type OverviewProps = { state: RunState; task: TaskState; onSelect(taskId: string): void };

/** What the task is, where it stands and why, and what came of it. */
export function Overview({ state, task, onSelect }: OverviewProps) {
  const { runId } = state;
  const { result } = task;
  const isReview = task.spec.type === "planning_review";
  // Decided while somebody reads its questions, it leaves them where they are.
  const [wasDecided] = useState(task.result !== undefined || task.proposal !== undefined);
  const evidence = evidenceOf(state, task);
  const instructions = <Instructions state={state} task={task} />;
  const successors = successorsOf(state, task);
  return (
    <>
      <StatusPart state={state} task={task} onSelect={onSelect} />
      {successors.length > 0 && (
        <Section title="Continued by">
          {successors.map((one) => (
            <TaskLink key={one.id} task={one} onSelect={onSelect} />
          ))}
        </Section>
      )}
      {isReview && !wasDecided && instructions}
      {/* Already while it is held: once it was applied, it stands where it was read. */}
      {isReview && (result || task.proposal) && (
        <Section title="Decision">
          <ReviewDecision state={state} task={task} />
        </Section>
      )}
      {result && !isReview && (
        <Section title="Result">
          <SimulatedNote tools={simulatedBasis(state, task.id)} />
          <ValueView runId={runId} stored={result} />
        </Section>
      )}
      {task.synthesis && <SynthesisSizeView size={task.synthesis} />}
      {(!isReview || evidence.length > 0) && (
        <Section title="Evidence">
          <EvidenceList lines={evidence} hasEnded={isTerminalTask(task.status)} />
        </Section>
      )}
      {task.reasoned && <Expectation reasoned={task.reasoned} />}
      <TaskPredicate key={task.id} state={state} task={task} />
      <TaskFindings state={state} task={task} />
      {!isReview && <AttemptsPart task={task} />}
      {(!isReview || wasDecided) && instructions}
      <Neighbours state={state} task={task} onSelect={onSelect} />
      {/* Of a review its questions are read, and are not pushed down by its beginning. */}
      {isReview && <AttemptsPart task={task} />}
    </>
  );
}

function StatusPart({ state, task, onSelect }: OverviewProps) {
  const { text, waitsFor } = statusReason(state, task);
  return (
    <Section title="Status" aside={<Clock task={task} />} className="min-h-33 content-start">
      <p>{text}</p>
      {waitsFor.map((dependency) => (
        <TaskLink key={dependency.id} task={dependency} onSelect={onSelect} />
      ))}
    </Section>
  );
}

/** How long it took, or takes, or how long its decision is still held. */
function Clock({ task }: { task: TaskState }) {
  const { status, startedAt, endedAt, heldUntil } = task;
  const now = useRunClock(status === "running" || status === "waiting");
  if (status === "running" && heldUntil !== undefined) {
    if (now === undefined) return null;
    return heldUntil > now ? `Applies in ${formatDuration(heldUntil - now)}` : "Applying…";
  }
  const until = endedAt ?? (status === "running" ? now : undefined);
  return startedAt === undefined || until === undefined ? null : formatDuration(until - startedAt);
}

/** What a model wrote of the task before it started; the plan itself says nothing of it. */
function GeneratedDetails({
  detailed: { details = [], problem },
}: {
  detailed: NonNullable<TaskState["detailed"]>;
}) {
  if (details.length === 0) {
    return (
      <p className="text-muted">
        Started without details: {problem ? formatReason(problem) : "none were written"}
      </p>
    );
  }
  return (
    <div className="grid gap-1">
      <p className="text-muted text-xs">Generated just before the task started</p>
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
    <Section title="Instructions" aside={spec.agent === "default" ? undefined : `agent ${spec.agent}`}>
      {spec.input === "" ? (
        <p className="text-muted">Only the title.</p>
      ) : (
        <PlanValue runId={runId} value={spec.input} isCode={spec.type === "direct"} />
      )}
      {spec.details.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5">
          {spec.details.map((detail) => (
            <li key={typeof detail === "string" ? detail : detail.$ref}>
              {typeof detail === "string" ? detail : <PlanValue runId={runId} value={detail} />}
            </li>
          ))}
        </ul>
      )}
      {detailed && <GeneratedDetails detailed={detailed} />}
      {spec.review && <p>{spec.review.focus}</p>}
      {review.length > 0 && (
        <ul className="list-disc pl-5 text-muted">
          {review.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ul>
      )}
      {spec.gate?.prompt && <p>{spec.gate.prompt}</p>}
      <AgentReflectionNote agents={agents} task={task} />
    </Section>
  );
}

function Neighbours({ state, task, onSelect }: OverviewProps) {
  const before = task.spec.dependsOn.flatMap((id) => getOwn(state.tasks, id) ?? []);
  const after = (getOwn(state.dependents, task.id) ?? []).flatMap((id) => getOwn(state.tasks, id) ?? []);
  return (
    <>
      <Section title="Depends on">
        {before.length === 0 && <p className="text-muted">Nothing. It can start right away.</p>}
        {before.map((one) => (
          <TaskLink key={one.id} task={one} onSelect={onSelect} />
        ))}
      </Section>
      {after.length > 0 && (
        <Section title="Needed by">
          {after.map((one) => (
            <TaskLink key={one.id} task={one} onSelect={onSelect} />
          ))}
        </Section>
      )}
    </>
  );
}

function AttemptsPart({ task }: { task: TaskState }) {
  if (task.attempts.length === 0) return null;
  return (
    <Section title="Attempts" aside={`${ownAttempt(task)} of ${attemptsOf(task)}`}>
      <Attempts task={task} />
    </Section>
  );
}

/** Every try at the task: what it came to, how long it took, and what was wrong with it. */
function Attempts({ task }: { task: TaskState }) {
  const now = useRunClock(task.status === "running");
  return (
    <ol className="grid gap-2">
      {task.attempts.map((one) => {
        const until = one.endedAt ?? (one.outcome === undefined ? now : undefined);
        return (
          <li key={one.attempt} className="grid gap-0.5">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span>{attemptLabel(task, one)}</span>
              <span className="flex items-baseline gap-3 text-xs">
                <span className="text-muted">
                  {one.steps > 0 && `${formatCounted(one.steps, "step", "steps")} · `}
                  {until !== undefined && formatDuration(until - one.startedAt)}
                </span>
                <StatusLabel status={one.outcome ? OUTCOME_DISPLAY[one.outcome] : RUNNING_DISPLAY} />
              </span>
            </span>
            {one.reflection && <AttemptReflectionView reflection={one.reflection} />}
            {one.diagnosis && <p className="text-muted">{formatReason(one.diagnosis)}</p>}
          </li>
        );
      })}
    </ol>
  );
}

/** How far a synthesis gate compressed what it read, with a warning when it did too little. */
function SynthesisSizeView({ size }: { size: SynthesisSize }) {
  const { inputTokens, outputTokens } = size;
  return (
    <Section title="Compression">
      <p>
        {tokens(inputTokens)} read, {tokens(outputTokens)} written
      </p>
      {exceedsOutputLimit(size) && (
        <p className="text-amber">
          <span aria-hidden="true">△ </span>
          This gate {formatExcessOutput(size)}.
        </p>
      )}
    </Section>
  );
}

/** What was expected of the task before its result was known, to be read beside it. */
function Expectation({ reasoned: { said, problem } }: { reasoned: NonNullable<TaskState["reasoned"]> }) {
  if (!said) {
    return (
      <Section title="Expected">
        <p className="text-muted">Unknown{problem && `: ${formatReason(problem)}`}</p>
      </Section>
    );
  }
  const { reasoning, expectedOutcome, alternatives, confidence } = said;
  return (
    <Section title="Expected" aside={formatConfidence(confidence)}>
      <p>{expectedOutcome}</p>
      {reasoning !== "" && <p className="text-muted">{reasoning}</p>}
      {alternatives.length > 0 && (
        <ul aria-label="Alternatives" className="list-disc pl-5 text-muted">
          {alternatives.map((alternative) => (
            <li key={alternative}>{alternative}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** What the critic says of one task of the plan in force. */
function TaskFindings({ state, task }: { state: RunState; task: TaskState }) {
  const critique = useCritique(state, state.planVersion);
  const findings = critique?.findings?.filter((finding) => taskOfFinding(finding) === task.id) ?? [];
  if (findings.length === 0) return null;
  return (
    <Section title="Critique" aside={`plan v${state.planVersion}`}>
      <ul className="grid gap-2">
        {findings.map(({ key, severity, message, verdict }) => (
          <li key={key} className="grid gap-0.5">
            <StatusLabel status={SEVERITY_DISPLAY[severity]} className="text-xs" />
            <span>{message}</span>
            {verdict && <VerdictNote verdict={verdict} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
