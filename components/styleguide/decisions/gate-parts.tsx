"use client";

import { useMemo } from "react";
import { zeroSpend } from "@/lib/core/run/ledger/spend";
import { statedReason } from "@/lib/core/run/reasons";
import type { ApprovalState, RunState, TaskState } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import { forecast } from "@/lib/testing/reports/forecast";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { holdingReview, waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { policyExplanation } from "@/lib/testing/views/policy-view";
import { AnsweredForm } from "../../approvals/answered-form";
import { ClosedNote } from "../../approvals/closed-note";
import { Asked } from "../../approvals/context/asked";
import { CallPolicies } from "../../approvals/context/call-policies";
import { ChangeFacts } from "../../approvals/context/changes/change-facts";
import { ProposedPlan } from "../../approvals/context/changes/proposed-plan";
import { MoneySoFar } from "../../approvals/context/money-so-far";
import { Release } from "../../approvals/context/release";
import { ResultLines } from "../../approvals/context/result-lines";
import { ReviewDecision } from "../../approvals/context/review-decision";
import type { ApprovalContext } from "../../approvals/context/use-approval-context";
import { ValueText } from "../../approvals/context/value-text";
import { Votes } from "../../approvals/context/votes";
import { UnreadNote } from "../../approvals/decide/gate-answer";
import { GatePanel } from "../../approvals/gate-panel";
import { CLOSED_STORIES, editedGate, GATE_STORIES, queriesOf } from "../gate-stories";
import { toldRun } from "../planning/runs";
import { Fetched, LONG_TEXT, nothing, Panel, type Scheme, Specimen, State } from "../specimen";
import { storyNamed } from "../stories";

/** What a gate is read by, part by part, where whole gates show one state of it. */
export function GateParts() {
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
        states="items judged, few and many; a form as it was sent, a limit that was raised"
      >
        {(scheme) => <Answers scheme={scheme} />}
      </Specimen>
      <Specimen
        name="GatePanel"
        states="for some people alone, a plan that changes something, what came of a review"
      >
        {(scheme) => (
          <>
            <Assigned scheme={scheme} />
            <Risky scheme={scheme} />
            <Replanned scheme={scheme} />
          </>
        )}
      </Specimen>
      <Specimen name="Votes" states="agreed, split, one that cannot be read">
        {() => (
          <>
            <Votes task={votedTask({ reached: true })} />
            <Votes task={votedTask({ reached: false })} />
          </>
        )}
      </Specimen>
      <Specimen name="ReviewDecision" states="as it was proposed, overridden, by a person">
        {() => <Reviews />}
      </Specimen>
      <Specimen
        name="ResultLines"
        states="a result, its items above, itself above, the beginning of a large one, none, failed"
      >
        {() => <Results />}
      </Specimen>
      <Specimen name="ChangeFacts" states="a plan that is weak">
        {(scheme) => <Change scheme={scheme} />}
      </Specimen>
      <Specimen name="ProposedPlan" states="with what the critic says of it">
        {(scheme) => (
          <Fetched queries={[]}>
            <Panel>
              <ProposedPlan state={{ ...toldRun(), runId: `run_proposed-${scheme}` }} version={1} />
            </Panel>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="Release" states="asked again with another release; addresses, a long text">
        {() => <Releases />}
      </Specimen>
      <Specimen name="Asked" states="words of the plan with a result that they quote, one that is cut">
        {() => (
          <Panel>
            <Asked
              parts={[
                { text: "Release this draft?" },
                { text: "The build is green.", source: "From the result of “Build”" },
                { text: LONG_TEXT, source: "From the result of “Read the page”", left: 1_240 },
              ]}
            />
          </Panel>
        )}
      </Specimen>
      <Specimen name="UnreadNote" states="a long value was not opened">
        {() => <UnreadNote />}
      </Specimen>
      <Specimen name="CallPolicies" states="one that allows, one that denies what was approved">
        {() => (
          <Panel>
            {(["ask", "deny"] as const).map((decision) => (
              <CallPolicies key={decision} call={callContext(decision)} />
            ))}
          </Panel>
        )}
      </Specimen>
      <Specimen name="MoneySoFar" states="known, unknown, unknown in part, of a plan, loading">
        {() => (
          <>
            <MoneySoFar context={costing({})} />
            <MoneySoFar context={costing({ usd: null, knownUsd: 0, unknownCalls: 7 })} />
            <MoneySoFar context={costing({ usd: null, unknownCalls: 2 })} />
            <MoneySoFar context={{ ...costing({}), toFinish: forecast }} ofPlan />
            <MoneySoFar context={undefined} />
          </>
        )}
      </Specimen>
      <Specimen name="ValueText" states="a decision, a text, a flat map, anything else, long">
        {() => (
          <>
            <ValueText value={{ decision: "REPLAN", provenance: "model", reasoning: "It is late." }} />
            <ValueText value="A text." />
            <ValueText value={{ total: 1_240, currency: "EUR", paid: false }} />
            <ValueText value={[{ total: 1 }, null]} />
            <ValueText value={LONG_TEXT.repeat(20)} />
          </>
        )}
      </Specimen>
    </>
  );
}

const AT = Date.UTC(2026, 0, 1);
const BEN = { id: "ben", name: "Ben" };

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
        ["of several", gateOf({ channel: "terminal" }, { votes: [{ by: BEN, at: AT, comment: LONG_TEXT }] })],
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
    const value = storeValue({ total: 1_240, note: "Of the quarter." }).stored;
    return {
      state,
      answers: [
        ["few items", judged(3)],
        ["many items", judged(24)],
        ["a form", answered({ ...edited, taskId: "ask", shown }, { verb: "respond", value })],
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

function Assigned({ scheme }: { scheme: Scheme }) {
  const { story, state } = useMemo(() => {
    const story = storyNamed(GATE_STORIES.human_review(), `assigned-${scheme}`);
    const gate = {
      ...{ ...story.gate, assignees: ["role:lead"], quorum: 2, fourEyes: true },
      votes: [{ by: BEN, at: AT }],
    };
    const { approvalId } = gate;
    const approvals = { ...story.state.approvals, [approvalId]: gate };
    return { story: { ...story, gate }, state: { ...story.state, approvals } };
  }, [scheme]);
  return (
    <Fetched queries={queriesOf(story)}>
      <div className="flex rounded-lg border border-line">
        <GatePanel state={state} gate={story.gate} />
      </div>
    </Fetched>
  );
}

/** A gate that is asked again since the work behind it was rewritten while it was open. */
function Releases() {
  const { state, gate } = useMemo(() => {
    const { state, gate } = waitingAtGate(
      { id: "go", agent: "deployer", dependsOn: ["ask"], input: "Deploy to https://production.example.com" },
      { id: "tell", agent: "deployer", dependsOn: ["go"], input: LONG_TEXT.repeat(4) },
    );
    const [act] = gate.release?.acts ?? [];
    const earlier = act && { ...act, work: "", targets: ["https://staging.example.com"] };
    const release = { digest: "before", acts: earlier ? [earlier] : [] };
    const before = { ...gate, approvalId: "apr_before", status: "superseded" as const, release };
    return {
      state: { ...state, approvals: { ...state.approvals, [before.approvalId]: before } },
      gate: { ...gate, supersedes: before.approvalId },
    };
  }, []);
  return (
    <Panel>
      <Release state={state} gate={gate} />
    </Panel>
  );
}

/** A plan whose approval starts what changes something outside. */
function Risky({ scheme }: { scheme: Scheme }) {
  const { state, gate, story } = useMemo(() => {
    const story = storyNamed(GATE_STORIES.plan_approval(), `risky-${scheme}`);
    // Nobody knows what its agents may do.
    const { reach: _reach, ...state } = story.state;
    return { ...story, story, state };
  }, [scheme]);
  return (
    <Fetched queries={queriesOf(story)}>
      <div className="flex rounded-lg border border-line">
        <GatePanel state={state} gate={gate} />
      </div>
    </Fetched>
  );
}

/** A review that was answered with a replan, which has come. */
function Replanned({ scheme }: { scheme: Scheme }) {
  const { story, state } = useMemo(() => {
    const story = storyNamed(CLOSED_STORIES.decided(), `replanned-${scheme}`);
    const { taskId = "", openedSeq, planVersion } = story.gate;
    const replan = {
      ...{ kind: "replan" as const, number: 1, trigger: "review" as const, taskId },
      ...{ reason: statedReason("It is late."), startedAt: AT, startedSeq: openedSeq + 1 },
      ...{ decidedBy: { kind: "person" as const, name: "Anna", provenance: "person" as const } },
      ...{ fromVersion: planVersion, toVersion: planVersion + 1, outcome: "adopted" as const },
      spent: zeroSpend(),
    };
    return { story, state: { ...story.state, replanHistory: [replan] } };
  }, [scheme]);
  return (
    <Fetched queries={queriesOf(story)}>
      <div className="flex rounded-lg border border-line">
        <GatePanel state={state} gate={story.gate} />
      </div>
    </Fetched>
  );
}

/** The review of a run that holds a decision. */
const reviewed = (): { state: RunState; task: TaskState } => {
  const { state } = holdingReview("CONTINUE");
  const task = state.tasks.r;
  if (!task) throw new Error("no review holds a decision");
  return { state, task };
};

function votedTask({ reached }: { reached: boolean }): TaskState {
  const { task } = reviewed();
  const { proposal } = task;
  if (!proposal) return task;
  return {
    ...task,
    votes: [
      { reviewer: "ann", at: 1, proposal: { ...proposal, deviation: "It took twice as long." } },
      {
        ...{ reviewer: "ben", at: 2 },
        proposal: { ...proposal, decision: reached ? "CONTINUE" : "REPLAN", reasoning: LONG_TEXT },
      },
      { reviewer: "cy", at: 3, problem: statedReason("It wrote no decision.") },
    ],
    consensus: {
      ...{ rule: "majority", reached },
      votes: [
        { reviewer: "ann", decision: "CONTINUE" },
        { reviewer: "ben", decision: reached ? "CONTINUE" : "REPLAN" },
        { reviewer: "cy" },
      ],
    },
  };
}

function Reviews() {
  const { state, task } = useMemo(reviewed, []);
  const decidedAs = (decision: string, reasoning: string): TaskState => ({
    ...{ ...task, status: "succeeded", endedAt: AT },
    result: storeValue({ decision, reasoning, provenance: "person" }).stored,
  });
  return (
    <>
      {[
        task,
        decidedAs("CONTINUE", task.proposal?.reasoning ?? ""),
        decidedAs("REPLAN", LONG_TEXT),
        votedTask({ reached: false }),
      ].map((one, at) => (
        <ReviewDecision
          // biome-ignore lint/suspicious/noArrayIndexKey: they never move.
          key={at}
          {...{ state, task: one }}
          log={undefined}
        />
      ))}
    </>
  );
}

function Results() {
  const state = useMemo(() => {
    const plan = planOf({ id: "a", title: "Collect" }, { id: "b", title: "Check", maxRetries: 0 });
    const world = new RunWorld({ plan }).run("a");
    world.fail("b", "The source is gone.");
    return world.state;
  }, []);
  const results = ["a", "b"].flatMap((id) => state.tasks[id] ?? []);
  const common = { state, results, byTask: undefined, shown: undefined, digest: undefined, list: undefined };
  const [first] = results;
  const shown = first?.result && "inline" in first.result ? first.result.inline : undefined;
  return (
    <Panel>
      <ResultLines {...common} />
      <ResultLines
        {...{ ...common, results: results.slice(0, 1), digest: first?.result?.digest }}
        list={{ path: ["items"], items: [1, 2] }}
      />
      <ResultLines {...{ ...common, results: results.slice(0, 1), shown }} />
      {first && (
        <ResultLines
          {...common}
          results={[{ ...first, result: storeValue("A line of the report.\n".repeat(400)).stored }]}
        />
      )}
    </Panel>
  );
}

function Change({ scheme }: { scheme: Scheme }) {
  const { state, gate } = useMemo(() => storyNamed(GATE_STORIES.plan_change(), `weak-${scheme}`), [scheme]);
  const { question } = gate;
  if (question?.about !== "plan_change") return null;
  const weakness = {
    ...{ summary: "The plan scores 3 of 10.", minScore: 6 },
    gravest: ["Nothing checks the total.", LONG_TEXT],
  };
  return (
    <Fetched queries={[]}>
      <Panel>
        <ChangeFacts state={state} question={{ ...question, weakness }} />
      </Panel>
    </Fetched>
  );
}

const callContext = (decision: "ask" | "deny") => {
  const { reason, policies } = policyExplanation({ decision });
  return {
    ...{ decision, reason, inputSchema: {} },
    policies: policies.map((one) => ({ ...one, part: "denied" as const })),
  };
};

const costing = (cost: Partial<ApprovalContext["cost"]>): ApprovalContext => ({
  cost: { usd: 0.0312, knownUsd: 0.0312, unknownCalls: 0, modelCalls: 7, ...cost },
  ...{ toFinish: null, proposal: null, shown: null, tail: null, models: [] },
});
