"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { meQuery } from "@/lib/client/people-queries";
import { agreeLabel, proposedBy } from "@/lib/core/describe/gates/agreement-words";
import { formatCount } from "@/lib/core/describe/gates/proposals";
import { describeRisk } from "@/lib/core/describe/gates/risk";
import { peopleNeeded } from "@/lib/core/run/controls/release/leave";
import { rejectedOf } from "@/lib/core/run/gates/items";
import { quotesCut } from "@/lib/core/run/gates/reading";
import { riskOf } from "@/lib/core/run/gates/risk";
import { type Proposal, proposalsOf } from "@/lib/core/run/gates/votes";
import type { ApprovalState, RunState, Vote } from "@/lib/core/run/state";
import { ValueView } from "../../inspector/value-view";
import { Button } from "../../ui/button";
import { SeenText } from "../../ui/seen-text";
import { hasRead, Part, type ReadSoFar, UnreadNote, useReading } from "../context/unread";
import { ValueText } from "../context/value-text";
import { PanelSection } from "../panel-section";
import { useIsSettling } from "../settling";
import { ConfirmStep } from "./confirm-step";
import type { DecisionMutation } from "./use-decision";

type ProposalsProps = {
  state: RunState;
  gate: ApprovalState;
  mutation: DecisionMutation;
  /** Of the panel: nobody agrees with an answer to what they have not seen. */
  reading: ReadSoFar;
};

/** What people propose where an answer takes several of them, each with its voters and one button that votes for the same. */
export function Proposals({ state, gate, ...given }: ProposalsProps) {
  const proposals = proposalsOf(gate.votes).filter(({ value }) => value !== undefined);
  if (proposals.length === 0) return null;
  return (
    <PanelSection title={proposals.length === 1 ? "Proposed answer" : "Proposed answers"}>
      <ul aria-label="Proposed answers" className="grid gap-2">
        {proposals.map((proposal) => (
          <Proposed
            key={`${proposal.verb} ${proposal.value?.digest}`}
            state={state}
            gate={gate}
            proposal={proposal}
            {...given}
          />
        ))}
      </ul>
    </PanelSection>
  );
}

const VALUE = ["proposal"];

function Proposed({ state, gate, proposal, mutation, reading }: ProposalsProps & { proposal: Proposal }) {
  const { verb, value, votes } = proposal;
  const { data: me } = useQuery(meQuery());
  const [isAsked, setAsked] = useState(false);
  // Apart from the panel: who answers otherwise need not have read it.
  const own = useReading(VALUE, `${gate.digest} ${value?.digest}`);
  const isSettling = useIsSettling();
  if (!value) return null;
  const isMine = votes.some(({ by }) => by.id === me?.id);
  const risk = riskOf(state, gate, verb);
  const isPanelRead = hasRead(reading, gate.kind, verb, quotesCut(gate) || risk !== undefined);
  const isHeld = isSettling || !own.isRead || !isPanelRead;
  const pending = mutation.pendingVerb !== undefined;
  const label = agreeLabel(gate.kind, verb);
  const agree = () => {
    if (isHeld || pending) return;
    if (risk && !isAsked) return setAsked(true);
    setAsked(false);
    void mutation.send({ verb, comment: "", agree: value.digest }, true);
  };
  return (
    <li className="grid gap-1.5 rounded-lg border border-line px-3 py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="wrap-anywhere font-medium">
          <SeenText text={`${proposedBy(proposal)}:`} />
        </span>
        <span className="text-muted text-xs">{formatCount(proposal, peopleNeeded(state, gate, verb))}</span>
      </div>
      {own.scope(
        <Part name="proposal" requires={"ref" in value ? LOADED : undefined}>
          {"inline" in value ? (
            <ValueText value={value.inline} />
          ) : (
            <ValueView runId={state.runId} stored={value} part="loaded" />
          )}
        </Part>,
      )}
      {votes.map((vote) => (
        <Said key={vote.by.id} vote={vote} />
      ))}
      {!isMine && own.next && !own.isRead && <UnreadNote way={own.next} />}
      {isMine ? (
        <p className="text-muted text-xs">You voted for this. Another answer of yours takes its place.</p>
      ) : isAsked && risk && !isHeld ? (
        <ConfirmStep
          risk={describeRisk(risk)}
          confirmLabel={`Yes, ${label.toLowerCase()}`}
          pending={pending}
          onConfirm={agree}
          onBack={() => setAsked(false)}
        />
      ) : (
        <Button
          variant="person"
          className="whitespace-normal"
          disabled={isHeld || pending}
          title={isHeld ? `${label} once all of it was shown.` : undefined}
          onClick={agree}
        >
          {label}
        </Button>
      )}
    </li>
  );
}

const LOADED = ["loaded"];

/** Why a voter proposes it, in their words. */
function Said({ vote: { by, comment, items = [] } }: { vote: Vote }) {
  return (
    <>
      {comment && (
        <p className="wrap-anywhere whitespace-pre-wrap text-muted text-xs">
          <SeenText text={`${by.name}:`} />{" "}
          <q>
            <SeenText text={comment} />
          </q>
        </p>
      )}
      {rejectedOf(items).map(({ item, excerpt, reason }) => (
        <p key={item} className="wrap-anywhere text-muted text-xs">
          <SeenText text={`Without item ${item} (${excerpt}), ${by.name}: ${reason}`} />
        </p>
      ))}
    </>
  );
}
