import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import { formatReasons } from "@/lib/core/describe/reason";
import { TONE_TEXT } from "../../status";
import { findingCounts } from "./issues-by-task";
import { openFindings, type VersionCritique } from "./use-critique";

/** How a plan's score looks: a word beside the color. */
function scoreDisplay(score: number): StatusDisplay {
  if (score >= 8) return { icon: "✓", word: "good", tone: "ok" };
  if (score >= 5) return { icon: "△", word: "fair", tone: "amber" };
  return { icon: "▲", word: "weak", tone: "bad" };
}

/** `△ 6 of 10, can be better`. */
export function Score({ score }: { score: number }) {
  const { icon, word, tone } = scoreDisplay(score);
  return (
    <span className={`whitespace-nowrap font-medium ${TONE_TEXT[tone]}`}>
      <span aria-hidden="true">{icon} </span>
      {score} of 10, {word}
    </span>
  );
}

/** What the critic thinks of a plan version, in a few lines. */
export function VersionScore({ critique }: { critique: VersionCritique }) {
  const { by, score, openScore, findings, improvedFrom, notes } = critique;
  const openCounts = findings && (findingCounts(openFindings(findings)) || "no open findings");
  return (
    <div>
      <p>
        <Score score={openScore} />
        {openCounts && <span className="text-muted"> · {openCounts}</span>}
      </p>
      <p className="text-muted text-xs">
        {by === "model" ? "Scored by rules and a model" : "Scored by rules"}
        {openScore !== score && ` · ${score} of 10 including waived findings`}
        {improvedFrom !== undefined && ` · first draft: ${improvedFrom} of 10`}
      </p>
      {notes && <p className="text-amber text-xs">{formatReasons(notes)}</p>}
    </div>
  );
}
