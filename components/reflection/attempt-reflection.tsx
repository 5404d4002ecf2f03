import type { AttemptReflection } from "@/lib/core/run/state";
import { StatusWord } from "../ui/status-word";
import { Points } from "./critique-words";
import { hundredths, OUTCOME_LOOK } from "./look";

/** What became of an agent's answers in an attempt, in a line; the words themselves stand with its steps. */
export function AttemptReflectionView({ reflection }: { reflection: AttemptReflection }) {
  const { outcome, score, last, step, questions = [], reason } = reflection;
  const value = outcome === undefined ? last?.score : score;
  const of = step === undefined ? "" : `, the answer of step ${step}`;
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-muted">
          Answer criticised{value === undefined ? "" : `: ${hundredths(value)} of 100`}
          {of}
        </span>
        <span className="text-xs">
          <StatusWord
            look={outcome ? OUTCOME_LOOK[outcome] : { icon: "↻", word: "being mended", tone: "retry" }}
          />
        </span>
      </p>
      {reason !== undefined && <p className="text-muted">{reason}</p>}
      <Points title="Questions to you" points={questions} />
    </div>
  );
}
