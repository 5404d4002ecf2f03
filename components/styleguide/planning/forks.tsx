"use client";

import { useMemo } from "react";
import { toPageText } from "@/lib/client/page-text";
import { familyQuery, runsQuery } from "@/lib/client/query";
import type { AlignedBy } from "@/lib/core/compare/align";
import type { ComparedRow, ComparedTask, CompareNote, RunComparison } from "@/lib/core/compare/view";
import type { Consent } from "@/lib/core/run/consent";
import type { FamilyMember, ForkPreview, RunFamily } from "@/lib/core/run/fork-views";
import type { OutsideCall, OutsideCalls } from "@/lib/core/run/outside-calls";
import { RUN_STATUSES, TASK_STATUSES } from "@/lib/core/run/status";
import { storeValue } from "@/lib/core/stored-value";
import { comparedRun, comparedTask } from "@/lib/testing/reports/compared-run";
import { CompareActions } from "../../compare/compare-actions";
import { ComparedCanvas } from "../../compare/compared-canvas";
import { ComparedOutside } from "../../compare/compared-outside";
import { ComparedTasks } from "../../compare/compared-tasks";
import { Comparison } from "../../compare/comparison-page";
import { RunPicker } from "../../compare/run-picker";
import { FamilyButton } from "../../forks/family-button";
import { Family, FamilyTree } from "../../forks/family-tree";
import { ForkButton } from "../../forks/fork-button";
import { ForkChangesFields } from "../../forks/fork-changes-fields";
import { ForkDialog, type ForkPlace } from "../../forks/fork-dialog";
import { pageOfRuns } from "../lists/page-of-runs";
import {
  ActStates,
  Fetched,
  InPlace,
  LONG_TEXT,
  nothing,
  Row,
  type Scheme,
  Specimen,
  State,
} from "../specimen";
import { runUnderWay } from "./runs";

/** Runs that come of another, and runs beside each other. */
export function Forks() {
  return (
    <>
      <Specimen
        name="ForkDialog"
        states="questions and calls that were made, nothing of either, loading, could not load"
      >
        {(scheme) => <Dialogs scheme={scheme} />}
      </Specimen>
      <Specimen name="ForkChangesFields" states="as in the parent, with an amount that cannot be read">
        {() => (
          <>
            <ForkChangesFields draft={{ plan: "", reviewMode: "", maxCostUsd: "" }} onChange={nothing} />
            <ForkChangesFields
              draft={{ plan: "PLAN: A letter", reviewMode: "hold", maxCostUsd: "two" }}
              onChange={nothing}
            />
          </>
        )}
      </Specimen>
      <Specimen name="ForkButton" states="usual, small with its own label">
        {() => (
          <Row>
            <ForkButton runId="run_1" place={{ fromSeq: 9 }} />
            <ForkButton runId="run_1" place={{ taskId: "a" }} size="small" label="Fork before this" />
          </Row>
        )}
      </Specimen>
      <Specimen name="FamilyTree" states="each status of a run, deep, long text, more than are listed">
        {(scheme) => <FamilyTree family={familyOf(scheme)} />}
      </Specimen>
      <Specimen name="Family" states="loading, could not load; shown as FamilyTree is">
        {(scheme) => {
          const family = familyOf(scheme);
          const { queryKey } = familyQuery(family.runId);
          return (
            <>
              <State name="shown">
                <Fetched queries={[{ queryKey, data: family }]}>
                  <Family runId={family.runId} />
                </Fetched>
              </State>
              <State name="loading">
                <Fetched queries={[]} waiting={[queryKey]}>
                  <Family runId={family.runId} />
                </Fetched>
              </State>
              <State name="could not load">
                <Fetched queries={[]} failed={[queryKey]}>
                  <Family runId={family.runId} />
                </Fetched>
              </State>
            </>
          );
        }}
      </Specimen>
      <Specimen name="FamilyButton" states="with forks">
        {(scheme) => (
          <div>
            <FamilyButton runId={familyOf(scheme).runId} forks={3} />
          </div>
        )}
      </Specimen>
      <Specimen name="Comparison" states="two runs with all that may not be comparable, five">
        {(scheme) => (
          <>
            <State name="two">
              <div className="grid gap-4">
                <Comparison
                  found={comparisonOf(2, scheme)}
                  outside={[OUTSIDE, NO_CALLS]}
                  canvas={<TwoPlans />}
                />
              </div>
            </State>
            <State name="five">
              <div className="grid gap-4">
                <Comparison found={comparisonOf(5, scheme)} outside={[]} />
              </div>
            </State>
          </>
        )}
      </Specimen>
      <Specimen
        name="ComparedTasks"
        states="each status of a task, how each was found again, differences, none"
      >
        {(scheme) => (
          <>
            <ComparedTasks runs={comparisonOf(2, scheme).runs} rows={ROWS} />
            <ComparedTasks runs={[]} rows={[]} />
          </>
        )}
      </Specimen>
      <Specimen name="ComparedOutside" states="calls of each kind, some not listed, none">
        {(scheme) => (
          <>
            <ComparedOutside runs={comparisonOf(2, scheme).runs} outside={[OUTSIDE, NO_CALLS]} />
            <ComparedOutside runs={comparisonOf(2, scheme).runs} outside={[NO_CALLS, NO_CALLS]} />
          </>
        )}
      </Specimen>
      <Specimen name="CompareActions" states="none, one, two, five">
        {() =>
          [0, 1, 2, 5].map((count) => (
            <Row key={count}>
              <CompareActions runIds={Array.from({ length: count }, (_, at) => `run_${at}`)} />
            </Row>
          ))
        }
      </Specimen>
      <Specimen name="RunPicker" states="runs of a family and others, none, loading, could not search">
        {(scheme) => <Pickers scheme={scheme} />}
      </Specimen>
    </>
  );
}

