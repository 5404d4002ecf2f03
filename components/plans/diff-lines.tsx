import type { DiffLine } from "@/lib/core/describe/plans/plan-diff";
import { SeenText } from "../ui/seen-text";

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

/** The difference of two plans, a line for each kind of change. */
export function DiffLines({ lines }: { lines: readonly DiffLine[] }) {
  if (lines.length === 0) return <p className="text-muted">No changes.</p>;
  return (
    <ul className="grid gap-0.5">
      {lines.map(({ sign, text }) => (
        <li key={`${sign}${text}`} className="wrap-anywhere -indent-4 pl-4">
          <DiffSign sign={sign} /> <span className="sr-only">{SIGN_LABELS[sign]}</span>
          <SeenText text={text} />
        </li>
      ))}
    </ul>
  );
}
