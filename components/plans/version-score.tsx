import { findingCounts } from "./flaws";
import { Score } from "./score";
import { openFindings, type VersionCritique } from "./use-critique";

/** What the critic thinks of a plan version, in a few lines. */
export function VersionScore({ critique }: { critique: VersionCritique }) {
  const { by, score, openScore, findings, improvedFrom, note } = critique;
  const openCounts = findings && (findingCounts(openFindings(findings)) || "nothing is open");
  return (
    <div>
      <p>
        <Score score={openScore} />
        {openCounts && <span className="text-muted"> · {openCounts}</span>}
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
