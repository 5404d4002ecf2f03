"use client";

import { getOwn } from "@/lib/core/own";
import type { RunEvent } from "@/lib/core/run/events";
import { gatesOfTask } from "@/lib/core/run/gates/of-task";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import type { Draft } from "./drafts/kept-drafts";
import { forgetDraft, useUnsentDrafts } from "./drafts/unsent-drafts";
import { UnsentNote } from "./lazy-panels";
import type { Unsent } from "./unsent-note";

/** What a person had typed for decisions that were closed under it, of one task alone where it is given. */
export function useUnsentWords(state: RunState, taskId?: string): Unsent[] {
  const unsentDraft = useUnsentDrafts();
  return unsentIn(state, unsentDraft).filter(({ task }) => taskId === undefined || task?.id === taskId);
}

/** The answer arrived, though its reply was lost on the way. */
function isRecorded({ decided }: ApprovalState, { comment, value, tail, mark, items = {} }: Draft): boolean {
  if (!decided) return false;
  const hasReasons = Object.values(items).some(({ reason = "" }) => reason.trim() !== "");
  if ((hasReasons && !decided.items) || (tail?.trim() && !comment.trim())) return false;
  const given = decided.value && "inline" in decided.value ? decided.value.inline : undefined;
  const isSame = (typed = "", recorded: unknown) => typed.trim() === "" || typed.trim() === recorded;
  const said = decided.comment?.trim();
  return isSame(comment, said) && isSame(mark?.reason, said) && isSame(value, given);
}

type UnsentWordsProps = {
  state: RunState;
  events: readonly RunEvent[];
  unsent: Unsent;
  /** How the gate was closed stands above. */
  isBelowGate?: boolean;
};

/** It stays, with what happened and what is still possible. */
export function UnsentWords({ unsent, ...shown }: UnsentWordsProps) {
  return <UnsentNote {...shown} {...unsent} onDiscard={() => forgetDraft(unsent.draftKey)} />;
}

/** What was typed for a review that waits at a gate is not too late: the panel of the gate takes it over. */
export function unsentIn(state: RunState, unsentDraft: (key: string) => Draft | undefined): Unsent[] {
  const { runId, tasks, approvals, held } = state;
  const reviews = Object.values(tasks).flatMap((task): Unsent[] => {
    const draftKey = `${runId}/${task.id}`;
    const isAsked = getOwn(held, task.id) !== undefined || gatesOfTask(state, task.id).length > 0;
    const draft = !isAsked && task.proposal ? unsentDraft(draftKey) : undefined;
    return draft ? [{ draftKey, draft, task }] : [];
  });
  const gates = Object.values(approvals).flatMap((gate): Unsent[] => {
    const draftKey = gate.approvalId;
    const draft = gate.status === "open" ? undefined : unsentDraft(draftKey);
    return draft && !isRecorded(gate, draft)
      ? [{ draftKey, draft, gate, task: getOwn(tasks, gate.taskId ?? "") }]
      : [];
  });
  return [...reviews, ...gates];
}
