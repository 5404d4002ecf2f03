"use client";

import { useStoredText } from "@/lib/client/use-stored-text";
import type { Accepted, AnswerState, RunState } from "@/lib/core/run/state";
import { Markdown } from "../runs/markdown";
import { TONE_TEXT } from "../status";
import { Card } from "../ui/card";
import { Moment } from "../ui/moment";
import { CritiqueWords, Points } from "./critique-words";
import { hundredths, OUTCOME_LOOK } from "./look";

/** How the final answer came to stand: what critics said of each form of it, the newest first. */
export function AnswerReflection({ state }: { state: RunState }) {
  const { reflection, settings, runId } = state;
  if (!reflection) return null;
  const { answers, accepted } = reflection;
  const { threshold } = settings.reflection;
  const revisions = answers.length - 1;
  const newest = answers.map((answer, place) => ({ answer, place })).toReversed();
  return (
    <Card title="Critique of the answer" aside={revisions === 1 ? "1 revision" : `${revisions} revisions`}>
      <div className="grid gap-4" data-testid="reflection">
        <Standing accepted={accepted} reflection={reflection} threshold={threshold} />
        <ol className="grid gap-4">
          {newest.map(({ answer, place }) => (
            <li key={place} className="grid gap-2 border-line border-t pt-3">
              <Form
                runId={runId}
                answer={answer}
                title={place === 0 ? "First answer" : `Revision ${place}`}
                threshold={threshold}
                isKept={accepted?.kept === place}
                isOpen={accepted === undefined}
              />
            </li>
          ))}
        </ol>
      </div>
    </Card>
  );
}

type StandingProps = {
  accepted: Accepted | undefined;
  reflection: NonNullable<RunState["reflection"]>;
  threshold: number;
};

function Standing({ accepted, reflection, threshold }: StandingProps) {
  if (!accepted) {
    const isScored = reflection.answers.at(-1)?.critique !== undefined;
    return (
      <p className="text-run">
        <span aria-hidden="true">◐ </span>
        {isScored ? "The answer is being revised." : "A critic looks at the answer."}
      </p>
    );
  }
  const { icon, word, tone } = OUTCOME_LOOK[accepted.outcome];
  const { score, reason, questions } = accepted;
  const scored = score === undefined ? "" : `: ${hundredths(score)} of 100`;
  return (
    <div className="grid gap-2">
      <p className={`font-medium ${TONE_TEXT[tone]}`}>
        <span aria-hidden="true">{icon} </span>
        {word}
        {scored}
        <span className="font-normal text-muted"> ({hundredths(threshold)} needed)</span>
      </p>
      {reason !== undefined && <p className="text-muted">{reason}</p>}
      <Points title="Questions to you" points={questions} />
    </div>
  );
}

type FormProps = {
  runId: string;
  answer: AnswerState;
  title: string;
  threshold: number;
  isKept: boolean;
  isOpen: boolean;
};

/** One form of the answer; that which is kept stands above as the answer. */
function Form({ runId, answer, title, threshold, isKept, isOpen }: FormProps) {
  const { value, critique, at } = answer;
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">
          {title}
          {isKept && <span className="font-normal text-muted"> · the answer that stands</span>}
        </span>
        <span className="text-muted text-xs">
          <Moment at={at} />
        </span>
      </p>
      {critique ? (
        <CritiqueWords critique={critique} of={title} threshold={threshold} />
      ) : (
        <p className="text-muted">{isOpen ? "Not criticised yet." : "Nobody has scored it."}</p>
      )}
      {!isKept && <Text runId={runId} value={value} />}
    </>
  );
}

/** What it said, closed until somebody wants it. */
function Text({ runId, value }: { runId: string; value: AnswerState["value"] }) {
  const text = useStoredText(runId, value);
  return (
    <details>
      <summary className="cursor-pointer font-medium">What it said</summary>
      <div className="mt-2 rounded-lg border border-line bg-ground px-3 py-2">
        <Markdown text={text ?? ""} />
      </div>
    </details>
  );
}
