"use client";

import { useMemo } from "react";
import { getOwn } from "@/lib/core/own";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { storeValue } from "@/lib/core/stored-value";
import type { ApprovalView } from "@/lib/core/views";
import { gateView, holdingReview } from "@/lib/testing/runs/waiting-gate";
import { TimeLeft } from "../../approvals/deadline";
import { GatePanel } from "../../approvals/gate-panel";
import { HeldReview } from "../../approvals/held-review";
import { BulkBar } from "../../approvals/inbox/bulk-bar";
import { NodeDecision } from "../../approvals/node-decision";
import { UnsentNote } from "../../approvals/unsent-note";
import { CLOSED_STORIES, GATE_STORIES, queriesOf } from "../gate-stories";
import {
  ActStates,
  Answered,
  Fetched,
  Kept,
  nothing,
  Panel,
  type Scheme,
  Specimen,
  State,
} from "../specimen";
import { storyNamed } from "../stories";

/** What becomes of an answer: it is under way, asks for a second step, was refused or taken, or comes too late. */
export function Sent() {
  return (
    <>
      <Specimen
        name="BulkBar"
        states="several gates, with a reason, with long values, while they are answered, refused, its second step, with gates that let work act, what became of each"
      >
        {(scheme) => <Bulk scheme={scheme} />}
      </Specimen>
      <Specimen name="GatePanel" states="while its answer is sent, refused, closed in the meantime">
        {(scheme) => <Panels scheme={scheme} />}
      </Specimen>
      <Specimen name="HeldReview" states="while it is overridden, while it is applied, refused">
        {(scheme) => (
          <Fetched queries={[]}>
            <State name="overridden">
              <Kept
                values={{ [`decision/run_sent_overridden-${scheme}/r`]: { comment: "", decision: "REPLAN" } }}
              >
                <Held name={`overridden ${scheme}`} />
              </Kept>
            </State>
            <ActStates input={APPROVED}>{(state) => <Held name={`${state} ${scheme}`} />}</ActStates>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="NodeDecision" states="while its answer is sent, refused">
        {(scheme) => <OnNodes scheme={scheme} />}
      </Specimen>
      <Specimen name="UnsentNote" states="while it replans, refused">
        {(scheme) => (
          <Fetched queries={[]}>
            <ActStates>{(state) => <Unsent draftKey={`${state} ${scheme}`} />}</ActStates>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="TimeLeft" states="hours, the last minute, passed, what happens then">
        {() => (
          <>
            <TimeLeft at={HOUR_MS} now={0} />
            <TimeLeft at={30_000} now={0} then="then it is rejected" />
            <TimeLeft at={0} now={0} />
            <TimeLeft at={0} now={0} then="rejected" />
          </>
        )}
      </Specimen>
    </>
  );
}

const HOUR_MS = 3_600_000;
const LONG_VALUE = storeValue({ body: "A line of the message.\n".repeat(100) }).stored;
const APPROVED = { answer: { verb: "approve" as GateVerb } };

function Bulk({ scheme }: { scheme: Scheme }) {
  const several = [gateView(`a-${scheme}`), gateView(`b-${scheme}`, { prompt: "May it be published?" })];
  const asked = { gates: several, verb: "approve" as const };
  const bar = (gates: ApprovalView[]) => <BulkBar gates={gates} onDone={nothing} />;
  const [first, second] = several.map(({ id }) => id);
  return (
    <Fetched queries={[]}>
      <State name="several gates">{bar(several)}</State>
      <State name="with a reason">
        {bar([
          gateView(`c-${scheme}`, { terms: { ...gateView("c").terms, requiresReason: true } }),
          gateView(`d-${scheme}`, { verbs: ["reject"] }),
        ])}
      </State>
      {[[LONG_VALUE], [LONG_VALUE, LONG_VALUE]].map((values) => {
        const gates = values.map((shown, n) => gateView(`e${values.length}${n}-${scheme}`, { shown }));
        const unread = [...gates, gateView(`f${values.length}-${scheme}`)];
        const input = { gates: unread, verb: "approve" as const };
        return (
          <State key={values.length} name={`${values.length} that have to be read`}>
            <Answered input={input} reply={{ asked: input, risks: ["It ends the run."] }}>
              {bar(unread)}
            </Answered>
          </State>
        );
      })}
      {[["g"], ["h", "i"]].map((ids) => (
        <State key={ids.length} name={`${ids.length} calls`}>
          {bar(ids.map((id) => gateView(`${id}-${scheme}`, { kind: "tool_approval" })))}
        </State>
      ))}
      <ActStates input={asked}>{() => bar(several)}</ActStates>
      <State name="second step">
        <Answered input={asked} reply={{ asked, risks: ["Both deploy.", "1 open comment."] }}>
          {bar(several)}
        </Answered>
      </State>
      {[[first], [first, second]].map((acting) => (
        <State key={acting.length} name={`${acting.length} with acts`}>
          <Answered input={asked} reply={{ asked, acting }}>
            {bar(several)}
          </Answered>
        </State>
      ))}
      <State name="what became of each">
        <Answered
          input={asked}
          reply={{
            asked,
            items: [
              { approvalId: first, risk: null, ok: true, drill: { outcome: "passed", fault: null } },
              { approvalId: second, risk: null, ok: false, problem: "Ben answered it first: rejected." },
            ],
          }}
        >
          {bar([])}
        </Answered>
      </State>
    </Fetched>
  );
}

function Panels({ scheme }: { scheme: Scheme }) {
  const stories = useMemo(() => {
    const named = (name: string, closed = false) =>
      storyNamed(closed ? CLOSED_STORIES.decided() : GATE_STORIES.human_review(), `${name}-${scheme}`);
    return {
      ...{ "under way": named("sending"), refused: named("refused") },
      late: named("late", true),
    };
  }, [scheme]);
  const panel = ({ state, gate }: (typeof stories)["late"]) => (
    <div className="flex rounded-lg border border-line">
      <GatePanel state={state} gate={gate} />
    </div>
  );
  return (
    <Fetched queries={Object.values(stories).flatMap(queriesOf)}>
      <ActStates input={APPROVED}>{(name) => panel(stories[name])}</ActStates>
      <State name="closed in the meantime">
        <Answered reply={{ problem: { code: "conflict", message: "Ben answered it first.", issues: [] } }}>
          {panel(stories.late)}
        </Answered>
      </State>
    </Fetched>
  );
}

function Held({ name }: { name: string }) {
  const { state } = useMemo(() => holdingReview("CONTINUE"), []);
  return (
    <div className="flex rounded-lg border border-line">
      {state.tasks.r && (
        <HeldReview
          state={{ ...state, runId: `run_sent_${name.replaceAll(" ", "-")}` }}
          task={state.tasks.r}
        />
      )}
    </div>
  );
}

function OnNodes({ scheme }: { scheme: Scheme }) {
  const story = useMemo(() => storyNamed(GATE_STORIES.human_review(), `node_sent-${scheme}`), [scheme]);
  const task = getOwn(story.state.tasks, story.gate.taskId ?? "");
  return (
    <Fetched queries={queriesOf(story)}>
      <ActStates input={APPROVED}>
        {() => <Panel>{task && <NodeDecision state={story.state} task={task} onOpen={nothing} />}</Panel>}
      </ActStates>
    </Fetched>
  );
}

function Unsent({ draftKey }: { draftKey: string }) {
  const { state, events } = useMemo(() => holdingReview("CONTINUE").tick(60_000), []);
  const task = state.tasks.r;
  return (
    task && (
      <Panel>
        <UnsentNote
          {...{ state, events, task, draftKey }}
          draft={{ comment: "Ask Ben." }}
          onDiscard={nothing}
        />
      </Panel>
    )
  );
}
