"use client";

import { useRef, useState } from "react";
import type { ApprovalView } from "@/lib/core/views";
import type { Refusal } from "../send-decision";
import { answeredHere } from "../use-decision";
import { type BulkItemResult, sendBulkDecision } from "./send-many";

/** One answer for several gates: what it would set going, then what became of each. */
export function useBulkDecision() {
  const [busy, setBusy] = useState(false);
  const [confirmation, setConfirmation] = useState<{ verb: string; risks: string[] }>();
  const [results, setResults] = useState<(BulkItemResult & { prompt: string })[]>([]);
  const [refusal, setRefusal] = useState<Refusal>();
  const last = useRef({ text: "", key: "" });

  const post = async (gates: readonly ApprovalView[], verb: string, comment: string, preview: boolean) => {
    const text = JSON.stringify([gates.map(({ id }) => id), verb, comment, preview]);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    const reply = await sendBulkDecision(gates, { verb, comment, preview }, last.current.key);
    if ("items" in reply) return reply.items;
    setRefusal(reply.refusal);
    return;
  };
  /** Asks first what the answer would set going; where that is much, it takes a second step. */
  const decide = async (gates: readonly ApprovalView[], verb: string, comment: string): Promise<boolean> => {
    setBusy(true);
    setRefusal(undefined);
    setResults([]);
    const done = await confirmThenSend(gates, verb, comment).finally(() => setBusy(false));
    return done;
  };
  const confirmThenSend = async (gates: readonly ApprovalView[], verb: string, comment: string) => {
    if (confirmation?.verb !== verb) {
      const seen = await post(gates, verb, comment, true);
      if (!seen) return false;
      const risks = [...new Set(seen.flatMap(({ risk }) => risk ?? []))];
      if (risks.length > 0) {
        setConfirmation({ verb, risks });
        return false;
      }
    }
    setConfirmation(undefined);
    const items = await post(gates, verb, comment, false);
    for (const { approvalId, ok } of items ?? []) if (ok) answeredHere.add(approvalId);
    const prompts = new Map(gates.map(({ id, prompt }) => [id, prompt]));
    setResults(
      (items ?? []).map((item) => ({ ...item, prompt: prompts.get(item.approvalId) ?? item.approvalId })),
    );
    return items !== undefined;
  };
  const back = () => setConfirmation(undefined);
  return { busy, confirmation, results, refusal, decide, back, dismiss: () => setResults([]) };
}
