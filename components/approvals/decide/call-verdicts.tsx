"use client";

import { useRef, useState } from "react";
import { useAct } from "@/lib/client/mutation";
import { describeRisk } from "@/lib/core/describe/gates/answers";
import { riskOf } from "@/lib/core/run/gates/risk";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { Button } from "../../ui/button";
import { answeredHere, callNumber, callsDraftKey, useDraft } from "../drafts/use-draft";
import { ConfirmStep } from "./confirm-step";
import { UnreadNote } from "./gate-answer";
import { ItemVerdicts } from "./item-verdicts";
import { RefusalNote } from "./refusal-note";
import { type DecisionInput, type DecisionTarget, type Refusal, sendDecision } from "./send-decision";
import { readItems } from "./steps";

type CallVerdictsProps = {
  state: RunState;
  /** The open gates of the calls, in the order in which they were asked. */
  gates: readonly ApprovalState[];
  /** Arguments of a call are out of view and were not opened: none is let run until then. */
  hasUnread?: boolean;
};

/** Calls of one agent that wait together: each runs or does not, with a reason, and all answers go out at once. */
export function CallVerdicts({ state, gates, hasUnread = false }: CallVerdictsProps) {
  const pane = useRef<HTMLElement>(null);
  const draftState = usePlacedDraft(state.runId, gates);
  const { draft, change } = draftState;
  const ids = gates.map(({ approvalId }) => approvalId).join(" ");
  // Once one of the calls is answered elsewhere, the second step is about others than those it was asked for.
  const [asked, setAsked] = useState<{ ids: string; risks: readonly string[] }>();
  const risks = asked?.ids === ids ? asked.risks : [];
  const { pending, problem, act } = useAct({ send: sendAll, shows: () => false });
  const send = (confirmed: boolean) => {
    const read = readItems(
      { kind: "tool_approval", verbs: [] },
      "request_changes",
      draft.items,
      gates.length,
    );
    if ("problem" in read) return change({ itemProblem: read });
    const { items = [] } = read;
    const answers = gates.flatMap((gate, n) => {
      const { approvalId, digest } = gate;
      const item = items[n];
      if (!item) return [];
      const target = { kind: "gate" as const, approvalId, digest };
      const isAccepted = item.verdict === "accept";
      const answer = {
        verb: isAccepted ? ("approve" as const) : ("reject" as const),
        comment: isAccepted ? "" : item.reason,
      };
      const risk = isAccepted ? riskOf(state, gate, "approve") : undefined;
      return [{ target, answer, risk: risk && describeRisk(risk) }];
    });
    const found = [...new Set(answers.flatMap(({ risk }) => risk ?? []))];
    if (found.length > 0 && !confirmed) return setAsked({ ids, risks: found });
    setAsked(undefined);
    void act({ answers: answers.map(({ target, answer }) => ({ target, answer })) });
  };
  const isUnread = hasUnread && Object.values(draft.items ?? {}).some(({ verdict }) => verdict === "accept");
  const judged = Object.keys(draft.items ?? {}).length;
  return (
    <section ref={pane} tabIndex={-1} aria-label="Calls that wait together" className="outline-none">
      <ItemVerdicts
        title={`${gates.length} calls wait together`}
        items={gates.map(callOf)}
        draftState={draftState}
        pane={pane}
      />
      <div className="grid gap-2 px-4 pb-3">
        {draft.itemProblem && (
          <p role="alert" className="text-bad text-xs">
            <span aria-hidden="true">✕ </span>
            {draft.itemProblem.problem}
          </p>
        )}
        <RefusalNote refusal={problem} />
        {isUnread && <UnreadNote />}
        {risks.length > 0 ? (
          <ConfirmStep
            risk={risks.join(" ")}
            confirmLabel={`Yes, send ${gates.length} answers`}
            pending={pending !== undefined}
            disabled={isUnread}
            onConfirm={() => send(true)}
            onBack={() => setAsked(undefined)}
          />
        ) : (
          judged > 0 && (
            <Button variant="person" disabled={isUnread || pending !== undefined} onClick={() => send(false)}>
              {pending ? "Sending…" : `Send ${gates.length} answers`}
            </Button>
          )
        )}
      </div>
    </section>
  );
}

/** A draft whose verdicts stand by place in the list; they are kept by call, so that they stay when one of the calls leaves it. */
function usePlacedDraft(runId: string, gates: readonly ApprovalState[]): ReturnType<typeof useDraft> {
  const { draft, change, clear } = useDraft(callsDraftKey(runId, gates[0]?.taskId));
  const numbers = gates.map(({ approvalId }) => callNumber(approvalId));
  const { items: kept = {} } = draft;
  const placed = numbers.flatMap((number, at) => {
    const given = kept[number];
    return given ? [[at, given] as const] : [];
  });
  return {
    draft: { ...draft, items: Object.fromEntries(placed) },
    change({ items, ...part }) {
      const given = Object.entries(items ?? {}).map(([at, one]) => [numbers[Number(at)], one] as const);
      change({ ...part, ...(items && { items: Object.fromEntries(given) }) });
    },
    clear,
  };
}

/** What a call would do: its tool, and its arguments as far as they are at hand. */
function callOf({ subject, shown }: ApprovalState) {
  const args = shown && ("inline" in shown ? shown.inline : shown.preview);
  return {
    tool: String(subject?.tool),
    ...(typeof args === "object" && args !== null && !Array.isArray(args) ? args : { arguments: args ?? "" }),
  };
}

type Answers = { answers: { target: Extract<DecisionTarget, { kind: "gate" }>; answer: DecisionInput }[] };

/** Each call is decided by itself: one that cannot be keeps no other from it. */
async function sendAll({ answers }: Answers, key: string): Promise<{ problem?: Refusal }> {
  const replies = [];
  for (const one of answers) {
    const reply = await sendDecision(one, `${key}-${one.target.approvalId}`);
    if (!reply.problem) answeredHere.add(one.target.approvalId);
    replies.push(reply);
  }
  const [first, ...others] = replies.flatMap(({ problem }) => problem ?? []);
  if (!first) return {};
  const count = others.length + 1;
  return {
    problem: { ...first, message: `${count} of ${answers.length} answers not recorded: ${first.message}` },
  };
}
