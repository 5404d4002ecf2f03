"use client";

import { useMemo } from "react";
import { planVersionsOf } from "@/lib/core/run/events/plan-versions";
import { zeroSpend } from "@/lib/core/run/ledger/spend";
import { statedReason } from "@/lib/core/run/reasons";
import { HISTORY_TRIGGERS, REPLAN_OUTCOMES, type ReplanEntry, type RunState } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import { replanItem } from "@/lib/testing/reports/replan-item";
import { askedRun, refining, writeRefinement } from "@/lib/testing/runs/refined-run";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { changesBetween } from "../../approvals/context/changes/change-lines";
import { EarlierQuestion } from "../../approvals/context/changes/plan-changes";
import { ProposedPlan } from "../../approvals/context/changes/proposed-plan";
import { RevisedValue } from "../../approvals/context/changes/revised-value";
import { HistoryFilters } from "../../replan-history/history-filters";
import { ReplanRows } from "../../replan-history/replan-rows";
import { HistoryCard } from "../../replans/history-card";
import { RefinementsCard } from "../../replans/refinements-card";
import { ReplansTab } from "../../replans/replans-tab";
import { Fetched, LONG_TEXT, nothing, Panel, refused, type Scheme, Specimen, State } from "../specimen";
import { endedRun } from "./runs";

/** How plans came to be what they are. */
export function PlanHistory() {
  return (
    <>
      <Specimen
        name="ReplansTab"
        states="two versions, a replan that is under way, one version, planning, loading, could not load"
      >
        {(scheme) => <Tabs scheme={scheme} />}
      </Specimen>
      <Specimen name="HistoryCard" states="each trigger and outcome, long text">
        {() => <HistoryCard state={replanned()} showTask={nothing} showVersion={nothing} />}
      </Specimen>
      <Specimen
        name="RefinementsCard"
        states="under way, before people, adopted with what was left out, not answered"
      >
        {() => <Refinements />}
      </Specimen>
      <Specimen name="ReplanRows" states="each outcome, long text; none, none that fit the filters">
        {(scheme) => (
          <>
            <State name="changes">
              <ReplanRows view={{}} page={{ items: replanItems(scheme), nextCursor: "older" }} />
            </State>
            <State name="none">
              <ReplanRows view={{}} page={{ items: [], nextCursor: null }} />
            </State>
            <State name="none that fit">
              <ReplanRows view={{ outcome: "failed" }} page={{ items: [], nextCursor: null }} />
            </State>
          </>
        )}
      </Specimen>
      <Specimen name="HistoryFilters" states="as it opens, set">
        {() => (
          <>
            <HistoryFilters view={{}} />
            <HistoryFilters
              view={{
                ...{ outcome: "failed", trigger: "verification", decider: "model", tag: LONG_TEXT },
                ...{ from: "2026-01-01", to: "2026-01-24" },
              }}
            />
          </>
        )}
      </Specimen>
      <Specimen name="ProposedPlan" states="few tasks, more than are listed">
        {() => <Proposed />}
      </Specimen>
      <Specimen name="EarlierQuestion" states="another value, what a person wanted, another plan">
        {() => <AskedAgain />}
      </Specimen>
    </>
  );
}

type TabProps = Parameters<typeof ReplansTab>[0];

function Tabs({ scheme }: { scheme: Scheme }) {
  const { two, one, begun } = useMemo(() => {
    const one = new RunWorld({ plan: planOf({ id: "a", title: "Collect the figures" }) });
    return { two: endedRun(), one, begun: new RunWorld() };
  }, []);
  const cause = { trigger: "verification", reason: statedReason("The sum is negative.") } as const;
  const tab = (name: string, { state, events }: RunWorld, more: Partial<TabProps> = {}) => (
    <State name={name}>
      <div className="rounded-lg border border-line">
        <ReplansTab
          {...{ versions: planVersionsOf(events), compared: undefined, compare: nothing }}
          history={{ events, complete: true, failed: false, retry: nothing }}
          {...{ showOnCanvas: nothing, sendCommand: refused, showTask: nothing }}
          {...more}
          state={{ ...(more.state ?? state), runId: `run_tab-${name.replaceAll(" ", "_")}-${scheme}` }}
        />
      </div>
    </State>
  );
  const replan = { number: 1, cause } as RunState["replan"] & object;
  const partial = { events: [], complete: false, failed: false, retry: nothing };
  return (
    <Fetched queries={[]}>
      {tab("two versions", two)}
      {tab("a replan", one, { state: { ...one.state, replan } })}
      {tab("planning", begun)}
      {tab("loading", begun, { history: partial })}
      {tab("could not load", begun, { history: { ...partial, failed: true } })}
    </Fetched>
  );
}

