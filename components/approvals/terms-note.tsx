import { formatAssignees, formatQuorum } from "@/lib/core/run/gate-rules";
import type { GateTerms } from "@/lib/core/run/gate-terms";

/** Who may answer a gate, who may not let it pass, and how far it has come with those who did. */
export function TermsNote({ terms, assignees }: { terms: GateTerms; assignees: readonly string[] }) {
  const lines = termLines(terms, assignees);
  if (lines.length === 0) return null;
  return (
    <ul className="grid gap-0.5 px-4 pb-3 text-muted text-xs" aria-label="Who answers">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The terms of a gate in sentences; none where anybody may answer by themselves. */
export function termLines(
  { quorum, votes, notBy, escalations }: GateTerms,
  assignees: readonly string[],
): string[] {
  const authors = notBy.map(({ name }) => name).join(" or ");
  return [
    assignees.length > 0 && `For ${formatAssignees(assignees)}. Others see it, but cannot answer it.`,
    quorum > 1 && `Takes ${quorum} people: ${formatQuorum({ quorum, votes })}. One rejection decides it.`,
    authors !== "" &&
      `Takes a second pair of eyes: ${authors} wrote the mission or its plan, and can only stop it.`,
    escalations > 0 &&
      `Was not answered in time, and was handed on${escalations > 1 ? ` ${escalations} times` : ""}.`,
  ].filter((line) => line !== false);
}
