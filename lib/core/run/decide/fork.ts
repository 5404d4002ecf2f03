import { approvalIdOf } from "../../ids";
import { getOwn } from "../../own";
import type { ForkCommand } from "../commands";
import { actsOf, planInForce } from "../controls/release/release";
import { type DraftEvent, draft } from "../events";
import { boundTo } from "../gates/shown";
import { gateRow, timeoutOf } from "../gates/table";
import { isOver } from "../retrospects";
import type { ApprovalState, RunState } from "../state";
import { taskOf } from "../state/ready";
import { decideForkChanges } from "./fork-changes";
import { forkSettingsRefusal } from "./fork-settings";
import { asksAboutReplans, cancelGates } from "./gates/cancel";
import { openApprovalOf, takesSecondPerson } from "./gates/open";
import { askAboutPlanInForce } from "./gates/plan";
import { type Decided, refuse } from "./refuse";

/**
 * Begins a fork's own life, on the state its copied events led to: every open gate asks again, from now on. With its
 * changes or not at all.
 */
export function decideFork(state: RunState, command: ForkCommand, now: number): Decided {
  const { fromSeq, changes } = command;
  if (state.seq !== fromSeq) return refuse("conflict", "This run has events of its own already.");
  if (isOver(state)) {
    return refuse("not_allowed_now", "The run had ended there: fork it from an earlier event.");
  }
  const begun = beginFork(state, command, now);
  if (!changes) return begun;
  const refused = changes.settings && forkSettingsRefusal(state, changes.settings);
  return refused ?? decideForkChanges(state, begun, changes, now);
}

function beginFork(
  state: RunState,
  { parentRunId, fromSeq, mayReview, changes }: ForkCommand,
  now: number,
): DraftEvent[] {
  const open = Object.keys(state.openApprovals).map((id) => getOwn(state.approvals, id) as ApprovalState);
  const asked = open.filter((gate) => !isObsolete(gate) && !gateRow(gate.kind).perFork);
  const asFork = { ...state, settings: changes?.settings ?? state.settings };
  const gates = asked.flatMap((gate, index) =>
    reopenGate(asFork, gate, { nth: index + 1, now, isUnseen: !mayReview }),
  );
  const plan = asksAboutPlan(state) ? [askAboutPlanInForce(asFork, { nth: asked.length + 1 })] : [];
  const over = open
    .filter(isObsolete)
    .map(({ approvalId }) => draft("approval_cleared", { approvalId, reason: { code: "budgets_reset" } }));
  const { reason, settings, tags } = changes ?? {};
  const forked = draft("run_forked", {
    parentRunId,
    fromSeq,
    ...(mayReview && { mayReview }),
    ...(reason !== undefined && { reason }),
    ...(settings && { settings }),
    ...(tags && { tags }),
  });
  return [forked, ...over, ...declinedOffer(state), ...gates, ...plan];
}

/** A plan that people let run, and in which something is still to act, was approved for the parent alone. */
const asksAboutPlan = (state: RunState): boolean =>
  state.phase === "executing" &&
  state.planSettled === "approved" &&
  openApprovalOf(state, "plan_approval") === undefined &&
  actsOf(planInForce(state)).length > 0;

function declinedOffer(state: RunState): DraftEvent[] {
  const reason = { code: "asked_in_fork" } as const;
  const cleared = cancelGates(state, reason, ({ kind }) => gateRow(kind).perFork === true);
  const { offered } = state;
  if (!offered) return cleared;
  return [...cleared, draft("plan_version_declined", { version: offered.version, reason, again: true })];
}

/** What the parent has used is not used here; replans are counted on. */
const isObsolete = (gate: ApprovalState): boolean => gate.kind === "budget" && !asksAboutReplans(gate);

function reopenGate(
  state: RunState,
  gate: ApprovalState,
  { nth, now, isUnseen }: { nth: number; now: number; isUnseen: boolean },
): DraftEvent[] {
  const { status: _status, openedAt, openedSeq: _seq, decided: _decided, votes: _votes, ...rest } = gate;
  const { escalations: _escalations, asked: _questions, handedOn = [], ...asked } = rest;
  // Whom a person asked as well was asked for the parent: here it may be handed on again.
  const added = new Set(handedOn.flatMap(({ to }) => to));
  const approvalId = approvalIdOf(state.runId, state.approvalCount + nth);
  const { deadlineAt, timeoutMs, taskId, kind, onTimeout, quorum = 1 } = asked;
  // The fork may take a second person where its parent did not.
  const bound = takesSecondPerson(state, asked);
  const reason = { code: "asked_in_fork" } as const;
  const events = [
    draft("approval_superseded", { approvalId: gate.approvalId, by: approvalId, reason }),
    draft("approval_opened", {
      ...asked,
      digest: boundTo(state, asked.digest),
      assignees: asked.assignees.filter((one) => !added.has(one)),
      approvalId,
      supersedes: gate.approvalId,
      ...(bound && { fourEyes: true }),
      ...(onTimeout !== undefined && {
        onTimeout: timeoutOf(onTimeout, kind, bound || quorum > 1 || isUnseen),
      }),
      ...(deadlineAt !== undefined && { deadlineAt: now + (timeoutMs ?? deadlineAt - openedAt) }),
    }),
  ];
  const task = taskId === undefined ? undefined : taskOf(state, taskId);
  if (task?.status !== "waiting") return events;
  return [...events, draft("task_waiting", { taskId: task.id, attempt: task.attempt, approvalId })];
}
