"use client";

import { useMemo } from "react";
import { meQuery, peopleQuery } from "@/lib/client/people-queries";
import { getOwn } from "@/lib/core/own";
import { type Answerer, localOperator } from "@/lib/core/people";
import { statedReason } from "@/lib/core/run/reasons";
import type { ApprovalState, RunState, TaskState } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import { forecast } from "@/lib/testing/reports/forecast";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { holdingReview } from "@/lib/testing/runs/waiting-gate";
import { answersWish, BOB, CARL, PAT, running } from "@/lib/testing/runs/wished-run";
import { policyExplanation } from "@/lib/testing/views/policy-view";
import { CallPolicies } from "../../approvals/context/call-policies";
import { ChangeFacts } from "../../approvals/context/changes/change-facts";
import { ProposedPlan } from "../../approvals/context/changes/proposed-plan";
import { ContextLoaded } from "../../approvals/context/context-loaded";
import { MoneySoFar } from "../../approvals/context/money-so-far";
import { ResultLines } from "../../approvals/context/result-lines";
import { ReviewDecision } from "../../approvals/context/review-decision";
import { UnreadNote } from "../../approvals/context/unread";
import type { ApprovalContext } from "../../approvals/context/use-approval-context";
import { ValueText } from "../../approvals/context/value-text";
import { Votes } from "../../approvals/context/votes";
import { ForgoneNote } from "../../approvals/forgone-note";
import { GatePanel } from "../../approvals/gate-panel";
import { HandOnForm, StuckNote } from "../../approvals/stuck-gate";
import { GATE_STORIES, queriesOf } from "../gate-stories";
import { toldRun } from "../planning/runs";
import { ActStates, Fetched, LONG_TEXT, nothing, Panel, type Scheme, Specimen, State } from "../specimen";
import { storyNamed } from "../stories";