const QUIET: ForkPreview = {
  ...{ runId: "run_1", fromSeq: 9, at: 0, planVersion: 2, kept: [], keptCount: 3, again: [], againCount: 1 },
  ...{ pendingCount: 4, effects: [], effectCount: 0, questions: [] },
};

const EFFECT = {
  ...{ taskId: "a", title: "Deploy it", tool: "deploy", args: '{"version":"7"}', output: "ok", at: 1 },
  later: false,
};

const FULL: ForkPreview = {
  ...QUIET,
  effects: [EFFECT, { ...EFFECT, at: null }, { ...EFFECT, title: LONG_TEXT, args: LONG_TEXT, later: true }],
  effectCount: 3,
  questions: [
    {
      taskId: "g",
      title: "May it?",
      open: true,
      approvalId: null,
      verbs: ["approve", "reject"],
      because: null,
      was: "reject",
    },
    {
      taskId: "h",
      title: LONG_TEXT,
      open: false,
      approvalId: null,
      verbs: [],
      because: "Bound to people.",
      was: null,
    },
    {
      taskId: null,
      title: "The budget is used up",
      open: true,
      approvalId: null,
      verbs: [],
      because: null,
      was: "approve",
    },
  ],
};

function Dialogs({ scheme }: { scheme: Scheme }) {
  const place: ForkPlace = { fromSeq: 9 };
  const dialog = (name: string, preview?: ForkPreview) => {
    const runId = `run_fork-${name.replaceAll(" ", "_")}-${scheme}`;
    const queryKey = ["fork-preview", runId, "fromSeq=9"];
    return (
      <State name={name}>
        <Fetched
          queries={preview ? [{ queryKey, data: { ...preview, runId } }] : []}
          waiting={name === "loading" ? [queryKey] : []}
          failed={name === "could not load" ? [queryKey] : []}
        >
          <InPlace>
            <ForkDialog {...{ runId, place, onClose: nothing }} />
          </InPlace>
        </Fetched>
      </State>
    );
  };
  return (
    <>
      {dialog("questions and calls", FULL)}
      {dialog("nothing of either", QUIET)}
      {dialog("loading")}
      {dialog("could not load")}
      <ActStates>{(name) => dialog(`while: ${name}`, FULL)}</ActStates>
    </>
  );
}

function familyOf(scheme: Scheme): RunFamily {
  const member = (name: string, part: Partial<FamilyMember>): FamilyMember => ({
    ...{ runId: `run_${name}-${scheme}`, title: `A run that is ${name}`, status: "completed" },
    ...{ finishReason: null, parentRunId: null, parentSeq: 9, depth: 1, planVersion: 2, createdAt: 0 },
    cost: { usd: 0.0312, knownUsd: 0.0312, unknownCalls: 0, modelCalls: 7 },
    ...part,
  });
  return {
    runId: `run_first-${scheme}`,
    members: [
      member("first", { parentSeq: null, depth: 0 }),
      ...RUN_STATUSES.map((status) => member(status, { status })),
      ...[2, 3, 4, 5].map((depth) => member(`${depth} deep`, { depth })),
      member("long", {
        title: LONG_TEXT,
        cost: { usd: null, knownUsd: 0, unknownCalls: 1, modelCalls: 1 },
      }),
    ],
    more: true,
  };
}

const BY: readonly (AlignedBy | null)[] = ["lineage", "id", "title", null];

const DECIDED: NonNullable<ComparedTask["decision"]> = {
  ...{ decision: "approve", proposed: null, reasoning: "It is right.", provenance: "person", by: "Ada" },
};

const CHECKS = ["schema", "predicate"] as const;

