"use client";

import { type ReactNode, useState } from "react";
import { gateTitle } from "@/lib/client/headline";
import { decisionRisk, riskOf } from "@/lib/core/run/gate-risk";
import type { ApprovalState, RunState, TaskState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { RefusalNote } from "./refusal-note";
import type { Target } from "./send-decision";
import { useDecision } from "./use-decision";
import { useGrounds } from "./use-grounds";
import { useJustReplaced } from "./use-just-replaced";
import { verbWord } from "./words";

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
  const { effects } = useGrounds({ runId: state.runId, approvalId, version: gate.planVersion }) ?? {};
  const proposed = state.tasks[taskId]?.proposal?.decision;
  const named = gateTitle(state, gate);
  if (kind === "review_decision") {
    return (
      <ShortAnswers
        target={{ kind: "gate", approvalId, digest }}
        named={named}
        verbs={[...(verbs.includes("approve") && proposed ? ["approve"] : [])]}
        word={() => proposed ?? ""}
        risk={() => decisionRisk(proposed ?? "")}
        open={open}
        openWord={proposed && verbs.includes("approve") ? "Decide otherwise" : "Decide"}
      />
    );
  }
  return (
    <ShortAnswers
      target={{ kind: "gate", approvalId, digest }}
      named={named}
      verbs={verbs.filter((verb) => SHORT.has(verb))}
      word={(verb) => verbWord(verb, kind)}
      risk={(verb) => riskOf({ state, gate, effects }, verb)}
      open={open}
      openWord={kind === "tool_input" ? "Answer" : "Open"}
    />
  );
}

/** Verbs that need no words. */
const SHORT: ReadonlySet<string> = new Set(["approve", "reject", "raise", "retry", "run"]);

function HeldOnNode({ state, task, open }: { state: RunState; task: TaskState; open(): void }) {
  const decision = task.proposal?.decision ?? "CONTINUE";
  const { runId, planVersion } = state;
  return (
    <ShortAnswers
      target={{ kind: "held", runId, taskId: task.id, planVersion }}
      named={task.spec.title}
      verbs={[decision]}
      word={() => "Apply"}
      risk={decisionRisk}
      open={open}
      openWord="Otherwise"
    />
  );
}

type ShortAnswersProps = {
  target: Target;
  /** What is decided, for who hears the buttons without seeing where they stand. */
  named: string;
  verbs: readonly string[];
  word(verb: string): string;
  risk(verb: string): string | undefined;
  open(): void;
  openWord: string;
};

/** Buttons in a row; one with a risk asks a second time in its place. */
function ShortAnswers({ target, named, verbs, word, risk, open, openWord }: ShortAnswersProps) {
  const { sent, refusal, send } = useDecision(target);
  const [armed, setArmed] = useState<string>();
  const justReplaced = useJustReplaced(JSON.stringify(target));
  const choose = (verb: string) => {
    if (risk(verb) !== undefined && armed !== verb) return setArmed(verb);
    void send({ verb, comment: "" });
  };
  if (armed !== undefined && sent === undefined) {
    return (
      <div className="grid gap-1.5">
        <p role="alert">{risk(armed)}</p>
        <div className="flex gap-1.5">
          <Button size="small" look="person" autoFocus onClick={() => choose(armed)}>
            Yes, {word(armed).toLowerCase()}
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
      <fieldset className="flex flex-wrap gap-1.5" aria-label={`Decide: ${named}`}>
        {verbs.map((verb, place) => (
          <Button
            key={verb}
            size="small"
            look={place > 0 ? "plain" : target.kind === "held" ? "main" : "person"}
            disabled={justReplaced || sent !== undefined}
            onClick={() => choose(verb)}
          >
            {sent === verb ? "Sending…" : word(verb)}
          </Button>
        ))}
        <Button size="small" onClick={open}>
          {openWord}
        </Button>
      </fieldset>
      <RefusalNote refusal={refusal} />
    </div>
  );
}
