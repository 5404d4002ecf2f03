import type { AttemptReflection } from "@/lib/core/run/state";
import { StatusLabel } from "../ui/status-word";
import { TitledList } from "./critique-words";
import { OUTCOME_DISPLAY, toPercent } from "./look";

/** What became of an agent's answers in an attempt, in a line; the words themselves stand with its steps. */
export function AttemptReflectionView({ reflection }: { reflection: AttemptReflection }) {
  const { outcome, score, last, step, questions = [], reason } = reflection;
  const value = outcome === undefined ? last?.score : score;
  const of = step === undefined ? "" : `, the answer of step ${step}`;
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-muted">
          Answer criticised{value === undefined ? "" : `: ${toPercent(value)} of 100`}
          {of}
        </span>
        <span className="text-xs">
          <StatusLabel
            status={outcome ? OUTCOME_DISPLAY[outcome] : { icon: "↻", word: "being mended", tone: "retry" }}
          />
        </span>
      </p>
      {reason !== undefined && <p className="text-muted">{reason}</p>}
      <TitledList title="Questions to you" items={questions} />
    </div>
  );
}
