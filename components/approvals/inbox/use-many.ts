"use client";

import { useRef, useState } from "react";
import type { ApprovalView } from "@/lib/core/views";
import type { Refusal } from "../send-decision";
import { answeredHere } from "../use-decision";
import { type OneResult, sendMany } from "./send-many";

/** One answer for several gates: what it would set going, then what became of each. */
export function useMany() {
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<{ verb: string; risks: string[] }>();
  const [results, setResults] = useState<(OneResult & { prompt: string })[]>([]);
  const [refusal, setRefusal] = useState<Refusal>();
  const last = useRef({ text: "", key: "" });

  const post = async (gates: readonly ApprovalView[], verb: string, comment: string, preview: boolean) => {
    const text = JSON.stringify([gates.map(({ id }) => id), verb, comment, preview]);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    const reply = await sendMany(gates, { verb, comment, preview }, last.current.key);
    if ("items" in reply) return reply.items;
    setRefusal(reply.refusal);
    return;
  };
  /** Asks first what the answer would set going; where that is much, it takes a second step. */
  const decide = async (gates: readonly ApprovalView[], verb: string, comment: string): Promise<boolean> => {
    setBusy(true);
    setRefusal(undefined);
    setResults([]);
    const done = await decided(gates, verb, comment).finally(() => setBusy(false));
    return done;
  };
  const decided = async (gates: readonly ApprovalView[], verb: string, comment: string) => {
    if (asked?.verb !== verb) {
      const seen = await post(gates, verb, comment, true);
      if (!seen) return false;
      const risks = [...new Set(seen.flatMap(({ risk }) => risk ?? []))];
      if (risks.length > 0) {
        setAsked({ verb, risks });
        return false;
      }
    }
    setAsked(undefined);
    const items = await post(gates, verb, comment, false);
    for (const { approvalId, ok } of items ?? []) if (ok) answeredHere.add(approvalId);
    const prompts = new Map(gates.map(({ id, prompt }) => [id, prompt]));
    setResults(
      (items ?? []).map((item) => ({ ...item, prompt: prompts.get(item.approvalId) ?? item.approvalId })),
    );
    return items !== undefined;
  };
  const back = () => setAsked(undefined);
  return { busy, asked, results, refusal, decide, back, dismiss: () => setResults([]) };
}
