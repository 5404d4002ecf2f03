"use client";

import { useQuery } from "@tanstack/react-query";
import { peopleQuery } from "@/lib/client/people-queries";
import { getOwn } from "@/lib/core/own";
import { stuckGate } from "@/lib/core/run/gates/passable";
import { authorsOf } from "@/lib/core/run/gates/rules";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import type { ApprovalView } from "@/lib/core/views";

type BoundGate = Parameters<typeof stuckGate>[0];

/** Only a gate that binds its answers to people can be left without any. */
export const isBound = ({ assignees, quorum = 1, fourEyes = false }: BoundGate): boolean =>
  assignees.length > 0 || quorum > 1 || fourEyes;

/** Of an open gate of a list: why nobody who is there can let it pass; undefined where they can, or nobody knows yet. */
export function useStuckRow({ status, ...gate }: ApprovalView): boolean {
  const { quorum, votes, notBy, escalations, escalateTo, handedOn = [] } = gate.terms;
  const bound: BoundGate = {
    assignees: gate.assignees,
    quorum,
    votes,
    escalations,
    escalateTo,
    handedOn,
    fourEyes: notBy.length > 0,
    ...(gate.deadlineAt !== null && { deadlineAt: gate.deadlineAt }),
    ...(gate.onTimeout !== null && { onTimeout: gate.onTimeout }),
  };
  const { data } = useQuery({ ...peopleQuery(), enabled: status === "open" && isBound(bound) });
  if (!data || status !== "open" || gate.drill) return false;
  return stuckGate(bound, { people: data.items, authors: notBy.map(({ id }) => id) }) !== undefined;
}

/** The open gates of a run that nobody who is there can let pass. */
export function useStuckGates(state: RunState): ApprovalState[] {
  const gates = Object.keys(state.openApprovals).flatMap((id) => getOwn(state.approvals, id) ?? []);
  const { data } = useQuery({ ...peopleQuery(), enabled: gates.some(isBound) });
  const authors = authorsOf(state).map(({ id }) => id);
  return data ? gates.filter((gate) => stuckGate(gate, { people: data.items, authors })) : [];
}
