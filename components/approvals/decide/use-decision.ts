"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import { loadFolding } from "@/lib/client/use-live-run";
import { decidedFirstText } from "@/lib/core/describe/gates/words";
import { runIdOfApproval } from "@/lib/core/ids";
import { type GateVerb, verbRow } from "@/lib/core/run/gates/table";
import { useToast } from "../../ui/overlay/toast";
import { answeredHere, decidedHolds, markSent } from "../drafts/kept-drafts";
import { unsentDraft } from "../drafts/unsent-drafts";
import { SETTLE_MS } from "../settling";
import {
  type DecisionInput,
  type DecisionTarget,
  type Refusal,
  readRefusal,
  sendDecision,
  useRefusal,
} from "./send-decision";

let unmountedAtMs = Number.NEGATIVE_INFINITY;

export type DecisionMutation = {
  /** The verb that is under way, or was taken and is about to show. */
  pendingVerb: GateVerb | undefined;
  refusal: Refusal | undefined;
  /** Resolves to true when the answer was taken. `leavesDraft`: what was typed does not go with it, and stays unsent. */
  send(answer: DecisionInput, leavesDraft?: boolean): Promise<boolean>;
};

/** Sends answers one at a time; the same answer sent again after a lost connection counts once. */
export function useDecision(target: DecisionTarget): DecisionMutation {
  const { pending, problem, act, clear } = useAct({
    send: sendDecision,
    unreachable: "Could not reach the server. Your answer is still here; try again.",
    // What was taken shows by another panel in this one's place.
    shows: () => false,
    // The panel may be gone by then: a gate that somebody answered closes on every screen at once.
    onRefused: (refused) => {
      const { decided } = readRefusal(refused);
      if (decided)
        toast({ title: decidedFirstText(decided), text: "Your answer was not recorded.", icon: "◈" });
    },
  });
  const toast = useToast();
  const queryClient = useQueryClient();
  const send = async (answer: DecisionInput, leavesDraft = false) => {
    const draftKey = target.kind === "gate" ? target.approvalId : `${target.runId}/${target.taskId}`;
    const keepsWords = leavesDraft && unsentDraft(draftKey) !== undefined;
    if (!keepsWords) markSent(draftKey, true);
    // What comes of it shows as soon as it is heard of.
    loadFolding().catch(() => undefined);
    // It is applied before the reply comes.
    if (target.kind === "held") decidedHolds.add(target.runId);
    const reply = await act({ target, answer });
    const staysOpen = verbRow(answer.verb).keepsOpen === true || reply?.open === true;
    if (!keepsWords && (staysOpen || !reply)) markSent(draftKey, false);
    if (!reply) return false;
    if (staysOpen) {
      clear();
      return true;
    }
    if (target.kind === "gate") answeredHere.add(target.approvalId);
    if (reply.drill && target.kind === "gate") await showClosed(queryClient, target.approvalId);
    return true;
  };
  return { pendingVerb: pending?.answer.verb, refusal: useRefusal(problem), send };
}

/** Loads a drill and the lists of gates again: no stream tells of its end. */
export async function showClosed(queryClient: QueryClient, ...approvalIds: string[]): Promise<void> {
  const keys = approvalIds.map((id) => queryKeys.run(runIdOfApproval(id)));
  await Promise.all(
    [...keys, queryKeys.approvals].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

/**
 * True for a moment after a decision took the place of another one: who was about to press a button of the first must
 * not answer the second with it. `key` names what is decided.
 */
export function useJustReplaced(key: string): boolean {
  const [justReplaced, setJustReplaced] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a new decision in the same place.
  useEffect(() => {
    const replaced = performance.now() - unmountedAtMs < SETTLE_MS;
    setJustReplaced(replaced);
    const timer = replaced ? setTimeout(() => setJustReplaced(false), SETTLE_MS) : undefined;
    return () => {
      clearTimeout(timer);
      unmountedAtMs = performance.now();
    };
  }, [key]);
  return justReplaced;
}
