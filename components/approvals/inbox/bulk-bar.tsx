"use client";

import { useRef, useState } from "react";
import { KIND_LABELS, pastVerbLabel, verbLabel } from "@/lib/core/describe/gates";
import type { GateVerb } from "@/lib/core/run/gates/table";
import type { ApprovalView } from "@/lib/core/views";
import { Button } from "../../ui/button";
import { Field, TextInput } from "../../ui/field";
import { ConfirmStep } from "../decide/confirm-step";
import { RefusalNote } from "../decide/refusal-note";
import { type BulkItemResult, type Refusal, sendBulkDecision } from "../decide/send-decision";
import { answeredHere } from "../decide/use-decision";
import { commonVerbs } from "./selection";

type BulkBarProps = { gates: ApprovalView[]; onDone(): void };

/** One decision for the chosen gates, and what became of each of them. */
export function BulkBar({ gates, onDone }: BulkBarProps) {
  const [comment, setComment] = useState("");
  const [verb, setVerb] = useState<GateVerb>();
  const { busy, confirmation, results, refusal, decide, back, dismiss } = useBulkDecision();
  const send = async (chosen: GateVerb) => {
    setVerb(chosen);
    if (await decide(gates, chosen, comment)) {
      setComment("");
      onDone();
    }
  };
  const verbs = commonVerbs(gates);
  const [first] = gates;
  return (
    <>
      {first && (
        <section
          aria-label="Selected gates"
          className="grid gap-3 rounded-xl border border-person bg-panel px-4 py-3"
        >
          <p className="font-medium">
            {gates.length} selected · {KIND_LABELS[first.kind]}
          </p>
          <Field label="Comment on all">
            {(wiring) => (
              <TextInput {...wiring} value={comment} onChange={(event) => setComment(event.target.value)} />
            )}
          </Field>
          <RefusalNote refusal={refusal} />
          {confirmation ? (
            <ConfirmStep
              risk={confirmation.risks.join(" ")}
              confirmLabel={`Yes, ${verbLabel(confirmation.verb).toLowerCase()} all ${gates.length}`}
              pending={busy}
              onConfirm={() => void send(confirmation.verb)}
              onBack={back}
            />
          ) : (
            <div className="flex flex-wrap gap-2">
              {verbs.map((one, index) => (
                <Button
                  key={one}
                  variant={index === 0 ? "person" : "plain"}
                  disabled={busy}
                  onClick={() => void send(one)}
                >
                  {busy && verb === one ? "Sending…" : `${verbLabel(one)} all ${gates.length}`}
                </Button>
              ))}
              <Button disabled={busy} onClick={onDone}>
                Clear selection
              </Button>
            </div>
          )}
        </section>
      )}
      {results.length > 0 && (
        <section aria-label="Results" className="grid gap-2 rounded-xl border border-line bg-panel px-4 py-3">
          <ul className="grid gap-1" role="status">
            {results.map(({ approvalId, ok, problem, prompt }) => (
              <li key={approvalId} className={ok ? "text-ok" : "text-bad"}>
                <span aria-hidden="true">{ok ? "✓" : "✕"} </span>
                {ok && verb ? pastVerbLabel(verb) : problem}
                <span className="line-clamp-1 text-muted text-xs">{prompt}</span>
              </li>
            ))}
          </ul>
          <Button className="justify-self-start" onClick={dismiss}>
            Close
          </Button>
        </section>
      )}
    </>
  );
}

/** One answer for several gates: what it would set going, then what became of each. */
function useBulkDecision() {
  const [busy, setBusy] = useState(false);
  const [confirmation, setConfirmation] = useState<{ verb: GateVerb; risks: string[] }>();
  const [results, setResults] = useState<(BulkItemResult & { prompt: string })[]>([]);
  const [refusal, setRefusal] = useState<Refusal>();
  const last = useRef({ text: "", key: "" });

  const post = async (gates: readonly ApprovalView[], verb: GateVerb, comment: string, preview: boolean) => {
    const text = JSON.stringify([gates.map(({ id }) => id), verb, comment, preview]);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    const reply = await sendBulkDecision(gates, { verb, comment, preview }, last.current.key);
    if ("items" in reply) return reply.items;
    setRefusal(reply.refusal);
    return;
  };
  /** Asks first what the answer would set going; where that is much, it takes a second step. */
  const decide = async (
    gates: readonly ApprovalView[],
    verb: GateVerb,
    comment: string,
  ): Promise<boolean> => {
    setBusy(true);
    setRefusal(undefined);
    setResults([]);
    const done = await confirmThenSend(gates, verb, comment).finally(() => setBusy(false));
    return done;
  };
  const confirmThenSend = async (gates: readonly ApprovalView[], verb: GateVerb, comment: string) => {
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
