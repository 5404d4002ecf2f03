"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { useAct } from "@/lib/client/mutation";
import { KIND_LABELS, pastVerbLabel, verbLabel } from "@/lib/core/describe/gates/words";
import { runsCall, takesReading } from "@/lib/core/run/gates/reading";
import { type GateVerb, isAboutCall, verbRow } from "@/lib/core/run/gates/table";
import type { ApprovalView } from "@/lib/core/views";
import { Button } from "../../ui/button";
import { Field, TextInput } from "../../ui/field";
import { gateHref } from "../address";
import { isLongShown } from "../context/value-display";
import { ConfirmStep } from "../decide/confirm-step";
import { RefusalNote } from "../decide/refusal-note";
import { useRefusal } from "../decide/send-decision";
import { showClosed } from "../decide/use-decision";
import { answeredHere } from "../drafts/kept-drafts";
import { DrillNote } from "../drill-note";
import { commonVerbs } from "./selection";
import { type BulkDecision, type BulkReply, sendBulkDecision } from "./send-bulk";

type BulkBarProps = { gates: ApprovalView[]; onDone(): void };

/** One decision for the chosen gates, and what became of each of them. */
export function BulkBar({ gates, onDone }: BulkBarProps) {
  const [comment, setComment] = useState("");
  /** What asks for a reason before it is sent to anybody. */
  const [reasoned, setReasoned] = useState<GateVerb>();
  const { pending, reply, problem, act, clear } = useAct({
    send: sendForEach,
    unreachable: "Could not reach the server. It is safe to try again: no gate is decided twice.",
  });
  const refusal = useRefusal(problem);
  const step = bulkStep(gates, { reasoned, reply });
  const queryClient = useQueryClient();
  const busy = pending !== undefined;
  const send = async (verb: GateVerb) => {
    const chosen = gates.map(({ id, digest, prompt }) => ({ id, digest, prompt }));
    const done = await act({ gates: chosen, verb, comment, confirmed: step.kind === "confirm" });
    if (!done?.items) return;
    for (const { approvalId, ok } of done.items) if (ok) answeredHere.add(approvalId);
    const drills = done.items.filter((one) => one.ok && one.drill).map(({ approvalId }) => approvalId);
    if (drills.length > 0) await showClosed(queryClient, ...drills);
    setComment("");
    setReasoned(undefined);
    onDone();
  };
  const [first] = gates;
  // The results take the place of what was chosen in one step: the list below would move twice.
  const asked = new Set(reply?.items ? reply.asked.gates.map(({ id }) => id) : []);
  const isDone = gates.every(({ id }) => asked.has(id));
  return (
    <>
      {first && !isDone && (
        <section
          aria-label="Selected gates"
          className="grid gap-3 rounded-xl border border-person bg-panel px-4 py-3"
        >
          <p className="font-medium">
            {gates.length} selected · {KIND_LABELS[first.kind]}
          </p>
          <Field
            label={
              !reasoned
                ? "Comment on all"
                : requiresReason(gates)
                  ? "Reason for all"
                  : "Reason for all (optional)"
            }
          >
            {(wiring) => (
              <TextInput {...wiring} value={comment} onChange={(event) => setComment(event.target.value)} />
            )}
          </Field>
          <RefusalNote refusal={refusal} />
          {step.kind === "reason" ? (
            <ConfirmStep
              risk={`${verbLabel(step.verb)} ${gates.length === 1 ? "this gate" : `these ${gates.length} gates`}? A rejection is final.`}
              confirmLabel={`Yes, ${verbLabel(step.verb).toLowerCase()} ${gates.length}`}
              pending={busy}
              refuses
              disabled={step.isRequired && comment.trim() === ""}
              onConfirm={() => void send(step.verb)}
              onBack={() => setReasoned(undefined)}
            />
          ) : step.kind === "confirm" ? (
            <ConfirmStep
              risk={step.risk}
              confirmLabel={`Yes, ${verbLabel(step.verb).toLowerCase()} all ${gates.length}`}
              pending={busy}
              onConfirm={() => void send(step.verb)}
              onBack={clear}
            />
          ) : (
            <div className="flex flex-wrap gap-2">
              {step.acting && (
                <p className="basis-full text-amber text-xs">
                  <span aria-hidden="true">▲ </span>
                  {actingText(step.acting.count, isAboutCall(first.kind))} Open each to read and approve it:{" "}
                  <Link className="underline" href={gateHref(step.acting.first)}>
                    {step.acting.count === 1 ? "open it" : "open the first"}
                  </Link>
                </p>
              )}
              {step.unread !== undefined && (
                <p className="basis-full text-amber text-xs">
                  <span aria-hidden="true">▲ </span>
                  {step.unread === 1 ? "One of them shows" : `${step.unread} of them show`} more than fits in
                  a list. Open each to read and approve it.
                </p>
              )}
              {step.verbs.map((one, index) => (
                <Button
                  key={one}
                  variant={index === 0 && !verbRow(one).invitesReason ? "person" : "plain"}
                  disabled={busy}
                  onClick={() => (verbRow(one).invitesReason ? setReasoned(one) : void send(one))}
                >
                  {pending?.verb === one ? "Sending…" : `${verbLabel(one)} all ${gates.length}`}
                </Button>
              ))}
              <Button disabled={busy} onClick={onDone}>
                Clear selection
              </Button>
            </div>
          )}
        </section>
      )}
      <div role="status" className="empty:absolute">
        {reply?.items && (
          <section
            aria-label="Results"
            className="grid gap-2 rounded-xl border border-line bg-panel px-4 py-3"
          >
            <ul className="grid gap-1">
              {reply.items.map((item) => (
                <li key={item.approvalId} className={item.ok ? "" : "text-bad"}>
                  <span aria-hidden="true">{item.ok ? "✓" : "✕"} </span>
                  {item.ok ? pastVerbLabel(reply.asked.verb) : item.problem.message}
                  <span className="line-clamp-1 text-muted text-xs">
                    {reply.asked.gates.find(({ id }) => id === item.approvalId)?.prompt}
                  </span>
                  {item.ok && item.drill && <DrillNote result={item.drill} />}
                </li>
              ))}
            </ul>
            <Button className="justify-self-start" onClick={clear}>
              Close
            </Button>
          </section>
        )}
      </div>
    </>
  );
}

