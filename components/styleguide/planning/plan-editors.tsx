"use client";

import { useMemo } from "react";
import { planVersionQuery, queryKeys } from "@/lib/client/query";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import { addTask, deleteTask, setField } from "@/lib/core/plan/staged/acts";
import { serializePlan } from "@/lib/core/plan/write/json";
import { stagingBaseOf } from "@/lib/core/run/plan-edits";
import type { RunState } from "@/lib/core/run/state";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { ApplyDialog, MovedNote } from "../../plan-editor/apply-dialog";
import { checkEdit, type EditChecks } from "../../plan-editor/check-edit";
import { CheckList } from "../../plan-editor/check-list";
import { EditorBar } from "../../plan-editor/editor-bar";
import { FoldedRows } from "../../plan-editor/folded-rows";
import { LeaveDialog } from "../../plan-editor/leave-dialog";
import { PlanEditor, UnkeptNote } from "../../plan-editor/plan-editor";
import { TextDialog } from "../../plan-editor/text-dialog";
import type { Staging } from "../../plan-editor/use-staging";
import {
  Fetched,
  InPlace,
  Kept,
  LONG_TEXT,
  nothing,
  OnPhone,
  PageWide,
  Panel,
  refused,
  type Scheme,
  Specimen,
  State,
} from "../specimen";
import { stagingOf } from "../staging-of";
import { PLAN_FACTS } from "./plan-facts";

