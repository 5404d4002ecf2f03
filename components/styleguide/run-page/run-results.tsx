"use client";

import { useMemo } from "react";
import { lessonsOfRunQuery, marksQuery } from "@/lib/client/query";
import type { LessonView } from "@/lib/core/lessons/view";
import { ANSWER_SUBJECT } from "@/lib/core/marks";
import { getOwn } from "@/lib/core/own";
import { WORKING_TYPES } from "@/lib/core/plan/words";
import { REFLECTION_OUTCOMES } from "@/lib/core/reflection/next";
import { RETROSPECT_SKIPS } from "@/lib/core/retrospect/rules";
import { statedReason } from "@/lib/core/run/reasons";
import type { RunState, SummaryState, TaskState } from "@/lib/core/run/state";
import { truncateSummary } from "@/lib/core/run/truncate/summary";
import type { MarkView } from "@/lib/core/views";
import { ASSESSMENT, CRITIQUE, judgedRun, lookingBack } from "@/lib/testing/runs/judged-run";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { LogTab } from "../../log/log-tab";
import { AnswerReflection } from "../../reflection/answer-reflection";
import {
  AgentReflectionNote,
  AttemptReflectionView,
  CritiqueView,
  StepCritiqueView,
} from "../../reflection/critique";
import { ReflectionTab } from "../../reflection/reflection-tab";
import { AnswerTab } from "../../runs/answer/answer-tab";
import { Mark } from "../../runs/answer/mark";
import { Summaries } from "../../runs/answer/summaries";
import { Markdown } from "../../ui/markdown";
import { QuotedMarkdown } from "../../ui/quoted-markdown";
import { GATE_STORIES } from "../gate-stories";
import {
  ActStates,
  At,
  Fetched,
  InPlace,
  LONG_TEXT,
  nothing,
  OnPhone,
  type Scheme,
  Specimen,
  State,
} from "../specimen";
import { ANSWER, RUN_STORIES } from "./run-stories";

const SCORED = new RunWorld({
  plan: {
    ...planOf({ id: "a", agent: "writer" }),
    agents: {
      writer: { prompt: "", tools: [], reflection: { enabled: true, threshold: 0.9, maxRevisions: 2 } },
    },
  },
}).state;

