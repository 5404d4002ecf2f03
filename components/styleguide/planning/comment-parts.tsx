"use client";

import { useMemo } from "react";
import { commentsQuery } from "@/lib/client/late-reads";
import { StoppedClock } from "@/lib/client/run-clock";
import type { CommentsView, CommentView, RoundView } from "@/lib/core/comments/view";
import { COMMENT_STATUSES } from "@/lib/core/comments/words";
import type { RunState } from "@/lib/core/run/state";
import { commentView, questionView } from "@/lib/testing/comment-view";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { changesBetween } from "../../approvals/context/changes/change-lines";
import { CommentsPanel } from "../../comments/comments-panel";
import { Composer } from "../../comments/composer";
import { OpenCommentsNote } from "../../comments/open-note";
import { type PlaceOption, placesOf } from "../../comments/places";
import { Question } from "../../comments/question";
import { RoundChanges, SendRound, useChosen } from "../../comments/round";
import { sendComment, sendQuestion } from "../../comments/send";
import { GATE_STORIES } from "../gate-stories";
import {
  ActStates,
  Fetched,
  Kept,
  LONG_TEXT,
  nothing,
  Panel,
  type Scheme,
  Specimen,
  State,
} from "../specimen";

/** What people say of a plan, and how it goes out. */
export function CommentParts() {
  return (
    <>
      <Specimen
        name="CommentsPanel"
        states="threads and a round, none, loading, could not load, a past moment with and without comments"
      >
        {(scheme) => <Panels scheme={scheme} />}
      </Specimen>
      <Specimen
        name="Composer"
        states="about the whole plan, about a task, about an earlier version, long text; begun about another task or one that is gone, while it is added, while it asks, refused"
      >
        {(scheme) => (
          <Fetched queries={[]}>
            {COMPOSED.map(([name, { taskId, version }]) => (
              <State key={name} name={name}>
                <Panel>
                  <Composer
                    state={{ ...stateOf(`composer-${name}`, scheme), planVersion: 3 }}
                    shown={version === undefined ? undefined : { version, plan: PLAN }}
                    {...{ taskId, area: null, above: 0 }}
                  />
                </Panel>
              </State>
            ))}
            {WRITTEN.map(([name, about]) => {
              const state = stateOf(`written-${name}`, scheme);
              const keys = { text: `comment/${state.runId}`, about: `comment/${state.runId}/about` };
              return (
                <State key={name} name={name}>
                  <Kept values={{ [keys.text]: "Why twice?", [keys.about]: about }}>
                    <Panel>
                      <Composer {...{ state, shown: undefined, taskId: "b", area: null, above: 0 }} />
                    </Panel>
                  </Kept>
                </State>
              );
            })}
            {[sendComment, sendQuestion].map((by, at) => (
              <ActStates key={at === 0 ? "add" : "ask"} by={by}>
                {(name) => (
                  <Panel>
                    <Composer
                      state={stateOf(`composer-${at}-${name}`, scheme)}
                      shown={undefined}
                      {...{ taskId: undefined, area: null, above: 0 }}
                    />
                  </Panel>
                )}
              </ActStates>
            ))}
          </Fetched>
        )}
      </Specimen>
      <Specimen
        name="SendRound"
        states="a draft, a plan at work, a change that is asked about, not at the moment, no revision left, more than one round takes"
      >
        {(scheme) => (
          <Fetched queries={[]}>
            {sendings().map(([name, view]) => (
              <State key={name} name={name}>
                <Sending state={stateOf(`sending-${name}`, scheme)} view={view} />
              </State>
            ))}
            <State name="a change">
              <Sending state={{ ...offering(), runId: `run_sending-offer-${scheme}` }} view={DRAFT} />
            </State>
            <ActStates>
              {(name) => <Sending state={stateOf(`sending-${name}`, scheme)} view={DRAFT} />}
            </ActStates>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="RoundChanges" states="adopted, loading, a change that waits for approval">
        {(scheme) => <Rounds scheme={scheme} />}
      </Specimen>
      <Specimen name="Question" states="asking, answered, without an answer, as the head of its thread">
        {(scheme) => (
          <Fetched queries={[]}>
            {questions().map(([name, question]) => (
              <State key={name} name={name}>
                <Question runId={`run_question-${scheme}`} question={question} isHead={name === "head"} />
              </State>
            ))}
            <ActStates>
              {(name) => (
                <Question
                  runId={`run_question-${scheme}`}
                  question={questionView({ questionId: name, status: "failed", failure: "timeout" })}
                  isHead={false}
                />
              )}
            </ActStates>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="OpenCommentsNote" states="some open, none, counting, could not count">
        {(scheme) => <Notes scheme={scheme} />}
      </Specimen>
    </>
  );
}

const PLAN = planOf(
  { id: "a", title: "Collect the figures", input: "figures" },
  { id: "b", title: LONG_TEXT, dependsOn: ["a"] },
);

const COMPOSED: readonly [name: string, { taskId?: string; version?: number }][] = [
  ["whole plan", {}],
  ["a task", { taskId: "a" }],
  ["an earlier version", { taskId: "a", version: 2 }],
  ["long text", { taskId: "b" }],
];

/** What was begun about one task stays so while another one is selected. */
const WRITTEN: readonly [name: string, about: PlaceOption][] = [
  ["begun about another task", placesOf(PLAN, "a")[1] as PlaceOption],
  [
    "begun about a task that is gone",
    { value: "gone", label: "Archive it", target: { kind: "task", taskId: "gone" } } as PlaceOption,
  ],
];

function stateOf(name: string, scheme: Scheme): RunState {
  const { state } = new RunWorld({ plan: PLAN });
  return { ...state, runId: `run_${name.replaceAll(" ", "_")}-${scheme}` };
}

/** A run whose change of plan waits for a person. */
const offering = () => GATE_STORIES.plan_change().state;

const view = (part: Partial<CommentsView> = {}): CommentsView => ({
  ...{ items: [commentView()], planVersion: 2, round: null },
  ...{ sending: { by: "replan" }, wishes: { used: 1, limit: 10 } },
  ...part,
});

const DRAFT = view({ sending: { by: "request_changes" } });

const ROUND: RoundView = { number: 2, comments: 3, sentVersion: 1, sentAt: 0, answeredVersion: 2 };

const manyComments = (count: number) =>
  Array.from({ length: count }, (_, n) => commentView({ commentId: `cmt_${n}` }));

const sendings = (): [name: string, view: CommentsView][] => [
  ["a draft", DRAFT],
  ["a plan at work", view({ items: manyComments(3) })],
  ["not at the moment", view({ sending: null })],
  ["no revision left", view({ wishes: { used: 10, limit: 10 } })],
  ["more than one round takes", view({ items: manyComments(23) })],
];

function Sending({ state, view }: { state: RunState; view: CommentsView }) {
  const chosen = useChosen(state.runId, view);
  return (
    <Panel>
      <SendRound {...{ state, view, chosen, onSent: nothing }} />
    </Panel>
  );
}

/** One comment in each status, and one that only asks. */
function threads(scheme: Scheme): CommentView[] {
  return [
    ...COMMENT_STATUSES.map((status) =>
      commentView({
        ...{ commentId: `cmt_panel-${status}-${scheme}`, status, text: `One that is ${status}.` },
        ...(status === "sent" && { round: 2 }),
        ...(status === "stale" && { at: null }),
      }),
    ),
    commentView({
      ...{ commentId: `cmt_panel-asks-${scheme}`, text: "Who decides?", isQuestion: true },
      questions: [questionView({})],
    }),
    commentView({ commentId: `cmt_panel-long-${scheme}`, text: LONG_TEXT }),
  ];
}

function Panels({ scheme }: { scheme: Scheme }) {
  const items = threads(scheme);
  const past = items.slice(0, 2).map((one) => ({ ...one, past: [] }));
  const shown: readonly [name: string, answer: CommentsView | "failed" | "loading", seq?: number][] = [
    ["threads", view({ items, round: ROUND })],
    ["none", view({ items: [] })],
    ["loading", "loading"],
    ["could not load", "failed"],
    ["a past moment", view({ items: past, round: ROUND }), 9],
    ["nothing at a past moment", view({ items: [] }), 9],
  ];
  return shown.map(([name, answer, seq]) => {
    const state = { ...stateOf(`panel-${name}`, scheme), planVersion: 2 };
    const { queryKey } = commentsQuery(state, undefined, seq !== undefined);
    const queries = typeof answer === "string" ? [] : [{ queryKey, data: answer }];
    return (
      <State key={name} name={name}>
        <Fetched
          queries={[...queries, changesOf(state.runId)]}
          failed={answer === "failed" ? [queryKey] : []}
          waiting={answer === "loading" ? [queryKey] : []}
        >
          <StoppedClock value={seq === undefined ? undefined : 100}>
            <Panel>
              <CommentsPanel
                {...{ state, events: [], version: undefined, shownPlan: undefined, seq, asked: 0 }}
                {...{ taskId: "a", commentId: `cmt_panel-open-${scheme}` }}
                {...{ onSelect: nothing, onOpen: nothing, onVersion: nothing }}
                {...(name === "threads" && { onClose: nothing })}
              />
            </Panel>
          </StoppedClock>
        </Fetched>
      </State>
    );
  });
}

/** What the second version of the plan changed, as pages know it. */
const changesOf = (runId: string) => ({
  queryKey: ["plan-changes", runId, 1, 2],
  data: changesBetween(planOf({ id: "a", title: "Collect the figures" }), PLAN),
});

function Rounds({ scheme }: { scheme: Scheme }) {
  const runId = `run_rounds-${scheme}`;
  const offered = useMemo(offering, []);
  const answeredVersion = offered.offered?.version ?? 0;
  const given = { events: [], planVersion: 2, isPast: false };
  return (
    <Fetched queries={[changesOf(runId)]} waiting={[["plan-changes", "run_slow", 1, 2]]}>
      <State name="adopted">
        <RoundChanges {...given} state={{ ...offered, runId }} round={ROUND} />
      </State>
      <State name="loading">
        <RoundChanges
          {...given}
          state={{ ...offered, runId: "run_slow" }}
          round={{ ...ROUND, comments: 1 }}
        />
      </State>
      <State name="a change">
        <RoundChanges
          {...{ ...given, planVersion: answeredVersion - 1, state: offered }}
          round={{ ...ROUND, answeredVersion }}
        />
      </State>
    </Fetched>
  );
}

const questions = () => {
  const answer = { text: "A person does.", model: "acme:large", costUsd: 0.001, latencyMs: 3_200, at: 9 };
  const answered = questionView({ questionId: "q_answered", status: "answered", answer });
  return [
    ["asking", questionView({ questionId: "q_asking" })],
    ["answered", answered],
    [
      "simulated, at an unknown cost",
      {
        ...{ ...answered, questionId: "q_simulated", own: true },
        answer: { ...answer, text: LONG_TEXT, model: "simulated:scenarios", costUsd: null },
      },
    ],
    ["without an answer", questionView({ questionId: "q_failed", status: "failed", failure: "timeout" })],
    ["head", { ...answered, questionId: "q_head" }],
  ] as const;
};

function Notes({ scheme }: { scheme: Scheme }) {
  const shown: readonly [name: string, items?: CommentView[]][] = [
    ["some open", threads(scheme)],
    ["none", []],
    ["counting"],
    ["could not count"],
  ];
  return shown.map(([name, items]) => {
    const state = stateOf(`note-${name}`, scheme);
    const { queryKey } = commentsQuery(state);
    return (
      <State key={name} name={name}>
        <Fetched
          queries={items ? [{ queryKey, data: view({ items }) }] : []}
          failed={name === "could not count" ? [queryKey] : []}
          waiting={name === "counting" ? [queryKey] : []}
        >
          <OpenCommentsNote state={state} onCounted={nothing} />
        </Fetched>
      </State>
    );
  });
}
