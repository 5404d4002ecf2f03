"use client";

import { useMemo } from "react";
import type { Json } from "@/lib/core/json";
import { localOperator } from "@/lib/core/people";
import type { Vote } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import { askedUnder } from "@/lib/testing/runs/asked-question";
import { voteOf } from "@/lib/testing/runs/votes";
import type { ReadSoFar } from "../../approvals/context/unread";
import { Proposals } from "../../approvals/decide/proposals";
import { Fetched, LONG_TEXT, Panel, Specimen } from "../specimen";

const READ: ReadSoFar = { isDrawn: true, isRead: true, next: undefined };
const IDLE = { pendingVerb: undefined, refusal: undefined, send: async () => true };

/** What people propose at a gate that takes several of them. */
export function ProposalParts() {
  return (
    <Specimen
      name="Proposals"
      states="a text with its reason, one's own, a map, a long one, one kept apart, without items"
    >
      {() => <Proposed />}
    </Specimen>
  );
}

function Proposed() {
  const { state, gate } = useMemo(() => {
    const asked = askedUnder({ quorum: 2 }, ["Bob", "Carl"], { kind: "tool_input", tool: "ask_human" });
    const answers = (name: string, value: Json, part: Partial<Vote> = {}) =>
      voteOf(name, { verb: "respond", value: storeValue(value).stored, ...part });
    const items = [
      { verdict: "accept" as const, excerpt: "K-101" },
      { verdict: "reject" as const, excerpt: "K-102", reason: "Sold out" },
    ];
    const votes = [
      answers("Ada", "Ship to staging first.", { comment: "As we agreed." }),
      { ...answers("Me", "Ship it."), by: localOperator },
      answers("Cleo", { region: "eu", replicas: 3 }),
      answers("Di", LONG_TEXT.repeat(20)),
      answers("Ed", LONG_TEXT.repeat(100)),
      answers("Fay", ["K-101"], { items }),
    ];
    return { state: asked.state, gate: { ...asked.gate, votes } };
  }, []);
  return (
    <Fetched queries={[{ queryKey: ["me"], data: localOperator }]}>
      <Panel>
        <Proposals state={state} gate={gate} mutation={IDLE} reading={READ} />
      </Panel>
    </Fetched>
  );
}
