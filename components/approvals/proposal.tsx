import type { Proposal, ReviewAnswer } from "@/lib/core/run/events/reviews";
import { TONE_TEXT, type Tone } from "../status";

const ANSWERS: Record<ReviewAnswer["answer"], { icon: string; tone: Tone }> = {
  yes: { icon: "✓", tone: "ok" },
  warning: { icon: "▲", tone: "amber" },
  no: { icon: "✕", tone: "bad" },
  unclear: { icon: "?", tone: "plain" },
};

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
