import type { ReviewVote, TaskState } from "@/lib/core/run/state";
import { TONE_TEXT } from "../status";
import { ProposalText } from "./proposal";
import { isSplit, votesSummary } from "./vote-words";

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
            <span aria-hidden="true">✕ </span>no readable decision
          </span>
        </p>
        <p className="text-muted text-xs">{problem}</p>
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
