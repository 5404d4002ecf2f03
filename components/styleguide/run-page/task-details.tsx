"use client";

import { type ReactNode, useMemo } from "react";
import type { LiveTexts } from "@/lib/client/live/live-text";
import { promptQuery, textsQuery, valueQuery } from "@/lib/client/query";
import type { Capability } from "@/lib/core/capabilities";
import { getOwn } from "@/lib/core/own";
import { TASK_TYPES } from "@/lib/core/plan/words";
import { INTERVENTIONS, type InterventionType } from "@/lib/core/run/interventions";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { Costs } from "../../inspector/costs";
import { ConfirmInHand, useInHand } from "../../inspector/in-hand";
import { Inspector } from "../../inspector/inspector";
import { JsonText } from "../../inspector/json-text";
import { AttemptPrompts, OnePrompt, PromptView } from "../../inspector/prompts";
import { PromptButton, PromptsButton } from "../../inspector/prompts-button";
import { StepCard, SummaryCard } from "../../inspector/step-card";
import { TaskCommandForm, TaskCommands } from "../../inspector/task-commands";
import { TaskHead } from "../../inspector/task-head";
import { LiveReasoning, stepsVersion, Trajectory } from "../../inspector/trajectory";
import { ValueView } from "../../inspector/value-view";
import { RightsOfViewer } from "../../shell/rights";
import {
  ActStates,
  At,
  Fetched,
  InPlace,
  Kept,
  LONG_TEXT,
  nothing,
  Panel,
  type Scheme,
  Specimen,
  State,
} from "../specimen";
import { RUN_STORIES } from "./run-stories";
import { LIVE_TEXTS, MODEL_CALLS, PROMPT, STEPS, SUMMARIES } from "./step-stories";

