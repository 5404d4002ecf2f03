import { TONE_TEXT, type Tone } from "../status";
import type { EvidenceLine } from "./evidence";

const VERDICT_DISPLAY: Record<EvidenceLine["verdict"], { icon: string; word: string; tone: Tone }> = {
  passed: { icon: "✓", word: "passed", tone: "ok" },
  failed: { icon: "✕", word: "failed", tone: "bad" },
  unknown: { icon: "?", word: "could not be judged", tone: "amber" },
  accepted: { icon: "◈", word: "a person answers for it", tone: "amber" },
  refused: { icon: "✕", word: "refused by a person", tone: "bad" },
  none: { icon: "○", word: "no check", tone: "plain" },
};

/** Why the result is to be believed, line by line; `isOver` when there will be no other. */
export function EvidenceList({ lines, hasEnded }: { lines: readonly EvidenceLine[]; hasEnded: boolean }) {
  if (lines.length === 0) {
    return (
      <p className="text-muted">
        {hasEnded ? "It has no result to check." : "There is no result to check yet."}
      </p>
    );
  }
  return (
    <ul className="grid gap-1">
      {lines.map(({ verdict, text, kind }) => {
        const { icon, word, tone } = VERDICT_DISPLAY[verdict];
        return (
          <li key={`${verdict} ${text}`} className="grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-1.5">
            <span aria-hidden="true" className={TONE_TEXT[tone]}>
              {icon}
            </span>
            <span>
              <span className="sr-only">{word}: </span>
              {text}
            </span>
            <span className="font-mono text-muted text-xs">{kind === "none" ? "" : kind}</span>
          </li>
        );
      })}
    </ul>
  );
}
