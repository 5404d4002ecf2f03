"use client";

import { type ReactNode, useMemo } from "react";
import { approvalsQuery, queryKeys, runQuery } from "@/lib/client/query";
import { DrawnAt } from "@/lib/client/use-now";
import { DRILL_OUTCOMES } from "@/lib/core/drills/judge";
import type { DrillFault } from "@/lib/core/drills/sample";
import { localOperator } from "@/lib/core/people";
import { APPROVAL_STATUSES } from "@/lib/core/run/events/approvals";
import { APPROVAL_KINDS } from "@/lib/core/run/gates/table";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import type { ApprovalView, HeldDecision } from "@/lib/core/views";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { gateView, holdingReview } from "@/lib/testing/runs/waiting-gate";
import { ClosedGates } from "../../approvals/closed-note";
import { DecisionDock } from "../../approvals/decision-dock";
import { DecisionCard } from "../../approvals/decision-rows";
import { DrillNote } from "../../approvals/drill-note";
import { HeldDecisions } from "../../approvals/held-decisions";
import { heldQuery } from "../../approvals/held-query";
import { GateDrawer } from "../../approvals/inbox/gate-drawer";
import { GateList } from "../../approvals/inbox/gate-list";
import { InboxFilters } from "../../approvals/inbox/inbox-screen";
import { NextGateOfOthers, NextGateRow, NextHeld } from "../../approvals/next-gate";
import { OpenDecisions } from "../../approvals/open-decisions";
import { OtherDecisions } from "../../approvals/other-decisions";
import { UnsentNote } from "../../approvals/unsent-note";
import { UnsentWords } from "../../approvals/unsent-words";
import { MY_GATES } from "../../shell/live-filters";
import { Button } from "../../ui/button";
import { CLOSED_STORIES, GATE_STORIES, queriesOf } from "../gate-stories";
import { At, Fetched, InPlace, LONG_TEXT, nothing, type Scheme, Specimen, State } from "../specimen";
import { storyNamed } from "../stories";

