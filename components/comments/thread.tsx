"use client";

import { use, useState } from "react";
import { useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import { StoppedClock } from "@/lib/client/run-clock";
import type { CommentView } from "@/lib/core/comments/view";
import { type AnchorKind, COMMENT_LABELS, MAX_COMMENT_CHARS, type Outcome } from "@/lib/core/comments/words";
import { formatOutcome } from "@/lib/core/describe/comments";
import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { Badge } from "../ui/badge";
import { readKept, useKept } from "../ui/behavior/use-kept";
import { Button } from "../ui/button";
import { CopyLink } from "../ui/links/copy-link";
import { LiveButton, LiveInput } from "../ui/live";
import { Problem } from "../ui/problem";
import { StatusLabel } from "../ui/status-label";
import { WordsForm } from "../ui/words-form";
import { LabelChoice } from "./composer";
import { Question } from "./question";
import { type CommentAct, sendCommentAct, sendQuestion } from "./send";
import { Words } from "./words";

const WRITING = ["reply", "question", "edit"] as const;

type ThreadProps = {
  comment: CommentView;
  /** It is about the task that is selected. */
  isHere: boolean;
  isOpen: boolean;
  onOpen(): void;
  /** Whether it goes out with the next round, where it may. */
  sending?: { isChosen: boolean; disabled: boolean; onChoose(isChosen: boolean): void } | undefined;
  shownVersion: number;
  /** Shows the version in which it was made; left out where that was a proposal that is gone. */
  onVersion?: (() => void) | undefined;
};

/** A comment: its place and what it quotes, the words of people, what came back and what the version shows of it. */
export function Thread(props: ThreadProps) {
  const { comment, isHere, isOpen, onOpen, sending, shownVersion, onVersion } = props;
  const { commentId, runId, place, at, label, status, text, by, own, createdAt, editedAt } = comment;
  const { isQuestion } = comment;
  const isPast = use(StoppedClock) !== undefined;
  const kept = {
    reply: `reply/${commentId}`,
    question: `question/${commentId}`,
    edit: `edit/${commentId}`,
  };
  const [began, write] = useState(() => WRITING.find((way) => readKept(kept[way]) !== undefined));
  const writing = isPast ? undefined : began;
  const [quick, setQuick] = useKept(`${kept.edit}/label`, label);
  const { act, pending, problem } = useAct({
    send: sendCommentAct,
    invalidates: [queryKeys.comments(runId)],
  });
  const asking = useAct({ send: sendQuestion, invalidates: [queryKeys.comments(runId)] });
  const busy = (pending ?? asking.pending) !== undefined;
  const failed = problem ?? asking.problem;
  const send = async (input: CommentAct) => (await act(input)) !== undefined;
  const ask = async (words: string) =>
    (await asking.act({ id: runId, commentId, text: words })) !== undefined;
  const close = () => {
    write(undefined);
    setQuick(label);
  };
  const form = { maxLength: MAX_COMMENT_CHARS, busy, onClose: close };
  return (
    <li
      data-comment={commentId}
      data-status={status}
      className={`grid gap-1 border-line border-b border-l-2 px-4 py-3 last:border-b-0 ${isOpen || isHere ? "border-l-ink" : "border-l-transparent"} ${isOpen ? "bg-ground" : ""}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        {sending && (
          <LiveInput
            type="checkbox"
            aria-label={`Send with the revision: ${text}`}
            checked={sending.isChosen}
            disabled={sending.disabled}
            onChange={({ target }) => sending.onChoose(target.checked)}
            className="-mr-1 mt-0.5 size-4 shrink-0 accent-ink"
          />
        )}
        <LiveButton
          aria-expanded={isOpen}
          className="wrap-anywhere min-h-6 min-w-0 grow basis-1/2 text-left font-semibold hover:underline"
          onClick={onOpen}
        >
          {place.words}
        </LiveButton>
        {label && <Badge>{COMMENT_LABELS[label].name}</Badge>}
      </div>
      {place.excerpt !== "" && place.excerpt !== place.words && (
        <q className="wrap-anywhere border-line border-l-2 pl-2 text-muted text-xs">{place.excerpt}</q>
      )}
      <p className="text-muted text-xs empty:hidden">
        {at ? (
          at.changed && "Quoted text changed"
        ) : onVersion && place.version !== shownVersion ? (
          <>
            Not in plan v{shownVersion}; made{" "}
            <LiveButton className="text-run underline" onClick={onVersion}>
              on version {place.version}
            </LiveButton>
          </>
        ) : (
          `Made on a proposal of version ${place.version} that was not kept`
        )}
      </p>
      {writing === "edit" ? (
        <WordsForm
          label="Comment"
          text={text}
          keptAs={kept.edit}
          onSave={(next) => send({ act: "edit", id: commentId, text: next, label: quick })}
          {...form}
        >
          <LabelChoice label={quick} onChange={setQuick} />
        </WordsForm>
      ) : (
        <Words by={by} own={own} text={text} at={createdAt} edited={editedAt !== null} />
      )}
      <Answer comment={comment} />
      {entriesOf(comment).map((entry) =>
        "replyId" in entry ? (
          <Words key={entry.replyId} by={entry.by} own={entry.own} text={entry.text} at={entry.at} />
        ) : (
          <Question
            key={entry.questionId}
            runId={runId}
            question={entry}
            isHead={isQuestion && entry === comment.questions[0]}
          />
        ),
      )}
      {status === "resolved" && <p className="text-muted text-xs">{resolvedText(comment.resolvedBy)}</p>}
      <Problem problem={failed} />
      {writing === "reply" && (
        <WordsForm
          label="Reply"
          text=""
          keptAs={kept.reply}
          onSave={(next) => send({ act: "replies", id: commentId, text: next })}
          {...form}
        />
      )}
      {writing === "question" && (
        <WordsForm
          label="Question"
          help="A model answers from the plan; nothing is changed."
          saveLabel="Ask"
          text=""
          keptAs={kept.question}
          onSave={ask}
          {...form}
        />
      )}
      {writing === undefined && !isPast && (
        <div className="flex flex-wrap gap-1">
          <Button size="small" variant="quiet" className="-ml-2" onClick={() => write("reply")}>
            Reply
          </Button>
          <Button size="small" variant="quiet" onClick={() => write("question")}>
            Ask
          </Button>
          <CopyLink href={threadAddress(comment)} of={text} />
          {own && status === "open" && isOpen && !isQuestion && (
            <Button size="small" variant="quiet" onClick={() => write("edit")}>
              Edit
            </Button>
          )}
          {own && comment.round === null && isOpen && (
            <Button
              size="small"
              variant="quiet"
              disabled={busy}
              onClick={() => void send({ act: "remove", id: commentId })}
            >
              Delete
            </Button>
          )}
          {status !== "resolved" && (
            <Button
              size="small"
              className="ml-auto"
              disabled={busy}
              aria-label={`Resolve: ${text}`}
              onClick={() => void send({ act: "resolve", id: commentId })}
            >
              Resolve
            </Button>
          )}
          {(status === "resolved" || comment.answer !== null) && status !== "open" && status !== "stale" && (
            <Button
              size="small"
              variant="quiet"
              className={status === "resolved" ? "ml-auto" : ""}
              disabled={busy}
              aria-label={`Reopen: ${text}`}
              onClick={() => void send({ act: "reopen", id: commentId })}
            >
              Reopen
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** The page of its run with the thread and its task before one. */
const threadAddress = ({ runId, commentId }: CommentView): string =>
  `/runs/${encodeURIComponent(runId)}?comment=${encodeURIComponent(commentId)}`;

/** What was said in the thread after its head, oldest first. */
const entriesOf = ({ replies, questions }: CommentView) =>
  [...replies, ...questions].sort((a, b) => a.at - b.at);

const resolvedText = (by: ActorRef | null): string =>
  by?.kind === "person" ? `Resolved by ${by.name}` : "Resolved";

const OUTCOME_LOOKS = {
  addressed: { icon: "✓", tone: "ok" },
  answered: { icon: "↩", tone: "plain" },
  declined: { icon: "↩", tone: "plain" },
  unanswered: { icon: "○", tone: "plain" },
} as const satisfies Record<string, Omit<StatusDisplay, "word">>;

const NOT_FOUND = { icon: "✕", tone: "bad" } as const;

/** That a plan has changed is no sign that it changed as asked. */
const lookOf = (outcome: Outcome, kind: AnchorKind) =>
  OUTCOME_LOOKS[outcome === "addressed" && kind === "plan" ? "answered" : outcome];

/** What came back with the last round, and whether the version bears it out. */
function Answer({ comment: { answer, place, status, round } }: { comment: CommentView }) {
  if (status === "sent")
    return <p className="text-muted text-xs">Sent in round {round}; waiting for the next version.</p>;
  if (!answer) return null;
  const look = answer.emptyClaim ? NOT_FOUND : lookOf(answer.outcome, place.kind);
  return (
    <p className="wrap-anywhere" data-outcome={answer.outcome}>
      <StatusLabel
        status={{ ...look, word: formatOutcome(answer, place.kind) }}
        className="whitespace-normal! font-medium"
      />{" "}
      <span className="text-muted text-xs">
        in v{answer.version}, round {round}
      </span>{" "}
      {answer.note !== null && <q className="text-muted">{answer.note}</q>}
    </p>
  );
}