/** What a gate is read by, part by part, where whole gates show one state of it. */
export function GateParts() {
  return (
    <>
      <Specimen
        name="GatePanel"
        states="for some people alone, a plan that changes something and was not read in full"
      >
        {(scheme) => (
          <>
            <Assigned scheme={scheme} />
            <Risky scheme={scheme} />
          </>
        )}
      </Specimen>
      <Specimen
        name="StuckNote"
        states="to be handed on, without the rights to, to nobody, an approval that lapsed, of somebody who is not here, by a wish that can be taken back"
      >
        {() => (
          <>
            <Stuck />
            <Wished />
          </>
        )}
      </Specimen>
      <Specimen name="ForgoneNote" states="nobody else can, somebody else can">
        {() => <Forgone />}
      </Specimen>
      <Specimen name="HandOnForm" states="as it opens, by one who is asked, under way, refused">
        {() => (
          <Panel>
            {[false, true].map((isAsked) => (
              <HandOnForm key={String(isAsked)} {...HAND_ON} isAsked={isAsked} />
            ))}
            <ActStates>{() => <HandOnForm {...HAND_ON} isAsked />}</ActStates>
          </Panel>
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
      <Specimen name="UnreadNote" states="a long value was not opened, one could not be loaded">
        {() => (
          <>
            <UnreadNote way={{ show: nothing, isFailed: false }} />
            <UnreadNote way={{ show: nothing, isFailed: true }} />
          </>
        )}
      </Specimen>
      <Specimen name="ContextLoaded" states="it could not be loaded, it is asked for again, nor what changed">
        {() => (
          <Panel>
            {[false, true].map((isFetching) => (
              <ContextLoaded
                key={String(isFetching)}
                {...{ context: undefined, isAwaited: false, isFetching, load: nothing }}
                compared={{ isAwaited: false, isMissing: isFetching, isFetching, load: nothing }}
              />
            ))}
          </Panel>
        )}
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
      <Specimen name="ValueText" states="a text, a flat map, anything else, long">
        {() => (
          <>
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
const BENS_VOTE = { by: { id: "ben", name: "Ben" }, at: AT, verb: "approve" as const, digest: "d" };

function Assigned({ scheme }: { scheme: Scheme }) {
  const { story, state } = useMemo(() => {
    const story = storyNamed(GATE_STORIES.human_review(), `assigned-${scheme}`);
    const gate = {
      ...{ ...story.gate, assignees: ["role:lead"], quorum: 2, fourEyes: true },
      votes: [BENS_VOTE],
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

const UNREAD = [
  {
    code: "unreadable_guard",
    message:
      'tasks[0].only_if: "the CFO agreed" is not in a known field: say it as an edge, a gate, a check, or the condition of a planning review.',
  },
  { code: "unread", message: `tasks[1].mood: "${LONG_TEXT}" is not in a known field.` },
];

/** A plan whose approval starts what changes something outside, and that has parts which were not read. */
function Risky({ scheme }: { scheme: Scheme }) {
  const { state, gate, story } = useMemo(() => {
    const story = storyNamed(GATE_STORIES.plan_approval(), `risky-${scheme}`);
    // Nobody knows what its agents may do.
    const { reach: _reach, ...state } = story.state;
    const question = story.gate.question?.about === "plan" && { ...story.gate.question, unread: UNREAD };
    return { story, state, gate: question ? { ...story.gate, question } : story.gate };
  }, [scheme]);
  return (
    <Fetched queries={queriesOf(story)}>
      <div className="flex rounded-lg border border-line">
        <GatePanel state={state} gate={gate} />
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

const ANSWER = {
  question: "Are the prices right?",
  answer: "yes",
  evidence: "All of them were compared.",
} as const;

function votedTask({ reached }: { reached: boolean }): TaskState {
  const { task } = reviewed();
  const { proposal } = task;
  if (!proposal) return task;
  return {
    ...task,
    votes: [
      {
        reviewer: "ann",
        at: 1,
        proposal: { ...proposal, deviation: "It took twice as long.", answers: [ANSWER], moreAnswers: 2 },
      },
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
  const results = ["a", "b"].flatMap((id) => getOwn(state.tasks, id) ?? []);
  const common = {
    ...{ state, results, byTask: undefined, shown: undefined, digest: undefined, list: undefined },
    read: new Set<string>(),
  };
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
      <ResultLines {...{ ...common, results: results.slice(0, 1), read: new Set(["a"]) }} />
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
  ...{ toFinish: null, proposal: null, shown: null, tail: null, tailActs: [], files: [], models: [] },
});

const HAND_ON = {
  gate: { approvalId: "apr_1-1" },
  ...{ choices: ["Cleo", "role:lead", LONG_TEXT], onClose: nothing },
};

/** A gate of two people of whom one has left. */
function Stuck() {
  const { state, gate } = GATE_STORIES.human_review();
  const cleo: Answerer = { id: "key:1", name: "Cleo", names: ["Cleo"], roles: [], capabilities: ["review"] };
  const gone = [{ id: "key:2", name: "Ben", roles: [], at: 0, how: "revoked" }];
  const votes = [{ ...BENS_VOTE, by: { id: "key:2", name: "Ben" } }];
  const shown = (assignees: string[], lapsed: boolean) => ({
    ...{ ...gate, assignees, quorum: 2 },
    ...(lapsed && { votes }),
  });
  const states: readonly [string, string[], Answerer[], Answerer][] = [
    ["to be handed on", ["Ben"], [localOperator, cleo], localOperator],
    [
      "without the rights to",
      ["Ben"],
      [localOperator, cleo, { ...cleo, id: "key:3", name: "Dan", names: ["Dan"] }],
      cleo,
    ],
    ["to nobody", ["Ben"], [localOperator], localOperator],
    ["with an approval that no longer counts", ["Ben", "Cleo"], [localOperator, cleo], cleo],
    ["of somebody who is not here", ["Eve", "Cleo"], [localOperator, cleo], cleo],
  ];
  return states.map(([name, assignees, items, me]) => (
    <State key={name} name={name}>
      <Fetched
        queries={[
          { queryKey: ["people"], data: { items, gone } },
          { queryKey: ["me"], data: me },
        ]}
      >
        <Panel>
          <StuckNote state={state} gate={shown(assignees, name.startsWith("with an"))} />
        </Panel>
      </Fetched>
    </State>
  ));
}

/** A change that one of two people asked for, the other of whom wrote the mission. */
function Wished() {
  const { state, gate } = useMemo(() => {
    const world = running({}, { fourEyes: true, afterApproval: "ask" });
    answersWish(world);
    const [id = ""] = Object.keys(world.state.openApprovals);
    return { state: world.state, gate: getOwn(world.state.approvals, id) as ApprovalState };
  }, []);
  return (
    <Fetched queries={asBob([PAT, BOB])}>
      <State name="by a wish that can be taken back">
        <Panel>
          <StuckNote state={state} gate={gate} />
        </Panel>
      </State>
    </Fetched>
  );
}

function Forgone() {
  const state = useMemo(() => running().state, []);
  return [
    [PAT, BOB],
    [PAT, BOB, CARL],
  ].map((people) => (
    <Fetched key={people.length} queries={asBob(people)}>
      <Panel>
        <ForgoneNote state={state} />
      </Panel>
    </Fetched>
  ));
}

const asBob = (items: Answerer[]) => [
  { queryKey: meQuery().queryKey, data: BOB },
  { queryKey: peopleQuery().queryKey, data: { items, gone: [] } },
];