/** What a run came to, what it says of itself, what it cost, and all that happened in it. */
export function RunResults() {
  return (
    <>
      <Specimen
        name="AnswerTab"
        states="none yet, waits for its release, being critiqued, given, checked by nothing else, ended without one"
      >
        {(scheme) => <Answers scheme={scheme} />}
      </Specimen>
      <Specimen
        name="Mark"
        states="not marked, right, wrong with a note, by others, not read, while it is marked, refused"
      >
        {(scheme) => (
          <>
            <Marks scheme={scheme} />
            <ActStates>
              {(name) => (
                <Fetched
                  queries={[{ queryKey: marksQuery(`${name}-${scheme}`).queryKey, data: { items: [] } }]}
                >
                  <Mark runId={`${name}-${scheme}`} marked={{ kind: "answer" }} />
                </Fetched>
              )}
            </ActStates>
          </>
        )}
      </Specimen>
      <Specimen name="Markdown" states="everything that a model may write">
        {() => <Markdown text={ANSWER} />}
      </Specimen>
      <Specimen
        name="QuotedMarkdown"
        states="headings, lists, links and a table; what is drawn as it was written"
      >
        {() => (
          <>
            <QuotedMarkdown
              text={
                "## Balance\n\n- 500 EUR\n- [x] **sent**\n\n24. December\n\n[ours](https://example.org)\n\n| Who | Sum |\n| - | -: |\n| Ada | 5 |"
              }
            />
            <QuotedMarkdown text={ANSWER} />
          </>
        )}
      </Specimen>
      <Specimen name="Summaries" states="each way on from one, long text">
        {(scheme) => (
          <Fetched queries={[]}>
            <Summaries runId={`run_summaries-${scheme}`} summaries={SUMMARIES} />
          </Fetched>
        )}
      </Specimen>
      <Specimen name="AnswerReflection" states="being scored, being revised, passed, needs follow-up, failed">
        {(scheme) => (
          <Fetched queries={[]}>
            {JUDGED.map(([name, scores]) => (
              <State key={name} name={name}>
                <AnswerReflection state={{ ...judgedRun(...scores).state, runId: `run_${name}-${scheme}` }} />
              </State>
            ))}
          </Fetched>
        )}
      </Specimen>
      <Specimen name="AttemptReflectionView" states="under way, each end">
        {() => (
          <>
            <AttemptReflectionView
              reflection={{
                critiques: 1,
                last: { step: 2, score: 0.5, feedback: "", passed: false, threshold: 0.8 },
              }}
            />
            {REFLECTION_OUTCOMES.map((outcome) => (
              <AttemptReflectionView
                key={outcome}
                reflection={{
                  ...{ critiques: 2, outcome, step: 4 },
                  ...(outcome === "not_critiqued" ? { reason: statedReason("no room") } : { score: 0.7 }),
                  ...(outcome === "requires_followup" && {
                    questions: [{ about: "asked", text: "Which load?" }],
                  }),
                }}
              />
            ))}
          </>
        )}
      </Specimen>
      <Specimen name="AgentReflectionNote" states="an agent whose answers are scored">
        {() => <AgentReflectionNote agents={SCORED.agents} task={SCORED.tasks.a as TaskState} />}
      </Specimen>
      <Specimen name="StepCritiqueView" states="an opinion, a revision is asked for">
        {() => (
          <>
            <StepCritiqueView critique={{ score: 0.9, ...CRITIQUE }} step={1} />
            <StepCritiqueView critique={{ score: 0.5, ...CRITIQUE, revise: true }} step={2} />
          </>
        )}
      </Specimen>
      <Specimen name="CritiqueView" states="above the threshold, below it, long text">
        {() => (
          <>
            <CritiqueView critique={{ score: 0.9, ...CRITIQUE }} of="the first answer" threshold={0.8} />
            <CritiqueView
              critique={{ score: 0.3, ...CRITIQUE, feedback: LONG_TEXT, issues: [LONG_TEXT] }}
              of="the second answer"
              threshold={0.8}
            />
          </>
        )}
      </Specimen>
      <Specimen
        name="ReflectionTab"
        states="under way, looking back, everything, counted by rule, each reason for none, lessons not read"
      >
        {(scheme) => <Reflections scheme={scheme} />}
      </Specimen>
      <Specimen
        name="LogTab"
        states="live, ended, older ones on their way, not read, none that fit, one opened, on a phone"
      >
        {(scheme) => <Logs scheme={scheme} />}
      </Specimen>
    </>
  );
}

function Answers({ scheme }: { scheme: Scheme }) {
  const shown: (readonly [name: string, state: RunState])[] = [
    ["none yet", RUN_STORIES.running().state],
    ["waits for its release", GATE_STORIES.answer_release().state],
    ["being critiqued", judgedRun(0.5).state],
    ["given", RUN_STORIES.completed().state],
    ["given, its figures checked by nothing else", formChecked(RUN_STORIES.completed().state)],
    ["ended without one", RUN_STORIES.cancelled().state],
  ];
  return (
    <Fetched queries={[]}>
      {shown.map(([name, state]) => (
        <State key={name} name={name}>
          <AnswerTab state={{ ...state, runId: `run_answer-${name}-${scheme}` }} />
        </State>
      ))}
    </Fetched>
  );
}

/** The run with one of its results held to its form alone. */
function formChecked(state: RunState): RunState {
  const [first] = state.order.flatMap((id) => {
    const task = getOwn(state.tasks, id);
    return task && WORKING_TYPES.has(task.spec.type) && task.attempts.length > 0 ? [task] : [];
  });
  if (!first) throw new Error("No result in this story");
  const checks = [{ layer: "schema" as const, outcome: "passed" as const }];
  const attempts = first.attempts.map((attempt) => ({ ...attempt, outcome: "succeeded" as const, checks }));
  const { taskTotals, tasks } = state;
  return {
    ...state,
    tasks: { ...tasks, [first.id]: { ...first, attempts } },
    taskTotals: { ...taskTotals, verified: taskTotals.verified + 1 },
  };
}

