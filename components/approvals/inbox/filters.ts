import { isAssigned } from "@/lib/core/run/gates/rules";
import { APPROVAL_KINDS, type ApprovalKind } from "@/lib/core/run/gates/table";
import type { ApprovalView } from "@/lib/core/views";

/** Who looks at the inbox. */
export type Viewer = { id: string; name: string; roles?: readonly string[]; everyone?: boolean };

export type GateFilter = { kind?: ApprovalKind | undefined; text?: string | undefined };

/** The kind that an address names, if there is one of that name. */
export const kindOf = (name: string | undefined): ApprovalKind | undefined =>
  APPROVAL_KINDS.find((kind) => kind === name);

/** A gate is everyone's unless it names people or roles. */
export function isAssignedTo(
  { assignees }: Pick<ApprovalView, "assignees">,
  { roles = [], ...viewer }: Viewer,
): boolean {
  return isAssigned(assignees, { ...viewer, roles });
}

/** The gates that a filter lets through; the text is looked for in question and mission. */
export function filtered(gates: readonly ApprovalView[], { kind, text = "" }: GateFilter): ApprovalView[] {
  const wanted = text.trim().toLowerCase();
  return gates.filter(
    (gate) =>
      (kind === undefined || gate.kind === kind) &&
      (wanted === "" || `${gate.prompt}\n${gate.mission}`.toLowerCase().includes(wanted)),
  );
}

/**
 * The rows of a list that people work through: everything that stood there stays in its place, with what is known of
 * it now; new gates come at the end. `fresh` has the gates that are open now.
 */
export function stableRows(
  shown: readonly ApprovalView[],
  fresh: readonly ApprovalView[],
  closed: ReadonlyMap<string, ApprovalView>,
): ApprovalView[] {
  const open = new Map(fresh.map((gate) => [gate.id, gate]));
  const known = new Set(shown.map((gate) => gate.id));
  const updated = shown.map((gate) => open.get(gate.id) ?? closed.get(gate.id) ?? gate);
  return [...updated, ...fresh.filter((gate) => !known.has(gate.id))];
}
