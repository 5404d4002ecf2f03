"use client";

import { runPageQuery } from "@/lib/client/query";
import { StoppedClock } from "@/lib/client/run-clock";
import type { Capability } from "@/lib/core/capabilities";
import { RUN_STATUSES } from "@/lib/core/run/status";
import { recordCall, reserve, startedWorld } from "@/lib/testing/runs/budget-world";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { AbortDialog } from "../../runs/abort-dialog";
import { CompareNote } from "../../runs/compare-note";
import { DeleteRuns } from "../../runs/delete-runs";
import { DeletionFacts } from "../../runs/deletion-facts";
import { LargeRun } from "../../runs/large-run";
import { PlanMoved, ReplanDialog } from "../../runs/replan-dialog";
import { RunControls } from "../../runs/run-controls";
import { RunHeader } from "../../runs/run-header";
import { RunSummary } from "../../runs/run-summary";
import { SearchRunsField } from "../../runs/search-runs-field";
import type { RunCommandType } from "../../runs/types";
import { RemovedRun, UnreadableRun } from "../../runs/unreadable-run";
import type { RunCommands } from "../../runs/use-run-commands";
import { RightsOfViewer } from "../../shell/rights";
import { endedRun } from "../planning/runs";
import {
  ActStates,
  Fetched,
  InPlace,
  LONG_TEXT,
  nothing,
  OnPhone,
  Opened,
  Panel,
  type Scheme,
  Specimen,
  State,
} from "../specimen";
import { editedRun, RUN_STORIES } from "./run-stories";