const mark = (part: Partial<MarkView>): MarkView => ({
  ...{ runId: "run_1", kind: "answer", subject: ANSWER_SUBJECT, taskId: null, verdict: "right" },
  ...{ note: "", by: ANNA, at: Date.UTC(2026, 0, 1), own: true },
  ...part,
});
const BEN = { kind: "person", id: "ben", name: "Ben" } as const;
const MARKS: readonly (readonly [name: string, items: MarkView[] | undefined])[] = [
  ["not marked", []],
  ["right", [mark({})]],
  ["wrong with a note", [mark({ verdict: "wrong", note: LONG_TEXT })]],
  ["by others", [mark({ by: BEN, own: false }), mark({ verdict: "wrong", note: "The total is old." })]],
  ["not read", undefined],
];

const Marks = ({ scheme }: { scheme: Scheme }) =>
  MARKS.map(([name, items]) => {
    const runId = `run_mark-${name}-${scheme}`;
    return (
      <State key={name} name={name}>
        <Fetched queries={[{ queryKey: marksQuery(runId).queryKey, data: items && { items } }]}>
          <Mark runId={runId} marked={{ kind: "answer" }} />
        </Fetched>
      </State>
    );
  });

const JUDGED: readonly (readonly [name: string, scores: (number | "failed")[]])[] = [
  ["being scored", []],
  ["being revised", [0.5]],
  ["passed", [0.5, 0.9]],
  ["needs follow-up", [0.5, 0.65, 0.6]],
  ["failed", ["failed"]],
];

const ROUTE = { needReplan: false, limit: 2, limitReached: false };
const SUMMARIES: SummaryState[] = (
  [
    { ...ROUTE, decision: "iterate", needReplan: true, iteration: 0 },
    { ...ROUTE, decision: "finish", needReplan: true, iteration: 1, repeated: true as const },
    { ...ROUTE, decision: "finish", needReplan: true, iteration: 2, limitReached: true },
    { ...ROUTE, decision: "finish", needReplan: true, iteration: 3 },
    { ...ROUTE, decision: "finish", iteration: 4 },
  ] as const
).map((route, iteration) => ({
  ...truncateSummary({
    ...{
      qualityScore: 0.2 * (iteration + 1),
      qualityReasoning: iteration === 0 ? LONG_TEXT : "It has both.",
    },
    ...{ needReplan: route.needReplan, replanReason: route.needReplan ? "The costs are missing." : "" },
    ...{ usedEvidence: ["collect", "check"], finalAnswer: `Answer ${iteration + 1}` },
  }).kept,
  ...{ iteration, planVersion: iteration + 1, at: 0, route },
  ...(iteration === 0 && { outcome: "Both quarters are compared." }),
}));

const lesson = (id: string, text: string): LessonView => ({
  ...{ id, text, version: 1, status: "accepted", source: "retrospect", tags: ["release"], demo: false },
  ...{ author: "anna", createdAt: 0, updatedAt: 0, proposals: 1, uses: 3, origins: [] },
});

function assessed(): RunWorld {
  const world = lookingBack();
  world.send({ type: "run_assessed", key: world.keyOfKind("retrospect"), assessment: ASSESSMENT });
  return world;
}

