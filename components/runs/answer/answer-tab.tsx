"use client";

import { useStoredText, useStoredWhole } from "@/lib/client/use-stored-text";
import { formatDuration } from "@/lib/core/describe/amounts";
import { headline } from "@/lib/core/describe/gates/headline";
import { questionText } from "@/lib/core/describe/gates/questions";
import { runStatusDisplay, type StatusDisplay } from "@/lib/core/describe/looks/run";
import { formatSelfChecked } from "@/lib/core/describe/self-checked";
import { statusOf } from "@/lib/core/run/effects/status-of";
import { openReflection } from "@/lib/core/run/reflections";
import { endOf } from "@/lib/core/run/retrospects";
import { answerReleaseGate, beganAt, givenAnswer, isAnswerHeld } from "@/lib/core/run/selectors";
import { simulatedToolsOf } from "@/lib/core/run/simulated";
import type { RunState } from "@/lib/core/run/state";
import { countSelfChecked } from "@/lib/core/run/state/verified";
import { AnswerReflection } from "../../reflection/answer-reflection";
import { OUTCOME_DISPLAY, toPercent } from "../../reflection/critique";
import { TONE_TEXT } from "../../status";
import { Badge } from "../../ui/badge";
import { Card } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { Markdown } from "../../ui/markdown";
import { RelativeTime } from "../../ui/relative-time";
import { StatusLabel } from "../../ui/status-label";
import { Mark } from "./mark";
import { OutsideCard } from "./outside-card";
import { FoundMistakes, ReviewWarnings } from "./review-warnings";
import { Summaries } from "./summaries";

/** What the run came to: the answer, how it ended, and what it took. */
export function AnswerTab({ state }: { state: RunState }) {
  const { runId, summaries } = state;
  const { text, isWhole } = useStoredWhole(runId, givenAnswer(state));
  const release = answerReleaseGate(state);
  const latestSummary = useStoredText(runId, summaries.at(-1)?.finalAnswer);
  const isHeld = isAnswerHeld(state);
  const draft = text === undefined && !isHeld ? latestSummary : undefined;
  const isOpen = openReflection(state) !== undefined;
  const simulated = simulatedToolsOf(state);
  const end = endOf(state);
  return (
    <div className="mx-auto grid max-w-4xl items-start gap-4 p-4 md:p-6">
      {end && <Ending state={state} end={end} />}
      {draft !== undefined && (
        <Card title="Answer so far">
          <Markdown text={draft} />
        </Card>
      )}
      {release && (
        <div className="rounded-xl border border-line bg-panel">
          <EmptyState title="Answer waiting for release">{questionText(release)}</EmptyState>
        </div>
      )}
      {text === undefined && draft === undefined && !release && (
        <div className="rounded-xl border border-line bg-panel">
          <EmptyState title={end ? "No answer" : "No answer yet"}>
            {end
              ? "The run ended before an answer was written. See the Plan tab for task results."
              : "The answer is written from the results once every task has finished."}
          </EmptyState>
        </div>
      )}
      {text !== undefined && (
        <Card
          title={isOpen ? "Answer so far" : "Answer"}
          aside={
            <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              {simulated.length > 0 && (
                <Badge tone="amber" wraps>
                  simulated tools
                </Badge>
              )}
              <ReflectionStatus state={state} />
            </span>
          }
        >
          {/* What stands below a long one is not seen before the rest of it comes. */}
          <div data-testid="answer" className={isWhole ? "" : "min-h-dvh"}>
            <Markdown text={text} />
          </div>
          {state.finished && (
            <div className="mt-4 border-line border-t pt-3">
              <Mark runId={runId} marked={{ kind: "answer" }} />
            </div>
          )}
        </Card>
      )}
      <ReviewWarnings state={state} />
      <FoundMistakes state={state} />
      <OutsideCard state={state} hasEnded={end !== undefined} />
      {/* Both quote the answer, which the gate shows to the people who may release it. */}
      {!isHeld && <AnswerReflection state={state} />}
      {!isHeld && <Summaries runId={runId} summaries={summaries} />}
    </div>
  );
}

/** What critics make of the answer, in a word beside it. */
function ReflectionStatus({ state: { reflection } }: { state: RunState }) {
  if (!reflection) return null;
  const { accepted } = reflection;
  if (!accepted) return <StatusLabel status={CRITIQUE_RUNNING} />;
  const score = accepted.score === undefined ? "" : ` · ${toPercent(accepted.score)} of 100`;
  return (
    <>
      <StatusLabel status={OUTCOME_DISPLAY[accepted.outcome]} />
      {score}
    </>
  );
}

const CRITIQUE_RUNNING: StatusDisplay = { icon: "◐", word: "being critiqued", tone: "run" };

type EndingProps = { state: RunState; end: { at: number } };

function Ending({ state, end }: EndingProps) {
  const status = statusOf(state);
  const look = runStatusDisplay({ status, openApprovals: 0, tasks: state.taskTotals });
  const { attempts, replans, iterations, reviews, modelCalls, toolCalls } = state.counters;
  const selfChecked =
    status === "completed" ? formatSelfChecked(countSelfChecked(state), state.taskTotals) : undefined;
  const counts: [string, string][] = [
    ["Duration", formatDuration(end.at - beganAt(state))],
    ...taskCounts(state).map(([word, count]): [string, string] => [`Tasks ${word}`, String(count)]),
    ["Attempts", String(attempts)],
    ["Reviews", String(reviews)],
    ["Replans", String(replans)],
    ["Iterations", String(iterations)],
    ["Model calls", String(modelCalls)],
    ["Tool calls", String(toolCalls)],
  ];
  return (
    <Card title="Outcome" aside={<RelativeTime at={end.at} />}>
      <p className={`font-medium ${TONE_TEXT[look.tone]}`}>
        <span aria-hidden="true">{look.icon} </span>
        {headline(state)}
      </p>
      {selfChecked !== undefined && <p className="mt-1.5 text-muted">{selfChecked}</p>}
      <dl className="mt-3 flex flex-wrap gap-x-7 gap-y-2 text-xs">
        {counts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium text-sm">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** What came of the tasks of the current plan, how many earlier versions had beside them, and how many results have evidence. */
export function taskCounts(state: RunState): [word: string, count: number][] {
  const { total, verified, approved = 0, unverified, ...outcomes } = state.taskTotals;
  const dropped = Object.keys(state.tasks).length - total;
  const counts: [string, number][] = [
    ...Object.entries(outcomes),
    ["dropped", dropped],
    ["verified", verified],
    ["approved", approved],
    ["unverified", unverified],
  ];
  return counts.filter(([, count]) => count > 0);
}
