import type { AnswerCritique } from "@/lib/core/reflection/critique";
import { Progress } from "../ui/progress";
import { hundredths } from "./look";

type CritiqueWordsProps = {
  critique: AnswerCritique;
  /** Whose answer it is, for those who do not see the page. */
  of: string;
  /** The score from which on it passes, where that is known. */
  threshold?: number;
};

/** What a critic said of one answer: the score, what is wrong, and how to mend it. */
export function CritiqueWords({ critique, of, threshold }: CritiqueWordsProps) {
  const { score, feedback, issues, suggestions } = critique;
  const below = threshold !== undefined && score < threshold;
  const needed = below ? `, ${hundredths(threshold)} needed` : "";
  return (
    <div className="grid gap-2">
      <div className="grid max-w-xs gap-1.5">
        <p className="font-medium">
          Score {hundredths(score)} of 100{needed}
        </p>
        <Progress
          label={`Score of ${of}`}
          value={hundredths(score)}
          max={100}
          tone={below ? "amber" : "run"}
        />
      </div>
      {feedback !== "" && <p className="whitespace-pre-wrap">{feedback}</p>}
      <Points title="Issues" points={issues} />
      <Points title="Suggestions" points={suggestions} />
    </div>
  );
}

export function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <div>
      <p className="text-muted text-xs">{title}</p>
      <ul className="list-disc pl-5">
        {[...new Set(points)].map((point) => (
          <li key={point} className="break-words">
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}