/** The plan of a run while a person edits it: what stands around the canvas and the form of a task. */
export function PlanEditors() {
  return (
    <>
      <Specimen
        name="PlanEditor"
        states="a plan, a draft that is not saved, loading, could not load, without the right, a run that has ended, the form of a task on a phone"
      >
        {(scheme) => <Editors scheme={scheme} />}
      </Specimen>
      <Specimen name="UnkeptNote" states="more changes than the tab can keep">
        {() => <UnkeptNote />}
      </Specimen>
      <Specimen
        name="EditorBar"
        states="nothing staged, errors and conflicts, one to undo, a run that has ended, without the right"
      >
        {() => <EditorBars />}
      </Specimen>
      <Specimen name="CheckList" states="checking, no errors, errors and a critique, more than a few">
        {() => <CheckLists />}
      </Specimen>
      <Specimen name="FoldedRows" states="few, many">
        {() => (
          <div className="grid gap-3">
            {[3, 40].map((count) => (
              <FoldedRows
                key={count}
                label={`${count} rows`}
                className="grid gap-1"
                rows={Array.from({ length: count }, (_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of a list that never changes
                  <li key={at}>Row {at + 1}</li>
                ))}
              />
            ))}
          </div>
        )}
      </Specimen>
      <Specimen name="MovedNote" states="another version came">
        {() => <MovedNote version={4} onAccept={nothing} />}
      </Specimen>
      <Specimen
        name="ApplyDialog"
        states="changes of a draft, of a plan at work that stops work, checking, errors, conflicts, applying, refused"
      >
        {(scheme) => (
          <Fetched queries={[]}>
            <InPlace>
              <Applying scheme={scheme} />
            </InPlace>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="TextDialog" states="as it opens, changed on an earlier version with issues">
        {(scheme) => (
          <InPlace>
            <Texts scheme={scheme} />
          </InPlace>
        )}
      </Specimen>
      <Specimen name="LeaveDialog" states="kept over a reload, too large for that">
        {() => (
          <InPlace>
            {[true, false].map((isKept) => (
              <LeaveDialog
                key={String(isKept)}
                what={["3 staged changes", "1 unfinished field", "a reason"]}
                {...{ isKept, onStay: nothing, onKeep: nothing, onDiscard: nothing }}
              />
            ))}
          </InPlace>
        )}
      </Specimen>
    </>
  );
}

const PLAN = planOf(
  { id: "a", title: "Collect the figures", input: "figures" },
  { id: "b", title: "Check them", dependsOn: ["a"], maxRetries: 1 },
  { id: "c", title: "Send the letter", dependsOn: ["b"] },
);

type EditorProps = Parameters<typeof PlanEditor>[0];

function Editors({ scheme }: { scheme: Scheme }) {
  const { me, tools } = PLAN_FACTS;
  const known = (name: string, by: unknown = me) => [
    { queryKey: planVersionQuery(idOf(name), 1).queryKey, data: { version: 1, plan: PLAN } },
    { queryKey: ["tools"], data: { items: tools } },
    { queryKey: [...queryKeys.policies, "list"], data: { items: [] } },
    { queryKey: ["me"], data: by },
  ];
  const idOf = (name: string) => `run_editor-${name.replaceAll(" ", "_")}-${scheme}`;
  const states = useMemo(() => {
    const world = new RunWorld({ plan: PLAN });
    world.start();
    return { running: world.state, ended: new RunWorld({ plan: PLAN }).run("a", "b", "c").state };
  }, []);
  const editor = (name: string, more: Partial<EditorProps> = {}) => (
    <div className={`overflow-hidden rounded-lg border border-line ${name === "phone" ? "" : "lg:h-128"}`}>
      <PlanEditor
        kept={{ layout: undefined, isPlacing: false, isRouting: false }}
        {...{ taskId: undefined, select: nothing, sendCommand: refused, onLeave: nothing }}
        {...more}
        state={{ ...(more.state ?? states.running), runId: idOf(name) }}
      />
    </div>
  );
  const viewer = { ...me, capabilities: ["view"] };
  return (
    <>
      <State name="a plan">
        <Fetched queries={known("a plan")}>
          <PageWide>{editor("a plan")}</PageWide>
        </Fetched>
      </State>
      <State name="a draft that is not saved">
        <Fetched queries={known("draft")}>
          <Kept values={{ [`plan-edits/${idOf("draft")}/reason`]: "It is shorter." }}>{editor("draft")}</Kept>
        </Fetched>
      </State>
      <State name="loading">
        <Fetched queries={[]}>{editor("loading")}</Fetched>
      </State>
      <State name="could not load">
        <Fetched queries={[]} failed={[planVersionQuery(idOf("failed"), 1).queryKey]}>
          {editor("failed")}
        </Fetched>
      </State>
      <State name="without the right">
        <Fetched queries={known("viewed", viewer)}>{editor("viewed")}</Fetched>
      </State>
      <State name="a run that has ended">
        <Fetched queries={known("ended")}>{editor("ended", { state: states.ended })}</Fetched>
      </State>
      <State name="the form of a task on a phone">
        <Fetched queries={known("phone")}>
          <OnPhone>
            <InPlace>{editor("phone", { taskId: "b" })}</InPlace>
          </OnPhone>
        </Fetched>
      </State>
    </>
  );
}

/** A run before anything of its plan has begun, and one whose first task is done and whose second is at work. */
function runs() {
  const idle = new RunWorld({ plan: PLAN });
  const world = new RunWorld({ plan: PLAN }).run("a");
  world.start();
  return { idle: idle.state, atWork: world.state };
}

/** Changes to a plan that has not begun, staged on it or on the same plan later. */
function stagedOn(state: RunState, plan: Plan = PLAN): Staging {
  const base = stagingBaseOf(new RunWorld({ plan: PLAN }).state, PLAN);
  const added = addTask(base, setField(base, [], "b", "maxRetries", 3), { title: LONG_TEXT }).edits;
  return stagingOf(state, stagingBaseOf(state, plan), [...deleteTask(base, added, "c")]);
}

const checksOf = (plan: Plan, state: RunState) =>
  checkEdit(plan, { base: stagingBaseOf(state, plan), state, facts: PLAN_FACTS });

const BROKEN = planOf(
  ...Array.from({ length: 12 }, (_, at) => ({ id: `t${at}`, input: `{{results.nobody${at}}}` })),
);

function EditorBars() {
  const { idle, none, staged, conflicting, broken } = useMemo(() => {
    const { idle, atWork } = runs();
    const none = stagingOf(idle, stagingBaseOf(idle, PLAN), []);
    const broken = checksOf(BROKEN, new RunWorld({ plan: BROKEN }).state);
    return { idle, none, staged: stagedOn(idle), conflicting: stagedOn(atWork), broken };
  }, []);
  const fine = checksOf(PLAN, idle);
  const bar = (name: string, more: Partial<Parameters<typeof EditorBar>[0]>) => (
    <State name={name}>
      <EditorBar
        {...{ staging: none, checks: fine, isReadOnly: false, isEditable: true }}
        {...{ onAdd: nothing, onLeave: nothing, onApply: nothing, ...more }}
      />
    </State>
  );
  return (
    <>
      {bar("nothing staged", {})}
      {bar("errors and conflicts", { staging: conflicting, checks: broken })}
      {bar("one to undo", { staging: { ...staged, undo: nothing, redo: nothing } })}
      {bar("a run that has ended", { staging: staged, isEditable: false })}
      {bar("without the right", { isReadOnly: true })}
    </>
  );
}

function CheckLists() {
  const shown = useMemo(() => {
    const risky = planOf({ id: "a", title: "Deploy it", critical: true }, { id: "b", title: LONG_TEXT });
    const of = (plan: Plan) => checksOf(plan, new RunWorld({ plan }).state);
    const error: Issue = { severity: "error", code: "cycle_detected", message: LONG_TEXT, taskId: "b" };
    const shown: [name: string, plan: Plan, checks: EditChecks | undefined][] = [
      ["checking", PLAN, undefined],
      ["no errors", PLAN, of(PLAN)],
      ["errors and a critique", risky, { ...of(risky), errors: [error] }],
      ["more than a few", BROKEN, of(BROKEN)],
    ];
    return shown;
  }, []);
  return shown.map(([name, plan, checks]) => (
    <State key={name} name={name}>
      <Panel>
        <CheckList checks={checks} plan={plan} onSelect={nothing} />
      </Panel>
    </State>
  ));
}

function Applying({ scheme }: { scheme: Scheme }) {
  const { idle, atWork, staged, broken } = useMemo(() => {
    const { idle, atWork } = runs();
    const broken = checksOf(BROKEN, new RunWorld({ plan: BROKEN }).state);
    return { idle: { ...idle, phase: "planning" as const }, atWork, staged: stagedOn(idle), broken };
  }, []);
  const commands = { pending: undefined, problem: undefined, send: async () => false, clearProblem: nothing };
  const stopping = useMemo(() => {
    const base = stagingBaseOf(atWork, PLAN);
    return stagingOf(atWork, base, [...deleteTask(base, [], "b")]);
  }, [atWork]);
  const dialog = (name: string, more: Partial<Parameters<typeof ApplyDialog>[0]>) => (
    <State name={name}>
      <ApplyDialog
        {...{ state: idle, staging: staged, checks: undefined, isBehind: false, commands, reason: "" }}
        {...{ onReason: nothing, onClose: nothing, onApplied: nothing, ...more }}
        {...(more.state && { state: { ...more.state, runId: `run_apply-${scheme}` } })}
      />
    </State>
  );
  const problem = { code: "conflict", message: "The plan has changed in the meantime.", issues: [] };
  return (
    <>
      {dialog("a draft", {})}
      {dialog("a plan at work", { state: atWork, staging: stopping, reason: "It is not needed." })}
      {dialog("checking", { isBehind: true })}
      {dialog("errors", { checks: broken })}
      {dialog("conflicts", { state: atWork, staging: stagedOn(atWork) })}
      {dialog("applying", { commands: { ...commands, pending: "edit_plan" } })}
      {dialog("refused", { commands: { ...commands, problem } })}
    </>
  );
}

function Texts({ scheme }: { scheme: Scheme }) {
  const { state, staging } = useMemo(() => {
    const { idle } = runs();
    return { state: idle, staging: stagingOf(idle, stagingBaseOf(idle, PLAN), []) };
  }, []);
  const broken = serializePlan(BROKEN);
  const given = {
    ...{ staging, facts: PLAN_FACTS, onWrite: nothing, onClose: nothing },
    state: { ...state, runId: `run_text-${scheme}` },
  };
  return (
    <>
      <State name="as it opens">
        <TextDialog {...given} written={null} />
      </State>
      <State name="changed">
        <TextDialog {...given} written={{ text: broken, version: 1, before: PLAN }} />
      </State>
    </>
  );
}