/** Where one finds what asks for a person, and what is left of it. */
export function Inbox() {
  return (
    <>
      <Specimen
        name="GateList"
        states="each kind, each way in which one is closed, chosen, drafted, escalated, with nobody left, a drill; more, none, none that fit"
      >
        {(scheme) => <Lists scheme={scheme} />}
      </Specimen>
      <Specimen
        name="GateDrawer"
        states="closed with another one next, the last one, a drill, loading, not read"
      >
        {(scheme) => <Drawers scheme={scheme} />}
      </Specimen>
      <Specimen name="InboxFilters" states="as it opens, set">
        {() =>
          ["", "kind=tool_approval&q=deploy"].map((search) => (
            <At key={search} search={search}>
              <InboxFilters />
            </At>
          ))
        }
      </Specimen>
      <Specimen name="NextGateRow" states="open gates, held decisions, long text">
        {() => (
          <Panel>
            <NextGateRow next={{ question: "May it go out?", left: 2 }}>
              <Button variant="main">Next gate</Button>
            </NextGateRow>
            <NextGateRow next={{ question: LONG_TEXT, left: 1 }} counted="held">
              <Button variant="main">Next decision</Button>
            </NextGateRow>
          </Panel>
        )}
      </Specimen>
      <Specimen name="NextGateOfOthers" states="a gate of another run, a decision that is held">
        {() => (
          <>
            <Fetched queries={[heldAre(HELD), gatesAre(gateView("others", { runId: "run_2" }))]}>
              <NextGateOfOthers runId="run_1" />
            </Fetched>
            <Fetched queries={[heldAre(HELD), gatesAre()]}>
              <NextGateOfOthers runId="run_1" />
            </Fetched>
          </>
        )}
      </Specimen>
      <Specimen name="NextHeld" states="one is held, none">
        {() => (
          <>
            <Fetched queries={[heldAre(HELD)]}>
              <NextHeld>Nothing is held.</NextHeld>
            </Fetched>
            <Fetched queries={[heldAre()]}>
              <NextHeld>
                <p>Nothing is held.</p>
              </NextHeld>
            </Fetched>
          </>
        )}
      </Specimen>
      <Specimen name="HeldDecisions" states="several, long text">
        {() => (
          <Fetched
            queries={[heldAre(HELD, { ...HELD, taskId: "long", title: LONG_TEXT, mission: LONG_TEXT })]}
          >
            <DrawnAt value={HELD.heldUntil - 150_000}>
              <HeldDecisions keys="list" />
            </DrawnAt>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="DecisionCard" states="what needs a person, plain with an aside, none">
        {() => (
          <>
            <DecisionCard title="Waiting for you" look="person" rows={ROWS} />
            <DecisionCard title="Held decisions" look="plain" rows={ROWS} aside="2 more" />
            <DecisionCard title="None" look="plain" rows={[]} empty="Nothing waits." />
          </>
        )}
      </Specimen>
      <Specimen name="DrillNote" states="each outcome, not answered">
        {() => (
          <Panel>
            {DRILL_OUTCOMES.map((outcome) => {
              const isClean = outcome === "passed" || outcome === "false_alarm";
              return <DrillNote key={outcome} result={{ outcome, fault: isClean ? null : FAULT }} />;
            })}
            <DrillNote result={{ outcome: null, fault: FAULT }} />
          </Panel>
        )}
      </Specimen>
      <Specimen
        name="OpenDecisions"
        states="a gate and a held review in a dock, beside a task, in a sheet, below comments"
      >
        {(scheme) => <Docks scheme={scheme} />}
      </Specimen>
      <Specimen name="DecisionDock" states="with anything in it">
        {() => (
          <div className="relative flex h-80 flex-col justify-end [--dock:14rem]">
            <DecisionDock place="inspector">
              <div className="grid justify-items-start gap-2 p-4">
                <p>{LONG_TEXT.repeat(4)}</p>
                <Button>Approve</Button>
              </div>
            </DecisionDock>
          </div>
        )}
      </Specimen>
      <Specimen name="OtherDecisions" states="one other gate, a decision that is held">
        {(scheme) => {
          const { state } = asking(scheme);
          return (
            <Panel>
              <OtherDecisions state={state} taskId="none" onOpen={nothing} />
            </Panel>
          );
        }}
      </Specimen>
      <Specimen name="ClosedGates" states="each way in which one is closed, more than are read at once">
        {(scheme) => <Closed scheme={scheme} />}
      </Specimen>
      <Specimen
        name="UnsentNote"
        states="a held decision that was applied, one that another made, a gate that closed"
      >
        {(scheme) => <Unsent scheme={scheme} />}
      </Specimen>
    </>
  );
}

const Panel = ({ children }: { children: ReactNode }) => (
  <div className="overflow-hidden rounded-lg border border-line bg-panel">{children}</div>
);

const HELD: HeldDecision = {
  ...{ runId: "run_2", taskId: "look", title: "Look at it", mission: "Prune the index" },
  ...{ decision: "REPLAN", heldUntil: Date.UTC(2100, 0, 1) },
};
const heldAre = (...items: HeldDecision[]) => ({ queryKey: heldQuery().queryKey, data: { items } });
const gatesAre = (...items: ApprovalView[]) => ({
  ...{ queryKey: approvalsQuery(MY_GATES).queryKey, data: { items, nextCursor: null } },
});
const FAULT: DrillFault = { code: "amount_wrong", place: "arguments", shown: "1205", against: "120.50 USD" };
const ADAS_VOTE = { by: { id: "ada", name: "Ada" }, at: 0, verb: "approve" as const, digest: "d" };
const ROWS = [
  { key: "a", href: "/runs/run_1", title: "May it go out?", mission: "Prune the index", when: "2 h ago" },
  { key: "b", href: "/runs/run_2", title: LONG_TEXT, mission: LONG_TEXT, when: "2 d ago" },
];

function Lists({ scheme }: { scheme: Scheme }) {
  const view = (id: string, part: Partial<ApprovalView> = {}) =>
    gateView(`${id}-${scheme}`, { prompt: `May it: ${id}?`, ...part });
  const { terms } = gateView("any");
  const decided = {
    by: ANNA,
    at: 0,
    verb: "approve" as const,
    provenance: "person" as const,
    comment: "So be it.",
  };
  const open = [
    ...APPROVAL_KINDS.map((kind) => view(kind, { kind })),
    view("drafted"),
    view("escalated", {
      ...{ deadlineAt: Date.UTC(2100, 0, 1), onTimeout: "reject" },
      terms: { ...terms, quorum: 2, escalations: 1, votes: [ADAS_VOTE] },
    }),
    view("left", { assignees: ["Ben"], terms: { ...terms, quorum: 2 } }),
    view("drill", { kind: "tool_approval", drill: { outcome: "missed", fault: FAULT } }),
    view("long", { prompt: LONG_TEXT, mission: LONG_TEXT }),
  ];
  const closed = APPROVAL_STATUSES.filter((status) => status !== "open").map((status) =>
    view(status, { status, ...(status === "decided" && { decided }) }),
  );
  const common = {
    ...{ label: "Gates", chosenId: `human_review-${scheme}`, onOpen: nothing, onApproach: nothing },
    ...{ onSelect: nothing, onClearFilters: nothing, selected: new Set([`human_review-${scheme}`]) },
    ...{ drafted: new Set([`drafted-${scheme}`]), empty: { title: "No open gates", text: "Runs ask here." } },
  };
  const lists = [
    ["open", { gates: open, total: open.length, more: nothing }],
    ["closed", { gates: closed, total: "unknown", more: "loading" }],
    ["none", { gates: [], total: 0 }],
    ["none that fit", { gates: [], total: 3 }],
    ["none that fit anywhere", { gates: [], total: "unknown" }],
  ] as const;
  return (
    <Fetched queries={[{ queryKey: ["people"], data: { items: [localOperator], gone: [] } }]}>
      {lists.map(([name, list]) => (
        <State key={name} name={name}>
          <Panel>
            <GateList {...common} {...list} gates={[...list.gates]} />
          </Panel>
        </State>
      ))}
    </Fetched>
  );
}

/** Of runs that have ended: those that have not are followed. */
function Drawers({ scheme }: { scheme: Scheme }) {
  const drawers = useMemo(
    () =>
      (["next", "last", "drill"] as const).map((name) => {
        const story = storyNamed(CLOSED_STORIES.decided(), `drawer_${name}-${scheme}`);
        const state: RunState = { ...story.state, phase: "ended", mission: LONG_TEXT };
        const drill = { outcome: "missed" as const, fault: FAULT };
        const run = { state, log: [], ...(name === "drill" && { drill }) };
        return { name, story, run };
      }),
    [scheme],
  );
  const common = { begin: undefined, onClose: nothing, onOpenGate: nothing };
  const next = { id: "later", question: "May it go out?", left: 3 };
  const absent = { id: `absent-${scheme}`, runId: `run_absent-${scheme}` };
  return (
    <InPlace>
      {drawers.map(({ name, story, run }) => (
        <State key={name} name={name}>
          <Fetched
            queries={[
              ...queriesOf(story),
              heldAre(),
              { queryKey: queryKeys.run(run.state.runId), data: run },
            ]}
          >
            <GateDrawer
              {...common}
              gate={{ id: story.gate.approvalId, runId: run.state.runId }}
              next={name === "next" ? next : undefined}
            />
          </Fetched>
        </State>
      ))}
      <State name="loading">
        <Fetched queries={[]}>
          <GateDrawer {...common} gate={absent} next={undefined} />
        </Fetched>
      </State>
      <State name="not read">
        <Fetched queries={[]} failed={[runQuery(absent.runId).queryKey]}>
          <GateDrawer {...common} gate={absent} next={undefined} />
        </Fetched>
      </State>
    </InPlace>
  );
}

/** A run that waits at a gate while a decision is held. */
function asking(name: string): {
  state: RunState;
  gate: ApprovalState;
  queries: ReturnType<typeof queriesOf>;
} {
  const story = storyNamed(GATE_STORIES.human_review(), `asking-${name}`);
  const { state: holding } = holdingReview("REPLAN");
  const tasks = { ...story.state.tasks, ...(holding.tasks.r && { r: holding.tasks.r }) };
  return {
    state: { ...story.state, tasks, held: holding.held },
    gate: story.gate,
    queries: queriesOf(story),
  };
}

function Docks({ scheme }: { scheme: Scheme }) {
  const places: (readonly [
    name: string,
    place: { ofTask?: boolean; inSheet?: boolean; isBelowComments?: boolean },
  ])[] = [
    ["of the whole run", {}],
    ["beside a task", { ofTask: true }],
    ["in a sheet", { inSheet: true }],
    ["below comments", { isBelowComments: true }],
  ];
  return places.map(([name, { ofTask = false, ...place }]) => {
    const { state, gate, queries } = asking(`${name.replaceAll(" ", "_")}-${scheme}`);
    return (
      <State key={name} name={name}>
        <Fetched queries={queries}>
          <div className="relative flex h-[64rem] flex-col justify-end bg-panel [--dock:40rem]">
            <OpenDecisions
              {...{ state, ...place }}
              events={[]}
              taskId={ofTask ? gate.taskId : undefined}
              onSelect={nothing}
            />
          </div>
        </Fetched>
      </State>
    );
  });
}

function Closed({ scheme }: { scheme: Scheme }) {
  const story = storyNamed(CLOSED_STORIES.decided(), `closed-${scheme}`);
  const gates = Object.values(CLOSED_STORIES).map((tell) => tell().gate);
  const many = Array.from({ length: 12 }, (_, n) => ({ ...story.gate, approvalId: `many-${n}` }));
  return (
    <Fetched queries={[]}>
      <ClosedGates state={story.state} gates={gates} />
      <ClosedGates state={story.state} gates={many} />
    </Fetched>
  );
}

function Unsent({ scheme }: { scheme: Scheme }) {
  const applied = holdingReview("CONTINUE").tick(60_000);
  const decided = holdingReview("CONTINUE");
  decided.send({ type: "override_review", taskId: "r", decision: "COMPLETE", reason: "Enough." }, ANNA);
  const draft = { comment: "Ask Ben.", tail: LONG_TEXT };
  const closed = storyNamed(CLOSED_STORIES.expired(), `unsent-${scheme}`);
  const idle = new RunWorld({ plan: planOf({ id: "a" }) });
  return (
    <Fetched queries={[]}>
      {([applied, decided] as const).map(({ state, events }, at) => {
        const task = state.tasks.r;
        const draftKey = `unsent-${at}-${scheme}`;
        return (
          task && (
            <Panel key={draftKey}>
              <UnsentNote {...{ state, events, task, draft, draftKey }} onDiscard={nothing} />
            </Panel>
          )
        );
      })}
      <Panel>
        <UnsentWords
          state={closed.state}
          events={idle.events}
          unsent={{ draftKey: `unsent-gate-${scheme}`, draft, gate: closed.gate }}
        />
      </Panel>
    </Fetched>
  );
}