type BulkInput = Omit<BulkDecision, "gates"> & { gates: Pick<ApprovalView, "id" | "digest" | "prompt">[] };

/** A reply with what it answers. */
type BulkOutcome = BulkReply & { asked: BulkInput };

const sendForEach = async (asked: BulkInput, key: string): Promise<BulkOutcome> => ({
  ...(await sendBulkDecision(asked, key)),
  asked,
});

type BulkStep =
  | { kind: "choose"; verbs: GateVerb[]; unread?: number; acting?: { count: number; first: string } }
  | { kind: "reason"; verb: GateVerb; isRequired: boolean }
  | { kind: "confirm"; verb: GateVerb; risk: string };

const actingText = (count: number, isCall: boolean): string =>
  isCall
    ? `The arguments of ${count === 1 ? "this call" : "these calls"} are not in the list.`
    : `${count === 1 ? "One of them releases" : `${count} of them release`} work that acts outside.`;

/**
 * What the bar asks for next. `reasoned` is a verb that was chosen and asks for a reason before anything is sent. A
 * reply that asks for a second step counts as long as the same gates are chosen. What lets work act, or a call run, is
 * decided by itself.
 */
export function bulkStep(
  gates: readonly ApprovalView[],
  { reasoned, reply }: { reasoned: GateVerb | undefined; reply: BulkOutcome | undefined },
): BulkStep {
  const known = new Set(reply?.acting);
  const acting = gates.filter(
    ({ id, kind, verbs }) => known.has(id) || verbs.some((one) => runsCall(kind, one)),
  );
  const unread = gates.filter((gate) => !acting.includes(gate) && isLongShown(gate.shown));
  const isRefused = (verb: GateVerb, isRisky: boolean) =>
    acting.some(({ kind }) => takesReading(kind, verb, true)) ||
    unread.some(({ kind }) => takesReading(kind, verb, isRisky));
  const isRisky = reply?.risks !== undefined && hasSameGates(reply.asked.gates, gates);
  if (isRisky && reply?.risks && !isRefused(reply.asked.verb, true)) {
    return { kind: "confirm", verb: reply.asked.verb, risk: reply.risks.join(" ") };
  }
  if (reasoned) {
    return { kind: "reason", verb: reasoned, isRequired: requiresReason(gates) };
  }
  const all = commonVerbs(gates);
  const verbs = all.filter((verb) => !isRefused(verb, isRisky));
  const step: Extract<BulkStep, { kind: "choose" }> = { kind: "choose", verbs };
  const [first] = acting;
  if (verbs.length < all.length && first) step.acting = { count: acting.length, first: first.id };
  if (verbs.length < all.length && unread.length > 0) step.unread = unread.length;
  return step;
}

const requiresReason = (gates: readonly ApprovalView[]): boolean =>
  gates.some(({ terms }) => terms.requiresReason);

const hasSameGates = (some: readonly { id: string }[], others: readonly { id: string }[]): boolean =>
  some.length === others.length && some.every(({ id }) => others.some((other) => other.id === id));
