import { formatReason } from "@/lib/core/describe/reason";
import { formatVoteSplit } from "@/lib/core/describe/votes";
import { reviewersOf } from "@/lib/core/run/effects/reviewers";
import type { Proposal, ReviewAnswer } from "@/lib/core/run/events/reviews";
import type { ReviewVote, TaskState } from "@/lib/core/run/state";
import { TONE_TEXT, type Tone } from "../../status";

type VotedTask = Pick<TaskState, "votes" | "consensus" | "spec">;

/** True where the reviewers came to nothing together, and the strictest proposal stands for all. */
export const isSplit = ({ consensus }: Pick<TaskState, "consensus">): boolean => consensus?.reached === false;

const ANSWERS: Record<ReviewAnswer["answer"], { icon: string; tone: Tone }> = {
  yes: { icon: "✓", tone: "ok" },
  warning: { icon: "▲", tone: "amber" },
  no: { icon: "✕", tone: "bad" },
  unclear: { icon: "?", tone: "plain" },
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
  const { decision, reasoning, answers } = proposal;
  return (
    <div className="grid gap-2">
      <p>
        <strong>{decision}</strong>
        {reasoning && (
          <>
            {" · "}
            <q className="whitespace-pre-wrap">{reasoning}</q>
          </>
        )}
      </p>
      {answers.length > 0 && (
        <ul aria-label="Answers" className="grid gap-1.5">
          {answers.map((answer) => (
            <AnswerLine key={answer.question} answer={answer} />
          ))}
        </ul>
      )}
    </div>
  );
}

function AnswerLine({ answer: { question, answer, evidence } }: { answer: ReviewAnswer }) {
  const { icon, tone } = ANSWERS[answer];
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-1">
      <span aria-hidden="true" className={TONE_TEXT[tone]}>
        {icon}
      </span>
      <span>{question}</span>
      <span className={`text-xs ${TONE_TEXT[tone]}`}>{answer}</span>
      {evidence && <span className="col-start-2 text-muted text-xs">{evidence}</span>}
    </li>
  );
}

/** What became of the votes of several reviewers, in one line; undefined for a review by one. */
export function votesSummary({ votes, consensus, spec }: VotedTask): string | undefined {
  if (consensus) {
    const { reached, rule } = consensus;
    const votes = formatVoteSplit(consensus);
    return `${reached ? "Agreed" : "No agreement"} (${rule})${votes === "" ? "" : `: ${votes}`}`;
  }
  return votes && `${votes.length} of ${reviewersOf(spec).length} reviewers voted`;
}

/** Who voted for a decision, in addition to what is put forward. */
export function votersFor({ votes = [] }: Pick<TaskState, "votes">, decision: string): string[] {
  return votes.filter(({ proposal }) => proposal?.decision === decision).map(({ reviewer }) => reviewer);
}

/** What is put forward, as a heading says it. */
export function proposalHeading(
  task: Pick<TaskState, "consensus">,
  decided?: string,
  proposed?: string,
): string {
  const word = isSplit(task) ? "Strictest proposal" : "Proposed";
  if (decided === undefined) return word;
  return decided === proposed ? `${word}, accepted` : `${word}, overridden`;
}

/** The question of a review's gate in one sentence. */
export function reviewQuestion(task: Pick<TaskState, "consensus" | "proposal">): string | undefined {
  const decision = task.proposal?.decision;
  if (decision === undefined) return undefined;
  if (isSplit(task)) return `The reviewers disagree. The strictest proposal is ${decision}.`;
  return task.consensus ? `The reviewers propose ${decision}.` : `The reviewer proposes ${decision}.`;
}