/** A row for each way in which a task is found again, and for each status. */
const ROWS: ComparedRow[] = [
  ...BY.map(
    (by): ComparedRow => ({
      ...{ title: `Found by ${by}`, by, differs: [], differences: null },
      cells: [by === null ? null : comparedTask({ taskId: `${by}` }), comparedTask({ taskId: `of ${by}` })],
    }),
  ),
  ...TASK_STATUSES.map(
    (status): ComparedRow => ({
      ...{ title: `One that is ${status}`, by: "lineage", differs: [], differences: null },
      cells: [comparedTask({ taskId: status, status }), comparedTask({ taskId: status, status })],
    }),
  ),
  ...[0, 1, 2].map(
    (failed): ComparedRow => ({
      ...{ title: `Checks, ${failed} failed`, by: "lineage", differs: [], differences: null },
      cells: [
        comparedTask({ checks: CHECKS.map((layer) => ({ layer, outcome: "passed" })) }),
        comparedTask({
          checks: CHECKS.map((layer, at) => ({ layer, outcome: at < failed ? "failed" : "passed" })),
        }),
      ],
    }),
  ),
  {
    ...{ title: LONG_TEXT, by: "lineage", differs: ["status", "result", "evidence", "decision"] },
    cells: [
      comparedTask({ decision: DECIDED, result: storeValue(LONG_TEXT).stored, tokens: null, costUsd: null }),
      comparedTask({ decision: { ...DECIDED, decision: "reject" }, status: "failed", shared: true }),
    ],
    differences: {
      places: [
        { path: "a.b", original: 1 },
        { path: LONG_TEXT, original: LONG_TEXT, replayed: 2 },
      ],
      truncated: true,
    },
  },
];

const NOTES: readonly CompareNote["code"][] = [
  "still_running",
  "payloads_removed",
  "simulated_and_real",
  "unrelated",
  "shared_part",
];

const callOf = (callId: string, consent: Consent, outcome: OutsideCall["outcome"] = "done"): OutsideCall => ({
  ...{ taskId: "send", title: LONG_TEXT, attempt: 1, step: 1, callId, tool: "send_mail", args: "{}" },
  ...{ outcome, simulated: callId === "1", error: null, at: 0, consent },
});

const NO_CALLS: OutsideCalls = { items: [], count: 0, notDone: [] };

/** Calls of each kind beside an approved plan, and what of it was left out. */
const OUTSIDE: OutsideCalls = {
  items: [
    callOf("1", { plan: ["Anna"] }),
    callOf("2", { plan: ["Bob"], since: { change: "changed", version: 2, by: [] } }),
    callOf("3", { call: ["Cid"], since: { change: "added", version: 3, by: ["Anna"] } }, "failed"),
    callOf("4", {}, "unknown"),
  ],
  count: 6,
  notDone: [{ taskId: "post", title: "Post the letter", status: "skipped" }],
};

function comparisonOf(count: number, scheme: Scheme): RunComparison {
  const runs = Array.from({ length: count }, (_, at) =>
    comparedRun(`run_compared-${at}-${scheme}`, {
      ...{ title: at === 1 ? LONG_TEXT : "Ship it", tokens: 1_000 * (at + 1), durationMs: 60_000 * (at + 1) },
      ...(at === 1 && { parentRunId: "run_1", parentSeq: 7, status: "running", durationMs: null }),
      ...(at === 2 && { cost: { usd: null, knownUsd: 0, unknownCalls: 1, modelCalls: 1 } }),
    }),
  );
  const rows: ComparedRow[] = [
    {
      ...{ title: "Ask", by: "lineage", differs: [], differences: null },
      cells: runs.map((_, at) => (at === 3 ? null : comparedTask({ decision: DECIDED }))),
    },
  ];
  const notes = count === 2 ? NOTES.map((code) => ({ code, runIds: [runs[1]?.runId ?? ""] })) : [];
  return { runs, rows, notes, plans: null };
}

function TwoPlans() {
  const compared = useMemo(() => {
    const { state, plan } = runUnderWay();
    if (!plan) return;
    const after = { ...plan, tasks: plan.tasks.slice(0, 3) };
    return toPageText({ state, plans: { before: plan, after } });
  }, []);
  return compared && <ComparedCanvas compared={compared} />;
}

function Pickers({ scheme }: { scheme: Scheme }) {
  const family = familyOf(scheme);
  const picker = (name: string, fixed: readonly string[], limit: number) => {
    const { queryKey } = runsQuery({ limit });
    const isKnown = name === "runs";
    return (
      <State name={name}>
        <Fetched
          queries={[
            ...(isKnown ? [{ queryKey: familyQuery(family.runId).queryKey, data: family }] : []),
            ...(isKnown ? [{ queryKey, data: pageOfRuns(scheme) }] : []),
            ...(name === "none" ? [{ queryKey, data: { items: [], nextCursor: null } }] : []),
          ]}
          waiting={name === "loading" ? [queryKey] : []}
          failed={name === "could not search" ? [queryKey] : []}
        >
          <InPlace>
            <RunPicker fixed={fixed} onClose={nothing} />
          </InPlace>
        </Fetched>
      </State>
    );
  };
  return (
    <>
      {picker("runs", [family.runId], 21)}
      {picker("none", [], 20)}
      {picker("loading", [], 20)}
      {picker("could not search", [], 20)}
    </>
  );
}
