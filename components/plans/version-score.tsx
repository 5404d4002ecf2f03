import { countWords } from "./flaws";
import { Score } from "./score";
import { openOf, type VersionCritique } from "./use-critique";

/** What the critic thinks of a plan version, in a few lines. */
export function VersionScore({ critique }: { critique: VersionCritique }) {
  const { by, score, openScore, findings, improvedFrom, note } = critique;
  const counts = findings && (countWords(openOf(findings)) || "nothing is open");
  return (
    <div>
      <p>
        <Score score={openScore} />
        {counts && <span className="text-muted"> · {counts}</span>}
      </p>
      <p className="text-muted text-xs">
        {by === "model" ? "judged by the rules and a model" : "judged by the rules"}
        {openScore !== score && ` · ${score} of 10 with what was waived`}
        {improvedFrom !== undefined && ` · the first draft had ${improvedFrom} of 10`}
      </p>
      {note && <p className="text-amber text-xs">{note}</p>}
    </div>
  );
}
