import { approvalIdOf } from "../../ids";
import { digestOf, type Json } from "../../json";
import type { StoredValue } from "../../stored-value";
import { type DraftEvent, draft } from "../events";
import type { ApprovalKind } from "../events/people";
import type { RunState } from "../state";

type Opening = {
  kind: ApprovalKind;
  prompt: string;
  verbs: string[];
  taskId?: string;
  digest?: string;
  shown?: StoredValue;
  assignees?: string[];
  deadlineAt?: number;
  onTimeout?: string;
  subject?: Record<string, string | number>;
  /** The version it is about, when that is not the one in force. */
  planVersion?: number;
};

/** Opens a gate; its id is the run's next number, its digest covers all that is shown unless one is given. */
export function openApproval(state: RunState, opening: Opening): DraftEvent {
  const { assignees = [], prompt, ...rest } = opening;
  const shown: Json = [rest.kind, prompt, rest.verbs, rest.subject ?? null, opening.shown?.digest ?? null];
  return draft("approval_opened", {
    planVersion: state.planVersion,
    ...rest,
    approvalId: nextApprovalId(state),
    digest: opening.digest ?? digestOf(shown),
    prompt: prompt.slice(0, 2_000),
    assignees,
  });
}

export const nextApprovalId = (state: RunState): string => approvalIdOf(state.runId, state.approvalCount + 1);

/** The open approval of this kind, if there is one. */
export function openApprovalOf(state: RunState, kind: ApprovalKind): string | undefined {
  return Object.keys(state.openApprovals).find((id) => state.approvals[id]?.kind === kind);
}