function Reflections({ scheme }: { scheme: Scheme }) {
  const shown = useMemo(() => reflections(), []);
  return shown.map(([name, state, isRead]) => {
    const runId = `run_reflection-${name}-${scheme}`;
    const [shownTo, proposedBy] = (["shownTo", "proposedBy"] as const).map(
      (how) => lessonsOfRunQuery(runId, how).queryKey,
    );
    const queries = isRead
      ? [
          { queryKey: shownTo ?? [], data: [lesson("l1", "Measure first."), lesson("l2", LONG_TEXT)] },
          { queryKey: proposedBy ?? [], data: [] },
        ]
      : [];
    return (
      <State key={name} name={name}>
        <Fetched queries={queries} failed={isRead ? [] : [shownTo ?? []]}>
          <ReflectionTab state={{ ...state, runId }} showTask={nothing} />
        </Fetched>
      </State>
    );
  });
}

function reflections(): (readonly [name: string, state: RunState, isRead: boolean])[] {
  const working = new RunWorld({
    plan: planOf({ id: "a" }),
    settings: { selfCritique: true, retrospect: { enabled: true, minTasks: 2, below: 1 } },
  });
  const byRule = lookingBack();
  byRule.send({
    ...{ type: "run_assessed", key: byRule.keyOfKind("retrospect"), assessment: ASSESSMENT },
    byRule: statedReason("the provider is down"),
  });
  const { state } = assessed();
  const [first, second] = Object.values(state.tasks);
  const said = { reasoning: "", expectedOutcome: "At least 97 parts", alternatives: [], confidence: 0.7 };
  const everything: RunState = {
    ...state,
    settings: {
      ...state.settings,
      lessons: { ...state.settings.lessons, use: true, propose: true },
      examples: { ...state.settings.examples, use: true },
    },
    lessonsShown: { plan: [] },
    missionsShown: {
      k: [
        {
          ...{ runId: "run_9", mission: LONG_TEXT, finishReason: "no_path", replans: 2, iterations: 0 },
          ...{ costMicroUsd: null, demo: true },
        },
      ],
    },
    selfCritiques: [
      {
        ...{ iteration: 0, wasBestApproach: false, selfRating: 0.4, mistakes: ["Nobody checked the sums."] },
        ...{ simplerAlternatives: ["Ask."], expertAdvice: "Ask first." },
      },
      { iteration: 1, failed: statedReason("the provider is down") },
    ],
    tasks: {
      ...state.tasks,
      ...(first && { [first.id]: { ...first, reasoned: { said } } }),
      ...(second && {
        [second.id]: {
          ...second,
          attempts: second.attempts.map((attempt) => ({
            ...attempt,
            reflection: { critiques: 1, outcome: "passed" as const, score: 0.9 },
          })),
        },
      }),
    },
  };
  return [
    ["under way", working.state, true],
    ["looking back", lookingBack().state, true],
    ["everything", everything, true],
    ["counted by rule", byRule.state, true],
    ...RETROSPECT_SKIPS.map(
      (skipped) => [skipped, { ...byRule.state, retrospect: { skipped } }, true] as const,
    ),
    ["lessons not read", everything, false],
  ];
}

/** A run whose calls were of several models and roles, one without a price, one that failed. */
function Logs({ scheme }: { scheme: Scheme }) {
  const [live, ended] = [RUN_STORIES.running(), RUN_STORIES.completed()];
  const whole = { complete: true, failed: false, retry: nothing };
  const shown = [
    ["live", live, whole, ""],
    ["ended", ended, whole, ""],
    ["older ones on their way", live, { ...whole, complete: false }, ""],
    ["not read", live, { ...whole, complete: false, failed: true }, ""],
    ["none that fit", ended, whole, "q=nothing+like+it"],
    ["one opened", ended, whole, "event=1"],
    ["on a phone", ended, whole, ""],
  ] as const;
  return shown.map(([name, world, history, search]) => {
    const tab = (
      <LogTab
        state={{ ...world.state, runId: `run_log-${name}-${scheme}` }}
        history={{ events: world.events, ...history }}
        onMove={nothing}
      />
    );
    return (
      <State key={name} name={name}>
        <At search={search}>
          <InPlace>
            <Fetched queries={[]}>{name === "on a phone" ? <OnPhone>{tab}</OnPhone> : tab}</Fetched>
          </InPlace>
        </At>
      </State>
    );
  });
}
