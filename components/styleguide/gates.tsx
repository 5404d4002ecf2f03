"use client";

import { useMemo } from "react";
import { APPROVAL_STATUSES } from "@/lib/core/run/events/approvals";
import { APPROVAL_KINDS } from "@/lib/core/run/gates/table";
import { GatePanel } from "../approvals/gate-panel";
import {
  CLOSED_STORIES,
  editedGate,
  GATE_STORIES,
  type GateStory,
  queriesOf,
  storyNamed,
} from "./gate-stories";
import { Fetched, Specimen, State } from "./specimen";

const CLOSED = APPROVAL_STATUSES.flatMap((status) =>
  status === "open" ? [] : [[status, CLOSED_STORIES[status]] as const],
);

/** What asks a person, and what became of it. */
export function Gates() {
  return (
    <Specimen name="GatePanel" states="each kind of gate as it opens, each way in which one is closed">
      {(scheme) => (
        <>
          {APPROVAL_KINDS.map((kind) => (
            <Panel key={kind} name={kind} scheme={scheme} tell={GATE_STORIES[kind]} />
          ))}
          {CLOSED.map(([status, tell]) => (
            <Panel key={status} name={status} scheme={scheme} tell={tell} />
          ))}
          <Panel name="decided with a value" scheme={scheme} tell={editedGate} />
        </>
      )}
    </Specimen>
  );
}

type PanelProps = { name: string; scheme: string; tell(): GateStory };

function Panel({ name, scheme, tell }: PanelProps) {
  const story = useMemo(
    () => storyNamed(tell(), `${name.replaceAll(" ", "_")}-${scheme}`),
    [name, scheme, tell],
  );
  return (
    <State name={name}>
      <Fetched queries={queriesOf(story)}>
        <div className="flex rounded-lg border border-line">
          <GatePanel state={story.state} gate={story.gate} />
        </div>
      </Fetched>
    </State>
  );
}
