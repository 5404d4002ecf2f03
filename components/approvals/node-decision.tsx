"use client";

import { type ReactNode, useState } from "react";
import { describeRisk } from "@/lib/core/describe/gate-answers";
import { verbLabel } from "@/lib/core/describe/gates";
import { gateTitle } from "@/lib/core/describe/headline";
import { decisionRisk, type Risk, riskOf } from "@/lib/core/run/gates/risk";
import { type ApprovalKind, answerRow, type GateVerb, verbRow } from "@/lib/core/run/gates/table";
import type { ApprovalState, RunState, TaskState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { useApprovalContext } from "./context/use-approval-context";
import { RefusalNote } from "./decide/refusal-note";
import type { DecisionTarget } from "./decide/send-decision";
import { useDecision, useJustReplaced } from "./decide/use-decision";

type NodeDecisionProps = {
  state: RunState;
  /** Shows the whole decision: for answers that need words, and for looking closer. */
  onOpen(taskId: string): void;
};

/** `renderToolbar` of the graph: the short answers to a gate or a held review, on the node that waits. */
export function renderNodeDecision({ state, onOpen }: NodeDecisionProps): (task: TaskState) => ReactNode {
  return (task) => {
    const gate = task.approvalId === undefined ? undefined : state.approvals[task.approvalId];
    const open = () => onOpen(task.id);
    if (gate?.status === "open") return <GateOnNode key={gate.approvalId} {...{ state, gate, open }} />;
    if (task.heldUntil === undefined || !task.proposal) return null;
    return <HeldOnNode key={task.id} {...{ state, task, open }} />;
  };
}

type GateOnNodeProps = { state: RunState; gate: ApprovalState; open(): void };

function GateOnNode({ state, gate, open }: GateOnNodeProps) {
  const { approvalId, digest, kind, taskId = "", verbs } = gate;
  const { effects } = useApprovalContext({ runId: state.runId, approvalId, version: gate.planVersion }) ?? {};
  const proposed = state.tasks[taskId]?.proposal?.decision;
  const subject = gateTitle(state, gate);
  if (kind === "review_decision") {
    return (
      <QuickActions
        target={{ kind: "gate", approvalId, digest }}
        subject={subject}
        verbs={verbs.includes("approve") && proposed ? ["approve"] : []}
        label={() => proposed ?? ""}
        risk={() => proposed && decisionRisk(proposed)}
        open={open}
        openLabel={proposed && verbs.includes("approve") ? "Decide otherwise" : "Decide"}
      />
    );
  }
  return (
    <QuickActions
      target={{ kind: "gate", approvalId, digest }}
      subject={subject}
      verbs={verbs.filter((verb) => takesOneClick(kind, verb))}
      label={(verb) => verbLabel(verb, kind)}
      risk={(verb) => riskOf({ state, gate, effects }, verb)}
      open={open}
      openLabel={kind === "tool_input" ? "Answer" : "Open"}
    />
  );
}

/** Answers that bring nothing, ask for no reason and do not end the run. */
const takesOneClick = (kind: ApprovalKind, verb: GateVerb): boolean =>
  verbRow(verb).needs === undefined &&
  !verbRow(verb).invitesReason &&
  verb !== "complete" &&
  answerRow(kind, verb)?.leadsTo !== "end_run";

function HeldOnNode({ state, task, open }: { state: RunState; task: TaskState; open(): void }) {
  const decision = task.proposal?.decision ?? "CONTINUE";
  const { runId, planVersion } = state;
  return (
    <QuickActions
      target={{ kind: "held", runId, taskId: task.id, planVersion }}
      subject={task.spec.title}
      verbs={[decision]}
      label={() => decision}
      risk={decisionRisk}
      open={open}
      openLabel="Otherwise"
    />
  );
}

type QuickActionsProps<Verb extends GateVerb> = {
  target: DecisionTarget;
  /** What is decided, for who hears the buttons without seeing where they stand. */
  subject: string;
  verbs: readonly Verb[];
  label(verb: Verb): string;
  risk(verb: Verb): Risk | undefined;
  open(): void;
  openLabel: string;
};

/** Buttons in a row; one with a risk asks a second time in its place. */
function QuickActions<Verb extends GateVerb>(props: QuickActionsProps<Verb>) {
  const { target, subject, verbs, label, risk, open, openLabel } = props;
  const { pendingVerb, refusal, send } = useDecision(target);
  const [armed, setArmed] = useState<Verb>();
  const justReplaced = useJustReplaced(JSON.stringify(target));
  const choose = (verb: Verb) => {
    if (risk(verb) !== undefined && armed !== verb) return setArmed(verb);
    void send({ verb, comment: "" });
  };
  const armedRisk = armed && risk(armed);
  if (armed !== undefined && armedRisk && pendingVerb === undefined) {
    return (
      <div className="grid gap-1.5">
        <p role="alert">{describeRisk(armedRisk)}</p>
        <div className="flex gap-1.5">
          <Button size="small" variant="person" autoFocus onClick={() => choose(armed)}>
            Yes, {label(armed).toLowerCase()}
          </Button>
          <Button size="small" onClick={() => setArmed(undefined)}>
            Back
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="grid gap-1.5">
      <fieldset className="flex flex-wrap gap-1.5" aria-label={`Decide: ${subject}`}>
        {verbs.map((verb, index) => (
          <Button
            key={verb}
            size="small"
            variant={index > 0 ? "plain" : target.kind === "held" ? "main" : "person"}
            disabled={justReplaced || pendingVerb !== undefined}
            onClick={() => choose(verb)}
          >
            {pendingVerb === verb ? "Sending…" : label(verb)}
          </Button>
        ))}
        <Button size="small" onClick={open}>
          {openLabel}
        </Button>
      </fieldset>
      <RefusalNote refusal={refusal} />
    </div>
  );
}