/** What one reads of a task, and what is done to it. */
export function TaskDetails() {
  return (
    <>
      <Specimen name="Inspector" states="each tab">
        {(scheme) =>
          TABS.map((tab) => (
            <State key={tab} name={tab}>
              <At search={`inspect=${tab}`}>
                <OneTask
                  scheme={scheme}
                  name={tab}
                  draw={({ state, events, task }) => (
                    <Inspector
                      {...{ state, events, task }}
                      now={state}
                      onSelect={nothing}
                      onClose={nothing}
                    />
                  )}
                />
              </At>
            </State>
          ))
        }
      </Specimen>
      <Specimen
        name="Trajectory"
        states="two attempts and text that is being written; not begun, first step under way, no steps of its kind, none left, loading, not read"
      >
        {(scheme) => <Trajectories scheme={scheme} />}
      </Specimen>
      <Specimen name="StepCard" states="everything that a step may show">
        {(scheme) => (
          <Fetched queries={[]}>
            {Object.entries(STEPS).map(([name, view]) => (
              <State key={name} name={name}>
                <ol className="rounded-lg border border-line bg-panel">
                  <StepCard runId={`run_step-${name}-${scheme}`} view={view} />
                </ol>
              </State>
            ))}
          </Fetched>
        )}
      </Specimen>
      <Specimen name="SummaryCard" states="by a model, by a rule">
        {() => (
          <ol className="rounded-lg border border-line bg-panel">
            {SUMMARIES.map((summary) => (
              <SummaryCard key={summary.by} summary={summary} />
            ))}
          </ol>
        )}
      </Specimen>
      <Specimen name="LiveReasoning" states="being written, ended">
        {() => (
          <>
            <LiveReasoning live={LIVE_TEXTS.reasoning} />
            <LiveReasoning live={{ ...LIVE_TEXTS.reasoning, text: LONG_TEXT, done: true }} />
          </>
        )}
      </Specimen>
      <Specimen name="TaskHead" states="each kind, with a note and long text">
        {() => (
          <Panel>
            {TASK_TYPES.map((type) => (
              <TaskHead
                key={type}
                task={{ id: type, type, title: type }}
                closeLabel="Close"
                onClose={nothing}
              />
            ))}
            <TaskHead
              task={{ id: "long", type: "task", title: LONG_TEXT.repeat(2) }}
              note="since plan v2"
              closeLabel="Close"
              onClose={nothing}
            />
          </Panel>
        )}
      </Specimen>
      <Specimen
        name="TaskCommands"
        states="not begun, at work with messages, refused, without the right to review, without the right to operate"
      >
        {(scheme) => <Commands scheme={scheme} />}
      </Specimen>
      <Specimen
        name="TaskCommandForm"
        states="each command, one that lets something act, while it is sent, refused"
      >
        {(scheme) => (
          <Fetched queries={[]}>
            {(Object.keys(INTERVENTIONS) as InterventionType[]).map((type) => {
              const { state } = RUN_STORIES.running();
              const { b: task } = state.tasks;
              return (
                <State key={type} name={type}>
                  {task && (
                    <TaskCommandForm
                      {...{ type, state, task }}
                      keptAs={`styleguide/${type}/${scheme}`}
                      send={async () => ({})}
                      onDone={nothing}
                    />
                  )}
                </State>
              );
            })}
            <State name="what it lets act">
              <GateInHand draw={(shown) => <SkipForm {...shown} scheme={scheme} />} />
            </State>
            <ActStates>
              {(name) => (
                <TaskCommandForm
                  type="supply_result"
                  state={RUN_STORIES.running().state}
                  task={RUN_STORIES.running().state.tasks.b as TaskState}
                  keptAs={`styleguide/${name}/${scheme}`}
                  {...{ send: async () => ({}), onDone: nothing }}
                />
              )}
            </ActStates>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="ConfirmInHand" states="the second step of a command, under way">
        {() => (
          <GateInHand
            draw={(shown) => (
              <>
                <HandConfirm {...shown} busy={false} />
                <HandConfirm {...shown} busy />
              </>
            )}
          />
        )}
      </Specimen>
      <Specimen name="Costs" states="every kind of call, none, loading, not read">
        {(scheme) => <CostsOfTasks scheme={scheme} />}
      </Specimen>
      <Specimen name="AttemptPrompts" states="with calls, none, loading">
        {(scheme) => (
          <InPlace>
            <OneTask
              scheme={scheme}
              name="prompts"
              draw={({ state, events }) => (
                <>
                  <AttemptPrompts now={state} events={events} taskId="a" attempt={1} onClose={nothing} />
                  <AttemptPrompts now={state} events={events} taskId="a" attempt={9} onClose={nothing} />
                  <AttemptPrompts now={state} events={events} taskId="c" attempt={1} onClose={nothing} />
                  <PromptsButton now={state} events={events} taskId="a" attempt={1} />
                </>
              )}
            />
          </InPlace>
        )}
      </Specimen>
      <Specimen name="OnePrompt" states="kept, could not be read; the button that opens one">
        {(scheme) => {
          const [call] = MODEL_CALLS;
          const runId = `run_prompt-${scheme}`;
          const { queryKey } = promptQuery(runId, call?.callId ?? "");
          return (
            call && (
              <InPlace>
                <Fetched queries={[{ queryKey, data: PROMPT }]}>
                  <OnePrompt runId={runId} call={call} onClose={nothing} />
                  <div>
                    <PromptButton runId={runId} call={call} />
                  </div>
                </Fetched>
                <Fetched queries={[]} failed={[queryKey]}>
                  <OnePrompt runId={runId} call={call} onClose={nothing} />
                </Fetched>
              </InPlace>
            )
          );
        }}
      </Specimen>
      <Specimen name="PromptView" states="everything, each reason for which there is none">
        {() => (
          <>
            <PromptView prompt={PROMPT} />
            {(["too_long", "removed", "not_kept"] as const).map((why) => (
              <PromptView key={why} prompt={{ kept: false, why }} />
            ))}
          </>
        )}
      </Specimen>
      <Specimen name="ValueView" states="short, long, stored elsewhere, on its way, not read">
        {(scheme) => <Values scheme={scheme} />}
      </Specimen>
      <Specimen name="JsonText" states="a value">
        {() => <JsonText label="Value as JSON" value={{ total: 1_240, note: LONG_TEXT }} rows={6} />}
      </Specimen>
    </>
  );
}

function Values({ scheme }: { scheme: Scheme }) {
  const runId = `run_values-${scheme}`;
  const keyOf = (digest: string) => valueQuery(runId, digest).queryKey;
  const stored = ["elsewhere", "waiting", "failed"].map(($ref) => ({
    $ref,
    bytes: 91_000,
    preview: LONG_TEXT,
  }));
  return (
    <Fetched queries={[]} waiting={[keyOf("waiting")]} failed={[keyOf("failed")]}>
      {["A text.", { total: 1_240 }, LONG_TEXT.repeat(20)].map((value) => (
        <ValueView key={JSON.stringify(value)} {...{ runId, value }} />
      ))}
      {stored.map((one) => (
        <ValueView key={one.$ref} runId={runId} stored={one} />
      ))}
    </Fetched>
  );
}

const TABS = ["overview", "trajectory", "decisions", "cost", "raw"] as const;

/** A run under way under a name of its own, with what the server tells of its tasks: calls and steps. */
function storyOf(name: string) {
  const world = RUN_STORIES.running();
  const state = { ...world.state, runId: `run_${name}` };
  return { state, events: world.events, queries: [callsOf(state, "a"), ...stepsOf(state, "a")] };
}

const callsKey = ({ runId, counters }: RunState, taskId: string) => [
  "pages",
  `/api/v1/runs/${runId}/calls?limit=200&taskId=${taskId}`,
  counters.modelCalls,
];
const callsOf = (state: RunState, taskId: string, items = MODEL_CALLS) => ({
  queryKey: callsKey(state, taskId),
  data: [{ items, nextCursor: null }],
});

const stepsKey = (state: RunState, taskId: string, attempt: number) => [
  "pages",
  `/api/v1/runs/${state.runId}/trajectories?taskId=${taskId}&attempt=${attempt}&limit=100`,
  stepsVersion(state, taskId, attempt),
];
/** Two steps of each attempt, the first of which stands for itself no more. */
const stepsOf = (state: RunState, taskId: string, removedAt: number | null = null) =>
  [1, 2].map((attempt) => {
    const { "a call": first, "an answer": second } = STEPS;
    const items = [
      { ...first, summary: SUMMARIES[0] },
      { ...second, step: 2, body: { ...second?.body, step: 2 } },
    ];
    return {
      queryKey: stepsKey(state, taskId, attempt),
      data: [{ items: removedAt === null ? items : [], removedAt, nextAfter: null }],
    };
  });

type Drawn = { state: RunState; events: RunWorld["events"]; task: TaskState };
type OneTaskProps = { scheme: Scheme; name: string; draw(drawn: Drawn): React.ReactNode };

/** Task `a` of a run under way. */
function OneTask({ scheme, name, draw }: OneTaskProps) {
  const { state, events, queries } = useMemo(() => storyOf(`${name}-${scheme}`), [name, scheme]);
  const task = state.tasks.a;
  const prompts = MODEL_CALLS.map(({ callId }) => ({
    ...{ queryKey: promptQuery(state.runId, callId).queryKey, data: PROMPT },
  }));
  return (
    <Fetched queries={[...queries, ...prompts]}>
      <div className="grid gap-3 rounded-lg border border-line bg-panel">
        {task && draw({ state, events, task })}
      </div>
    </Fetched>
  );
}

function Trajectories({ scheme }: { scheme: Scheme }) {
  const { state, events, queries } = useMemo(() => storyOf(`trajectory-${scheme}`), [scheme]);
  const texts: LiveTexts = LIVE_TEXTS;
  const all = [
    ["two attempts", "a", queries, []],
    ["recorded", "a", queries, []],
    ["first step under way", "b", [emptySteps(state, "b")], []],
    ["not begun", "c", [], []],
    ["no steps of its kind", "ask", [emptySteps(state, "ask")], []],
    ["none left", "a", stepsOf(state, "a", Date.UTC(2026, 0, 1)), []],
    ["loading", "a", [], []],
    ["not read", "a", [], [stepsKey(state, "a", 2)]],
  ] as const;
  return all.map(([name, taskId, known, failed]) => {
    const task = name === "recorded" ? withRecording(state.tasks[taskId]) : state.tasks[taskId];
    const examplesShown =
      name === "recorded" ? { [`${state.runId}/a/2/run_attempt/1`]: [{ id: "exa", version: 1 }] } : {};
    const live = { queryKey: textsQuery(state.runId).queryKey, data: taskId === "b" ? texts : {} };
    return (
      <State key={name} name={name}>
        <Fetched queries={[...known, live]} failed={failed}>
          <Panel>
            <Kept values={NOTHING_KEPT}>
              {task && <Trajectory {...{ events, task }} state={{ ...state, examplesShown }} now={state} />}
            </Kept>
          </Panel>
        </Fetched>
      </State>
    );
  });
}

/** Live texts are drawn in the browser alone. */
const NOTHING_KEPT = {};

/** Attempts with steps to replay, from which policies kept tools. */
const withRecording = (task: TaskState | undefined): TaskState | undefined =>
  task && {
    ...task,
    attempts: task.attempts.map((one) => ({
      ...{ ...one, steps: 2 },
      filteredTools: [{ tool: "deploy", reason: { code: "on_deny_list", tool: "deploy" } as const }],
    })),
  };

const emptySteps = (state: RunState, taskId: string) => ({
  queryKey: stepsKey(state, taskId, 1),
  data: [{ items: [], removedAt: null, nextAfter: null }],
});

type InHandShown = { state: RunState; task: TaskState };

/** A gate before a message that goes out, which a person takes in hand. */
function GateInHand({ draw }: { draw(shown: InHandShown): ReactNode }) {
  const mail = { id: "mail", title: "Mail the board", type: "direct" as const, dependsOn: ["ask"] };
  const { state } = new RunWorld({
    plan: planOf(
      { id: "ask", type: "human_review" },
      { ...mail, input: '(tool/mail {:to "board@example.org"})' },
    ),
    tools: [{ name: "mail", sideEffects: "external" as const }],
  });
  const { ask: task } = state.tasks;
  return task && draw({ state, task });
}

const SkipForm = ({ scheme, ...shown }: InHandShown & { scheme: Scheme }) => (
  <TaskCommandForm
    type="skip_task"
    {...shown}
    keptAs={`styleguide/in-hand/${scheme}`}
    send={async () => ({})}
    onDone={nothing}
  />
);

function HandConfirm({ busy, ...shown }: InHandShown & { busy: boolean }) {
  const hand = useInHand(shown);
  const steps = { isArmed: true, first: nothing, confirm: nothing, back: nothing };
  return <ConfirmInHand {...{ hand, busy, steps }} label="Yes, skip the task" />;
}

function Commands({ scheme }: { scheme: Scheme }) {
  const plan = planOf(
    { id: "a", maxRetries: 0 },
    { id: "ask", type: "human_review", dependsOn: ["a"] },
    { id: "b", maxRetries: 0 },
  );
  const world = new RunWorld({ plan, settings: { replanOnFailure: false } });
  world.start();
  world.send({ type: "steer", taskId: "b", message: LONG_TEXT }, ANNA);
  world.refuse("a", "Too low");
  const all: (readonly [string, string, readonly Capability[]])[] = [
    ["not begun", "ask", ["view", "operate", "review"]],
    ["at work", "b", ["view", "operate", "review"]],
    ["refused", "a", ["view", "operate", "review"]],
    ["without the right to review", "a", ["view", "operate"]],
    ["without the right to operate", "b", ["view", "review"]],
  ];
  const commands = (name: string, taskId: string) => {
    const state = { ...world.state, runId: `run_commands-${name}-${scheme}` };
    const task = getOwn(state.tasks, taskId);
    return <Panel>{task && <TaskCommands {...{ state, task }} sendCommand={async () => ({})} />}</Panel>;
  };
  return (
    <>
      {all.map(([name, taskId, capabilities]) => (
        <State key={name} name={name}>
          <RightsOfViewer capabilities={capabilities}>{commands(name, taskId)}</RightsOfViewer>
        </State>
      ))}
      <State name="words that were left">
        <Kept
          values={{ [`command/run_commands-left-${scheme}/ask/steer`]: "Look at the last quarter alone." }}
        >
          {commands("left", "ask")}
        </Kept>
      </State>
      <ActStates>{(name) => commands(name, "b")}</ActStates>
    </>
  );
}

function CostsOfTasks({ scheme }: { scheme: Scheme }) {
  const { state, events } = useMemo(() => storyOf(`costs-${scheme}`), [scheme]);
  const task = state.tasks.a;
  const all = [
    ["every kind of call", [callsOf(state, "a")], []],
    ["none", [callsOf(state, "a", [])], []],
    ["loading", [], []],
    ["not read", [], [callsKey(state, "a")]],
  ] as const;
  return all.map(([name, queries, failed]) => (
    <State key={name} name={name}>
      <Fetched queries={queries} failed={failed}>
        <Panel>{task && <Costs {...{ state, events, task }} now={state} />}</Panel>
      </Fetched>
    </State>
  ));
}
