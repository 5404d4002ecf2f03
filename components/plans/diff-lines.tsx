import type { DiffLine } from "@/lib/core/describe/plans/plan-diff";
import { ChangedWords } from "../ui/changed-words";
import { SeenText } from "../ui/seen-text";
import type { WordChange } from "./word-changes";

type Sign = DiffLine["sign"];

const SIGN_LABELS: Record<Sign, string> = {
  "+": "added: ",
  "~": "changed: ",
  "±": "rewritten: ",
  "⇄": "moved: ",
  "−": "removed: ",
};

/** What a difference is, for the eye. In ink: in words, colors are those of statuses, and nothing that is planned has one. */
export const DiffSign = ({ sign }: { sign: string }) => (
  <span aria-hidden="true" className="font-semibold">
    {sign}
  </span>
);

/** A line with the changes of long texts in words. */
export type WordedLine = DiffLine & { words?: { label: string; parts: WordChange[] }[] };

/** The difference of two plans, a line for each kind of change, and below it what changed in long texts. */
export function DiffLines({ lines }: { lines: readonly WordedLine[] }) {
  if (lines.length === 0) return <p className="text-muted">No changes.</p>;
  return (
    <ul className="grid gap-0.5">
      {lines.map(({ sign, text, words = [] }) => (
        <li key={`${sign}${text}`} className="wrap-anywhere -indent-4 pl-4">
          <DiffSign sign={sign} /> <span className="sr-only">{SIGN_LABELS[sign]}</span>
          <SeenText text={text} />
          {words.map(({ label, parts }) => (
            <p key={label} className="whitespace-pre-wrap indent-0 text-xs">
              <span className="text-muted">{label}: </span>
              <ChangedWords parts={parts} isShort />
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
