import { isSplit, votesSummary } from "@/lib/core/describe/gates/votes";
import { formatDeviation } from "@/lib/core/describe/learning/expectation";
import { formatReason } from "@/lib/core/describe/reason";
import type { Proposal, ReviewAnswer } from "@/lib/core/run/events/reviews";
import type { ReviewVote, TaskState } from "@/lib/core/run/state";
import { TONE_TEXT } from "../../status";
import { SeenText, TextWarnings } from "../../ui/seen-text";

/** By icon and word, as all decisions: colors are those of what came about. */
const ANSWER_ICONS: Record<ReviewAnswer["answer"], string> = {
  yes: "✓",
  warning: "▲",
  no: "✕",
  unclear: "?",
};

/** What each of several reviewers said, with reasons and answers, and what came of it together. */
export function Votes({ task }: { task: TaskState }) {
  const { votes } = task;
  const outcome = votesSummary(task);
  if (!votes || outcome === undefined) return null;
  return (
    <section aria-label="Votes" className="grid gap-1.5">
      <p className={`text-xs ${isSplit(task) ? TONE_TEXT.amber : "text-muted"}`}>
        {isSplit(task) && <span aria-hidden="true">▲ </span>}
        {outcome}
      </p>
      <ul className="grid gap-1.5">
        {votes.map((vote) => (
          <Vote key={vote.reviewer} vote={vote} />
        ))}
      </ul>
    </section>
  );
}

function Vote({ vote: { reviewer, proposal, problem } }: { vote: ReviewVote }) {
  if (!proposal) {
    return (
      <li className="rounded-lg border border-line px-3 py-2">
        <p>
          <span className="font-medium">{reviewer}</span>{" "}
          <span className="text-bad">
            <span aria-hidden="true">✕ </span>No readable decision
          </span>
        </p>
        <p className="text-muted text-xs">{problem && formatReason(problem)}</p>
      </li>
    );
  }
  return (
    <li className="rounded-lg border border-line">
      <details>
        <summary className="cursor-pointer px-3 py-2">
          <span className="font-medium">{reviewer}</span> <strong>{proposal.decision}</strong>
        </summary>
        <div className="px-3 pb-2">
          <ProposalText proposal={proposal} />
        </div>
      </details>
    </li>
  );
}

/** What a reviewer proposes, why, and the answer to each question that the plan asked. */
export function ProposalText({ proposal }: { proposal: Proposal }) {
  const { decision, reasoning, answers, moreAnswers, deviation } = proposal;
  return (
    <div className="grid gap-2">
      <TextWarnings value={[reasoning, ...answers.map(({ evidence }) => evidence)]} />
      <p>
        <strong>{decision}</strong>
        {reasoning && (
          <>
            {" · "}
            <q className="wrap-anywhere whitespace-pre-wrap">
              <SeenText text={reasoning} />
            </q>
          </>
        )}
      </p>
      {deviation !== undefined && <p className="whitespace-pre-wrap">{formatDeviation(proposal)}</p>}
      {answers.length > 0 && (
        <ul aria-label="Answers" className="grid gap-1.5">
          {answers.map((answer) => (
            <AnswerLine key={answer.question} answer={answer} />
          ))}
          {moreAnswers !== undefined && (
            <li className="text-amber text-xs">and {moreAnswers} more not shown</li>
          )}
        </ul>
      )}
    </div>
  );
}

function AnswerLine({ answer: { question, answer, evidence } }: { answer: ReviewAnswer }) {
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-1">
      <span aria-hidden="true">{ANSWER_ICONS[answer]}</span>
      <span>
        <SeenText text={question} />
      </span>
      <span className="text-xs">{answer}</span>
      {evidence && (
        <span className="col-start-2 text-muted text-xs">
          <SeenText text={evidence} />
        </span>
      )}
    </li>
  );
}
