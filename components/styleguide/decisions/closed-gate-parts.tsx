"use client";

import { useMemo } from "react";
import { getOwn } from "@/lib/core/own";
import { zeroSpend } from "@/lib/core/run/ledger/spend";
import { statedReason } from "@/lib/core/run/reasons";
import type { ApprovalState } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { AnsweredForm } from "../../approvals/answered-form";
import { ClosedNote } from "../../approvals/closed-note";
import { CLOSED_STORIES, editedGate, GATE_STORIES } from "../gate-stories";
import { Fetched, LONG_TEXT, nothing, Panel, type Scheme, Specimen, State } from "../specimen";
import { storyNamed } from "../stories";

/** What is read of a gate that takes no more answers, part by part. */
export function ClosedGateParts() {
  return (
    <>
      <Specimen
        name="ClosedNote"
        states="of several people, where it came from, why nobody answered, replaced"
      >
        {(scheme) => <Closed scheme={scheme} />}
      </Specimen>
      <Specimen
        name="AnsweredForm"
        states="items judged, few and many; a form, a limit, a decision, changed arguments, a changed text, another model"
      >
        {(scheme) => (
          <>
            <Answers scheme={scheme} />
            <Decisions scheme={scheme} />
          </>
        )}
      </Specimen>
    </>
  );
}

const AT = Date.UTC(2026, 0, 1);
const BENS_VOTE = { by: { id: "ben", name: "Ben" }, at: AT, verb: "approve" as const, digest: "d" };

function Closed({ scheme }: { scheme: Scheme }) {
  const shown = useMemo(() => {
    const edited = editedGate();
    const decided = edited.gate.decided;
    const gateOf = (
      part: Partial<NonNullable<ApprovalState["decided"]>>,
      more: Partial<ApprovalState> = {},
    ) => decided && { ...edited.gate, ...more, decided: { ...decided, ...part } };
    const { comment: _comment, ...wordless } = decided ?? { verb: "approve" as const };
    return {
      state: edited.state,
      replaced: CLOSED_STORIES.superseded(),
      gates: [
        ["of several", gateOf({ channel: "terminal" }, { votes: [{ ...BENS_VOTE, comment: LONG_TEXT }] })],
        ["by API", gateOf({ channel: "api" })],
        [
          "nobody",
          decided && {
            ...edited.gate,
            decided: {
              ...{ ...decided, ...wordless, comment: "", verb: "reject" as const },
              ...{ provenance: "timeout" as const, because: statedReason("Nobody answered in time.") },
            },
          },
        ],
      ] as const,
    };
  }, []);
  const { replaced } = shown;
  return (
    <Fetched queries={[]}>
      <Panel>
        {shown.gates.map(
          ([name, gate]) =>
            gate && (
              <ClosedNote
                key={name}
                state={{ ...shown.state, runId: `run_closed-${scheme}` }}
                gate={gate}
                onOpenGate={nothing}
              />
            ),
        )}
        <ClosedNote state={replaced.state} gate={replaced.gate} onOpenGate={nothing} />
      </Panel>
    </Fetched>
  );
}

function Answers({ scheme }: { scheme: Scheme }) {
  const { state, answers } = useMemo(() => {
    const form = { type: "object", properties: { total: { type: "number" }, note: { type: "string" } } };
    const plan = planOf({ id: "ask", title: "Check the total", type: "human_review", gate: { form } });
    const { state } = new RunWorld({ plan });
    const { gate: edited } = editedGate();
    const { gate: limited } = GATE_STORIES.budget();
    const { gate: call } = GATE_STORIES.tool_approval();
    const answered = (gate: ApprovalState, part: Partial<NonNullable<ApprovalState["decided"]>>) => ({
      ...gate,
      status: "decided" as const,
      decided: { by: ANNA, at: AT, verb: "approve" as const, provenance: "person" as const, ...part },
    });
    const claims = (count: number) => Array.from({ length: count }, (_, n) => `Claim ${n + 1}`);
    const judged = (count: number) =>
      answered(
        { ...edited, shown: storeValue(claims(count)).stored },
        {
          items: claims(count).map((excerpt, n) =>
            n === 1 ? { excerpt, verdict: "reject", reason: LONG_TEXT } : { excerpt, verdict: "accept" },
          ),
        },
      );
    const shown = storeValue({ total: 1_420, note: "Of the quarter." }).stored;
    const text = (words: string) => storeValue(words).stored;
    const value = storeValue({ total: 1_240, note: "Of the quarter." }).stored;
    return {
      state,
      answers: [
        ["few items", judged(3)],
        ["many items", judged(24)],
        ["a form", answered({ ...edited, taskId: "ask", shown }, { verb: "respond", value })],
        ["changed arguments", answered({ ...call, shown }, { verb: "edit", value })],
        [
          "a changed text",
          answered({ ...edited, shown: text("red") }, { verb: "edit", value: text("green") }),
        ],
        ["another model", answered(edited, { verb: "other", value: text("openai:small") })],
        ["a limit", answered(limited, { verb: "raise", value: storeValue(2_000).stored })],
      ] as const,
    };
  }, []);
  return (
    <Fetched queries={[]}>
      {answers.map(([name, gate]) => (
        <State key={name} name={name}>
          <AnsweredForm state={{ ...state, runId: `run_answered-${scheme}` }} gate={gate} />
        </State>
      ))}
    </Fetched>
  );
}

/** A review that was answered with a replan, which has come, and one that ended the run with the result it proposed. */
function Decisions({ scheme }: { scheme: Scheme }) {
  const answers = useMemo(() => {
    const { state, gate } = storyNamed(CLOSED_STORIES.decided(), `decision-${scheme}`);
    const { taskId = "", openedSeq, planVersion, decided } = gate;
    const replan = {
      ...{ kind: "replan" as const, number: 1, trigger: "review" as const, taskId },
      ...{ reason: statedReason("It is late."), startedAt: AT, startedSeq: openedSeq + 1 },
      ...{ decidedBy: { kind: "person" as const, name: "Anna", provenance: "person" as const } },
      ...{ fromVersion: planVersion, toVersion: planVersion + 1, outcome: "adopted" as const },
      spent: zeroSpend(),
    };
    const task = getOwn(state.tasks, taskId);
    const { proposal } = task ?? {};
    const ended = proposal && {
      ...{ ...proposal, decision: "COMPLETE" as const, finalResult: storeValue("It is ready.").stored },
    };
    const tasks = task && ended ? { ...state.tasks, [taskId]: { ...task, proposal: ended } } : state.tasks;
    const agreed = decided && { ...gate, decided: { ...decided, verb: "COMPLETE" as const } };
    return {
      "a replan": { state: { ...state, replanHistory: [replan] }, gate },
      "the proposed result": { state: { ...state, tasks }, gate: agreed ?? gate },
    };
  }, [scheme]);
  return (
    <Fetched queries={[]}>
      {Object.entries(answers).map(([name, { state, gate }]) => (
        <State key={name} name={name}>
          <AnsweredForm state={state} gate={gate} />
        </State>
      ))}
    </Fetched>
  );
}
