"use client";

import { useMemo } from "react";
import { useStoredText } from "@/lib/client/use-stored-text";
import { formatCounted } from "@/lib/core/describe/amounts";
import { formatOpenQuestion } from "@/lib/core/describe/learning/reflection";
import { formatReason } from "@/lib/core/describe/reason";
import type { Accepted, AnswerState, RunState } from "@/lib/core/run/state";
import { countWords, wordChanges } from "../plans/word-changes";
import { TONE_TEXT } from "../status";
import { Card } from "../ui/card";
import { ChangedWords } from "../ui/changed-words";
import { Markdown } from "../ui/markdown";
import { RelativeTime } from "../ui/relative-time";
import { CritiqueView, OUTCOME_DISPLAY, TitledList, toPercent } from "./critique";

/** How the final answer came to stand: what critics said of each form of it, the newest first. */
export function AnswerReflection({ state }: { state: RunState }) {
  const { reflection, settings, runId } = state;
  if (!reflection) return null;
  const { answers, accepted } = reflection;
  const { threshold } = settings.reflection;
  const revisions = answers.length - 1;
  const newest = answers.map((answer, index) => ({ answer, index })).toReversed();
  return (
    <Card title="Answer critique" aside={formatCounted(revisions, "revision", "revisions")}>
      <div className="grid gap-4" data-testid="reflection">
        <ReflectionOutcomeNote accepted={accepted} reflection={reflection} threshold={threshold} />
        <ol className="grid gap-4">
          {newest.map(({ answer, index }) => (
            <li key={index} className="grid gap-2 border-line border-t pt-3">
              <AnswerVersion
                runId={runId}
                answer={answer}
                before={answers[index - 1]}
                title={titleOf(index)}
                threshold={threshold}
                isKept={accepted?.kept === index}
                isOpen={accepted === undefined}
              />
            </li>
          ))}
        </ol>
      </div>
    </Card>
  );
}

const titleOf = (index: number): string => (index === 0 ? "First answer" : `Revision ${index}`);

type ReflectionOutcomeNoteProps = {
  accepted: Accepted | undefined;
  reflection: NonNullable<RunState["reflection"]>;
  threshold: number;
};

function ReflectionOutcomeNote({ accepted, reflection, threshold }: ReflectionOutcomeNoteProps) {
  if (!accepted) {
    const isScored = reflection.answers.at(-1)?.critique !== undefined;
    return (
      <p className="text-run">
        <span aria-hidden="true">◐ </span>
        {isScored ? "The answer is being revised." : "A critic is scoring the answer."}
      </p>
    );
  }
  const { icon, word, tone } = OUTCOME_DISPLAY[accepted.outcome];
  const { score, reason, questions } = accepted;
  const scored = score === undefined ? "" : `: ${toPercent(score)} of 100`;
  return (
    <div className="grid gap-2">
      <p className={`font-medium ${TONE_TEXT[tone]}`}>
        <span aria-hidden="true">{icon} </span>
        {word}
        {scored}
        <span className="font-normal text-muted"> ({toPercent(threshold)} required)</span>
      </p>
      {reason !== undefined && <p className="text-muted">{formatReason(reason)}</p>}
      <TitledList title="Questions for you" items={questions.map(formatOpenQuestion)} />
    </div>
  );
}

type AnswerVersionProps = {
  runId: string;
  answer: AnswerState;
  /** The answer that this one revises. */
  before: AnswerState | undefined;
  title: string;
  threshold: number;
  isKept: boolean;
  isOpen: boolean;
};

/** One form of the answer; that which is kept stands above as the answer. */
function AnswerVersion(props: AnswerVersionProps) {
  const { runId, answer, before, title, threshold, isKept, isOpen } = props;
  const { value, critique, at } = answer;
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">
          {title}
          {isKept && <span className="font-normal text-muted"> · accepted answer</span>}
        </span>
        <span className="text-muted text-xs">
          <RelativeTime at={at} />
        </span>
      </p>
      {critique ? (
        <CritiqueView critique={critique} of={title} threshold={threshold} />
      ) : (
        <p className="text-muted">{isOpen ? "Not critiqued yet." : "Not scored."}</p>
      )}
      {before && <Changes runId={runId} before={before.value} after={value} />}
      {!isKept && <PreviousText runId={runId} value={value} />}
    </>
  );
}

type ChangesProps = { runId: string; before: AnswerState["value"]; after: AnswerState["value"] };

/** What a revision changed in the words of the answer before it. */
function Changes({ runId, before, after }: ChangesProps) {
  const oldText = useStoredText(runId, before);
  const newText = useStoredText(runId, after);
  const parts = useMemo(() => wordChanges(oldText ?? "", newText ?? ""), [oldText, newText]);
  return (
    <details>
      <summary className="cursor-pointer font-medium">
        Show changes <span className="font-normal text-muted">· {countWords(parts)}</span>
      </summary>
      {parts && (
        <p className="mt-2 max-w-prose whitespace-pre-wrap break-words rounded-lg border border-line bg-ground px-3 py-2">
          <ChangedWords parts={parts} />
        </p>
      )}
    </details>
  );
}

/** What it said, closed until somebody wants it. */
function PreviousText({ runId, value }: { runId: string; value: AnswerState["value"] }) {
  const text = useStoredText(runId, value);
  return (
    <details>
      <summary className="cursor-pointer font-medium">Show text</summary>
      <div className="mt-2 rounded-lg border border-line bg-ground px-3 py-2">
        <Markdown text={text ?? ""} />
      </div>
    </details>
  );
}
