import { describeSay, describeTerms } from "@/lib/core/describe/gates/words";
import { sayBoundAt, termsOf } from "@/lib/core/run/gates/terms";
import type { ApprovalState, RunState } from "@/lib/core/run/state";

/** Who may answer these gates, who may not let them pass, and how far they have come with those who did; each said once. */
export function TermsNotes({ state, gates }: { state: RunState; gates: readonly ApprovalState[] }) {
  const lines = new Set(
    gates.flatMap((gate) => [
      ...describeTerms(termsOf(state, gate), gate.assignees, gate.kind),
      ...describeSay(sayBoundAt(state, gate)),
    ]),
  );
  if (lines.size === 0) return null;
  return (
    <ul className="grid gap-0.5 px-4 pt-2 pb-3 text-muted text-xs" aria-label="Who can answer">
      {[...lines].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