/** A run whose plan has changed by each trigger, with each outcome. */
function replanned(): Pick<RunState, "tasks" | "replanHistory"> {
  const { state } = new RunWorld({ plan: planOf({ id: "a", title: "Collect the figures" }) });
  const entry = (number: number, part: Partial<ReplanEntry>): ReplanEntry => ({
    ...{ kind: "replan", number, trigger: "review", reason: statedReason("It was too low."), taskId: "a" },
    ...{ decidedBy: { kind: "person", name: "Anna", provenance: "person" }, startedAt: 0, startedSeq: 1 },
    ...{ fromVersion: number, outcome: "adopted", spent: { ...zeroSpend(), calls: 1, costMicroUsd: 20_000 } },
    ...part,
  });
  const changes = { added: 2, removed: 1, changed: 0, kept: 3 };
  return {
    tasks: state.tasks,
    replanHistory: [
      ...REPLAN_OUTCOMES.map((outcome, at) =>
        entry(at + 1, {
          outcome,
          ...(outcome === "adopted" && { toVersion: at + 2, changes, discardedCost: zeroSpend() }),
          ...(outcome === "failed" && { failure: statedReason("invalid twice") }),
          ...(outcome === "withdrawn" && { failure: statedReason("nobody wants it any more") }),
        }),
      ),
      ...HISTORY_TRIGGERS.map((trigger, at) =>
        entry(at + 11, {
          ...{ trigger, kind: trigger === "summarizer" ? "iteration" : "replan" },
          diagnosis: statedReason("94 %"),
        }),
      ),
      entry(31, { reason: statedReason(LONG_TEXT), diagnosis: statedReason(LONG_TEXT), taskId: "gone" }),
    ],
  };
}

const TASKS = [
  { id: "a", title: "Find" },
  { id: "b", title: "Move", dependsOn: ["a"], input: "server 1" },
  { id: "c", title: LONG_TEXT, dependsOn: ["b"] },
];

/** The same run, whose refinement came to nothing. */
const refusedRefinement = (state: RunState): RunState => ({
  ...state,
  ...(state.refinements && {
    refinements: {
      ...state.refinements,
      entries: state.refinements.entries.map((entry) => ({
        ...entry,
        reason: statedReason("Nothing is left."),
      })),
    },
  }),
});

function Refinements() {
  const shown = useMemo(() => {
    const adopted = askedRun(TASKS);
    writeRefinement(adopted, {
      ...{ modify: { b: { input: "server 7" } }, skip: ["c"] },
      add: [{ id: "n", title: "Warn them", dependsOn: ["a"] }],
      dropped: [{ part: "modify", taskId: "a", why: "started" }],
    });
    const offered = askedRun(TASKS, refining({ apply: "ask" }));
    writeRefinement(offered, { modify: { b: { input: "server 7" } }, skip: ["c"] });
    return [
      ["under way", askedRun(TASKS).state],
      ["before people", offered.state],
      ["adopted", adopted.state],
      ["not answered", askedRun(TASKS).tick(20_000).state],
      ["refused", refusedRefinement(adopted.state)],
    ] as const;
  }, []);
  return shown.map(([name, state]) => (
    <State key={name} name={name}>
      <RefinementsCard state={state} showVersion={nothing} />
    </State>
  ));
}

const replanItems = (scheme: Scheme) => [
  ...REPLAN_OUTCOMES.map((outcome, at) => ({
    ...{ ...replanItem, outcome, number: at + 1, runId: `run_item-${outcome}-${scheme}` },
    ...(outcome !== "adopted" && { toVersion: null, added: null, discardedCost: null, taskId: null }),
    ...(outcome === "failed" && { failure: "No plan could be read.", kind: "iteration" as const }),
  })),
  {
    ...{ ...replanItem, runId: `run_item-long-${scheme}`, mission: LONG_TEXT, reason: LONG_TEXT },
    ...{ diagnosis: LONG_TEXT, taskId: "a-task-whose-id-is-longer-than-anyone-expected-it-to-be" },
  },
];

function Proposed() {
  const shown = useMemo(() => {
    const tasks = Array.from({ length: 20 }, (_, at) => ({
      ...{ id: `t${at}`, title: at === 1 ? LONG_TEXT : `Task ${at + 1}`, agent: "deployer" },
      ...(at === 2 && { type: "human_review" as const, agent: "default" }),
    }));
    const agents = { deployer: { prompt: "", tools: ["deploy"] } };
    return [tasks.slice(0, 4), tasks].map(
      (some) => new RunWorld({ plan: { ...planOf(...some), agents } }).state,
    );
  }, []);
  return shown.map((state) => (
    <State key={state.order.length} name={`${state.order.length} tasks`}>
      <Panel>
        <ProposedPlan state={state} version={1} />
      </Panel>
    </State>
  ));
}

const WISH = {
  status: "decided" as const,
  decided: {
    ...{ verb: "request_changes" as const, at: 1, comment: LONG_TEXT, provenance: "person" as const },
    by: { kind: "person" as const, id: "bob", name: "Bob" },
  },
};

function AskedAgain() {
  const { state, gate } = useMemo(() => waitingAtGate(), []);
  const before = { ...gate, approvalId: "before", status: "superseded" as const };
  const asked = { ...state, approvals: { before } };
  const again = { ...gate, supersedes: "before", shown: storeValue("It is ready, and checked.").stored };
  const changes = changesBetween(planOf(...TASKS), planOf(...TASKS.slice(0, 2)));
  return (
    <>
      <State name="another value">
        <EarlierQuestion state={asked} gate={again} changes={undefined} onOpenGate={nothing} />
      </State>
      <State name="what a person wanted">
        <EarlierQuestion
          state={{ ...state, approvals: { before: { ...before, ...WISH } } }}
          gate={{ ...again, supersedes: undefined }}
          changes={undefined}
        />
      </State>
      <State name="a long value that has not come">
        <RevisedValue
          runId="run_revised"
          before={storeValue(LONG_TEXT.repeat(80)).stored}
          after={storeValue("Short").stored}
        />
      </State>
      <State name="another plan">
        <EarlierQuestion
          state={asked}
          gate={{ ...again, planVersion: 2, shown: gate.shown }}
          changes={changes}
        />
      </State>
    </>
  );
}
