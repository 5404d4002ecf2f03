import { type GateVerb, verbRow } from "@/lib/core/run/gates/table";
import type { ApprovalView } from "@/lib/core/views";

/** True for answers that bring something of their own for each gate. */
function isForOneGate(verb: GateVerb): boolean {
  const { needs, takes, keepsOpen } = verbRow(verb);
  return keepsOpen || needs === "value" || needs === "model" || takes === "tail";
}

/** The gates that are chosen, still open and without an answer that was begun (`drafted`), in the order of the list. */
export const selectedGates = (
  gates: readonly ApprovalView[],
  ids: ReadonlySet<string>,
  drafted: ReadonlySet<string>,
): ApprovalView[] => gates.filter(({ id, status }) => ids.has(id) && status === "open" && !drafted.has(id));

/** Why a gate cannot be chosen in addition to the others; undefined where it can. */
export function unselectableReason(
  gate: ApprovalView,
  selected: readonly ApprovalView[],
  drafted: ReadonlySet<string>,
): string | undefined {
  if (gate.status !== "open") return "This gate is closed.";
  if (drafted.has(gate.id)) return "You began an answer to this gate. Open it to send or clear it.";
  const [first] = selected;
  return first && first.kind !== gate.kind
    ? "Only gates of the same kind can be decided together."
    : undefined;
}

/** What can be said to all of them at once. */
export function commonVerbs(gates: readonly ApprovalView[]): GateVerb[] {
  const [first, ...rest] = gates;
  return (first?.verbs ?? []).filter(
    (verb) => !isForOneGate(verb) && rest.every((gate) => gate.verbs.includes(verb)),
  );
}

/** With one more, or without it. */
export function toggled(ids: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
