import type { AnswerCritique } from "@/lib/core/reflection/critique";
import { Progress } from "../ui/progress";
import { toPercent } from "./look";

type CritiqueViewProps = {
  critique: AnswerCritique;
  /** Whose answer it is, for those who do not see the page. */
  of: string;
  /** The score from which on it passes, where that is known. */
  threshold?: number;
};

/** What a critic said of one answer: the score, what is wrong, and how to mend it. */
export function CritiqueView({ critique, of, threshold }: CritiqueViewProps) {
  const { score, feedback, issues, suggestions } = critique;
  const below = threshold !== undefined && score < threshold;
  const needed = below ? `, ${toPercent(threshold)} needed` : "";
  return (
    <div className="grid gap-2">
      <div className="grid max-w-xs gap-1.5">
        <p className="font-medium">
          Score {toPercent(score)} of 100{needed}
        </p>
        <Progress
          label={`Score of ${of}`}
          value={toPercent(score)}
          max={100}
          tone={below ? "amber" : "run"}
        />
      </div>
      {feedback !== "" && <p className="whitespace-pre-wrap">{feedback}</p>}
      <TitledList title="Issues" items={issues} />
      <TitledList title="Suggestions" items={suggestions} />
    </div>
  );
}

export function TitledList({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <p className="text-muted text-xs">{title}</p>
      <ul className="list-disc pl-5">
        {[...new Set(items)].map((point) => (
          <li key={point} className="break-words">
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}