/** What stands around a run, what is done to it, and what is in its place. */
export function RunFrame() {
  return (
    <>
      <Specimen
        name="RunHeader"
        states="each status; tags, template, fork and long text; limits; a past moment; without the right"
      >
        {(scheme) => <Headers scheme={scheme} />}
      </Specimen>
      <Specimen
        name="RunControls"
        states="each command under way, refused, with its menu and its question open on a phone"
      >
        {(scheme) => (
          <Fetched queries={[]}>
            {COMMANDS.map((pending) => (
              <State key={pending} name={pending}>
                <Controls scheme={scheme} commands={{ ...IDLE, pending }} />
              </State>
            ))}
            <State name="refused">
              <Controls
                scheme={scheme}
                commands={{
                  ...IDLE,
                  problem: { message: "The run has ended.", issues: [] },
                }}
              />
            </State>
            <State name="open on a phone">
              <OnPhone>
                <Opened>
                  <Controls scheme={scheme} commands={IDLE} />
                </Opened>
              </OnPhone>
            </State>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="RunSummary" states="each status, a past moment, files and many failed tasks">
        {(scheme) => <Summaries scheme={scheme} />}
      </Specimen>
      <Specimen name="ReplanDialog" states="as it opens, refused, under way">
        {(scheme) => <Replans scheme={scheme} />}
      </Specimen>
      <Specimen name="PlanMoved" states="tasks added and changed">
        {() => <PlanMoved events={editedRun().events} from={1} to={2} onAccept={nothing} />}
      </Specimen>
      <Specimen name="AbortDialog" states="as it opens, under way, refused">
        {() => (
          <InPlace>
            {[
              IDLE,
              { ...IDLE, pending: "abort" as const },
              { ...IDLE, problem: { message: "The run has ended.", issues: [] } },
            ].map((commands) => (
              <AbortDialog
                key={JSON.stringify(commands)}
                commands={commands}
                reason={commands.pending === undefined ? "" : "The mission was withdrawn."}
                onReason={nothing}
                onClose={nothing}
              />
            ))}
          </InPlace>
        )}
      </Specimen>
      <Specimen
        name="DeleteRuns"
        states="one, several, none that can be deleted, counting, while they are deleted, refused"
      >
        {(scheme) => <Deletions scheme={scheme} />}
      </Specimen>
      <Specimen name="DeletionFacts" states="everything, nothing, not counted yet">
        {() => (
          <>
            <DeletionFacts counts={EVERYTHING} />
            <DeletionFacts counts={NO_COUNTS} />
            <DeletionFacts counts={undefined} />
          </>
        )}
      </Specimen>
      <Specimen name="CompareNote" states="two versions, not loaded yet">
        {() => (
          <>
            <CompareNote ready compared={{ from: 1, to: 2 }} onStop={nothing} />
            <CompareNote ready={false} compared={{ from: 1, to: 2 }} onStop={nothing} />
          </>
        )}
      </Specimen>
      <Specimen name="SearchRunsField" states="empty, filled">
        {() => (
          <>
            <SearchRunsField value="" onChange={nothing} />
            <SearchRunsField value="quarter" onChange={nothing} />
          </>
        )}
      </Specimen>
      <Specimen name="LargeRun" states="while it is read, could not be read">
        {(scheme) => {
          const runId = `run_large-${scheme}`;
          return (
            <>
              <Fetched queries={[]}>
                <LargeRun runId={runId} command={sendNothing} />
              </Fetched>
              <Fetched queries={[]} failed={[runPageQuery(runId).queryKey]}>
                <LargeRun runId={runId} command={sendNothing} />
              </Fetched>
            </>
          );
        }}
      </Specimen>
      <Specimen name="RemovedRun" states="removed">
        {() => (
          <Panel>
            <RemovedRun message="It was deleted by Anna on 2 November 2026." />
          </Panel>
        )}
      </Specimen>
      <Specimen name="UnreadableRun" states="written by a newer version">
        {() => (
          <Panel>
            <UnreadableRun message="It was written by a newer version of Waymark." />
          </Panel>
        )}
      </Specimen>
    </>
  );
}

const sendNothing = async () => ({});
const IDLE: RunCommands = {
  ...{ pending: undefined, problem: undefined },
  ...{ send: async () => false, clearProblem: nothing },
};
const COMMANDS: readonly RunCommandType[] = [
  ...(["pause", "resume", "cancel", "abort", "edit_plan", "request_replan"] as const),
];

const USAGE = { seq: 0, inputTokens: 61_200, outputTokens: 2_300, knownUsd: 0.1834, unknownCalls: 0 };

/** A run with a limit of two dollars that has spent so much of it. */
function spent(costMicroUsd: number): RunWorld {
  const world = startedWorld({ maxCostMicroUsd: 2_000_000 });
  reserve(world, "a", { tokens: 1, costMicroUsd });
  recordCall(world, "a1", { inputTokens: 1, outputTokens: 0, costMicroUsd });
  return world;
}

type HeaderState = {
  name: string;
  world: RunWorld;
  change?: Partial<RunWorld["state"]>;
  usage?: Partial<typeof USAGE>;
  isPast?: boolean;
  capabilities?: readonly Capability[];
};

function Headers({ scheme }: { scheme: Scheme }) {
  const marked = RUN_STORIES.running();
  const { state } = marked;
  const shown: HeaderState[] = [
    ...RUN_STATUSES.map((name) => ({ name, world: RUN_STORIES[name]() })),
    {
      name: "marked",
      world: marked,
      change: {
        ...{ mission: LONG_TEXT.repeat(3), tags: ["demo", "release"], planVersion: 3 },
        ...{ counters: { ...state.counters, replans: 2, iterations: 1 } },
        template: { id: "tpl_1", version: 2, name: "Quarterly report" },
        parent: { runId: "run_9", seq: 41, at: 0 },
      },
    },
    { name: "near its limit", world: spent(1_700_000), usage: { knownUsd: 1.7 } },
    { name: "at its limit", world: spent(2_000_000), usage: { knownUsd: 2 } },
    { name: "cost unknown", world: startedWorld({}), usage: { unknownCalls: 2 } },
    { name: "a past moment", world: RUN_STORIES.running(), isPast: true },
    { name: "before its clock", world: RUN_STORIES.running() },
    { name: "without the right", world: RUN_STORIES.running(), capabilities: ["view"] },
    { name: "without the right, ended", world: RUN_STORIES.completed(), capabilities: ["view"] },
  ];
  return (
    <Fetched queries={[]}>
      {shown.map(({ name, world, change, usage, isPast = false, capabilities }) => {
        const state = { ...world.state, runId: `run_${name}-${scheme}`, ...change };
        const header = (
          <RunHeader
            {...{ state, isPast }}
            events={world.events}
            usage={{ ...USAGE, ...usage }}
            forks={state.parent ? 3 : 0}
            sendCommand={sendNothing}
          />
        );
        return (
          <State key={name} name={name}>
            <StoppedClock value={name === "before its clock" ? undefined : world.now}>
              {capabilities ? <RightsOfViewer capabilities={capabilities}>{header}</RightsOfViewer> : header}
            </StoppedClock>
          </State>
        );
      })}
    </Fetched>
  );
}

function Controls({ scheme, commands }: { scheme: Scheme; commands: RunCommands }) {
  const { state, events } = RUN_STORIES[commands.pending === "resume" ? "paused" : "running"]();
  const named = { ...state, runId: `run_controls-${scheme}` };
  return <RunControls state={named} events={events} commands={commands} isPast={false} />;
}

function Summaries({ scheme }: { scheme: Scheme }) {
  const files = RUN_STORIES.running();
  const failing = new RunWorld({
    plan: planOf(...["a", "b", "c", "d", "e"].map((id) => ({ id, maxRetries: 0 }))),
    settings: { replanOnFailure: false },
  });
  failing.start();
  for (const id of ["a", "b", "c", "d", "e"]) failing.fail(id);
  const busy = new RunWorld({ plan: planOf(...["a", "b", "c", "d"].map((id) => ({ id }))) });
  busy.start();
  const file = { id: "att_1", name: "Sales.csv", bytes: 2_048, mediaType: "text/csv", digest: "d" };
  const shown: (readonly [name: string, state: RunWorld["state"]])[] = [
    ...RUN_STATUSES.map((name) => [name, RUN_STORIES[name]().state] as const),
    ["a past moment", files.state],
    ["with files", { ...files.state, attachments: [file] }],
    ["many failed tasks", failing.state],
    ["many at work", busy.state],
    ["decided before", endedRun().state],
  ];
  return (
    <Fetched queries={[]}>
      {shown.map(([name, state]) => (
        <State key={name} name={name}>
          <StoppedClock value={name === "a past moment" ? state.lastAt : undefined}>
            <Panel>
              <RunSummary
                state={{ ...state, runId: `run_summary-${name}-${scheme}` }}
                onSelect={nothing}
                openTab={nothing}
              />
            </Panel>
          </StoppedClock>
        </State>
      ))}
    </Fetched>
  );
}

function Replans({ scheme }: { scheme: Scheme }) {
  const { state, events } = RUN_STORIES.running();
  const named = { ...state, runId: `run_replan-${scheme}` };
  const common = { state: named, events, instruction: "", onInstruction: nothing, onClose: nothing };
  const problem = { message: "The plan has changed to version 2.", issues: [] };
  return (
    <InPlace>
      <ReplanDialog {...common} commands={IDLE} />
      <ReplanDialog {...common} instruction={LONG_TEXT} commands={{ ...IDLE, problem }} />
      <ReplanDialog {...common} commands={{ ...IDLE, pending: "request_replan" }} />
    </InPlace>
  );
}

const NO_COUNTS = {
  ...{ runs: 0, events: 0, comments: 0, replays: 0, files: 0, forks: 0, unfinished: 0, inUse: 0 },
};
const EVERYTHING = {
  ...{ runs: 3, events: 1_240, comments: 12, replays: 2, files: 4, forks: 1, unfinished: 2, inUse: 1 },
};

function Deletions({ scheme }: { scheme: Scheme }) {
  const shown = [
    ["one", ["A run that failed"], { ...EVERYTHING, runs: 1 }],
    ["several", ["A run that failed", LONG_TEXT], EVERYTHING],
    ["none that can be deleted", ["A run that works"], { ...NO_COUNTS, unfinished: 1 }],
    ["counting", ["A run that failed"], undefined],
  ] as const;
  const dialog = (name: string, titles: readonly string[], counts: typeof EVERYTHING | undefined) => {
    const runs = titles.map((title) => ({ id: `${title}-${name}-${scheme}`, title }));
    return (
      <Fetched queries={[{ queryKey: ["deletion", runs.map(({ id }) => id)], data: counts }]}>
        <InPlace>
          <DeleteRuns runs={runs} onClose={nothing} onDeleted={nothing} />
        </InPlace>
      </Fetched>
    );
  };
  return (
    <>
      {shown.map(([name, titles, counts]) => (
        <State key={name} name={name}>
          {dialog(name, titles, counts)}
        </State>
      ))}
      <ActStates>{(name) => dialog(name, ["A run that failed"], EVERYTHING)}</ActStates>
    </>
  );
}
