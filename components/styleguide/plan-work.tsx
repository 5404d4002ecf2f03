"use client";

import type { CommentView } from "@/lib/core/comments/view";
import { COMMENT_STATUSES, OUTCOMES } from "@/lib/core/comments/words";
import { diffPlans } from "@/lib/core/plan/compare/diff";
import { addTask, deleteTask, setField } from "@/lib/core/plan/staged/acts";
import { stagingBaseOf } from "@/lib/core/run/plan-edits";
import { commentView, questionView } from "@/lib/testing/comment-view";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { Thread } from "../comments/thread";
import { StagedList } from "../plan-editor/staged-list";
import { VersionDiff } from "../replans/comparison";
import { ActStates, Fetched, Kept, LONG_TEXT, Panel, type Scheme, Specimen, State } from "./specimen";
import { stagingOf } from "./staging-of";

const BEFORE = planOf(
  { id: "a", title: "Collect the figures", input: "figures" },
  {
    id: "b",
    title: "Check them",
    dependsOn: ["a"],
    maxRetries: 1,
    agent: "auditor",
    verification: "(pos? data/result)",
  },
  { id: "c", title: "Send the letter", dependsOn: ["b"] },
);
const AFTER = planOf(
  { id: "a", title: "Collect the figures", input: "figures of this quarter" },
  { id: "b", title: "Check them", maxRetries: 3, dependsOn: ["a"] },
  { id: "d", title: "Ask legal", type: "human_review", dependsOn: ["b"] },
  { id: "e", title: LONG_TEXT, dependsOn: ["d"] },
);
const RENAMED = planOf(
  { id: "a", title: "Collect the figures", input: "figures of last year" },
  { id: "b2", title: "Check them", maxRetries: 3, dependsOn: ["a"] },
  { id: "c2", title: "Send the letter", dependsOn: ["a"] },
);
const RENUMBERED = planOf(
  { id: "a", title: "Collect the figures" },
  { id: "b2", title: "Check them", dependsOn: ["a"] },
);
/** The same with a change that somebody else made as well. */
const KEPT = {
  ...BEFORE,
  tasks: BEFORE.tasks.map((one) => (one.id === "b" ? { ...one, maxRetries: 3 } : one)),
};
const REWIRED = planOf({ id: "a", title: "Collect the figures" }, { id: "b", title: "Check them" });
const WIRED = planOf(
  { id: "a", title: "Collect the figures" },
  { id: "b", title: "Check them", dependsOn: ["a"] },
);

const ACTS = new Map([
  [
    "e",
    {
      tools: ["mail", "post"],
      targets: ["legal@example.com"],
      via: ["https://example.com/drafts"],
      fedBy: 2,
    },
  ],
]);

/** What people say of a plan, what they prepare, and what a version changed. */
export function PlanWork() {
  return (
    <>
      <Specimen name="Thread" states="each status, each answer of a model, questions, long text">
        {(scheme) => (
          <Fetched queries={[]}>
            {threads(scheme).map(([name, comment]) => (
              <State key={name} name={name}>
                <ul className="rounded-lg border border-line bg-panel">
                  <Thread
                    comment={comment}
                    isHere={false}
                    isOpen={name === "open"}
                    shownVersion={2}
                    onOpen={() => {}}
                    onVersion={() => {}}
                  />
                </ul>
              </State>
            ))}
            {(["edit", "reply", "question"] as const).map((way) => (
              <State key={way} name={`writing: ${way}`}>
                <Kept values={{ [`${way}/cmt_${way}-${scheme}`]: "Begun, and not sent." }}>
                  <ul className="rounded-lg border border-line bg-panel">
                    <Thread
                      comment={commentView({ commentId: `cmt_${way}-${scheme}`, own: true })}
                      {...{ isHere: false, isOpen: true, shownVersion: 2 }}
                      onOpen={() => {}}
                      onVersion={() => {}}
                    />
                  </ul>
                </Kept>
              </State>
            ))}
            <ActStates>
              {(name) => {
                const commentId = `cmt_${name.replaceAll(" ", "_")}-${scheme}`;
                return (
                  <Kept values={{ [`reply/${commentId}`]: "It is in the mission." }}>
                    <ul className="rounded-lg border border-line bg-panel">
                      <Thread
                        comment={commentView({ commentId })}
                        {...{ isHere: false, isOpen: true, shownVersion: 2 }}
                        onOpen={() => {}}
                        onVersion={() => {}}
                      />
                    </ul>
                  </Kept>
                );
              }}
            </ActStates>
          </Fetched>
        )}
      </Specimen>
      <Specimen
        name="VersionDiff"
        states="added, removed, changed and long, rewritten, wired otherwise, the same"
      >
        {(scheme) => (
          <Fetched queries={[]}>
            {(
              [
                ["changed", diffPlans(BEFORE, AFTER)],
                ["rewritten under other ids", diffPlans(BEFORE, RENAMED)],
                ["the same under another id", diffPlans(WIRED, RENUMBERED)],
                ["wired otherwise", diffPlans(WIRED, REWIRED)],
                ["the same", diffPlans(WIRED, WIRED)],
              ] as const
            ).map(([name, diff]) => (
              <State key={name} name={name}>
                <Panel>
                  <VersionDiff runId={`run_diff-${scheme}`} diff={diff} acts={ACTS} />
                </Panel>
              </State>
            ))}
          </Fetched>
        )}
      </Specimen>
      <Specimen name="StagedList" states="none, staged, in conflict with what has ended">
        {(scheme) => (
          <Fetched queries={[]}>
            {stagings().map(([name, staging]) => (
              <State key={name} name={name}>
                <Panel>
                  <StagedList runId={`run_staged-${scheme}`} staging={staging} onSelect={() => {}} />
                </Panel>
              </State>
            ))}
          </Fetched>
        )}
      </Specimen>
    </>
  );
}

function threads(scheme: Scheme): [string, CommentView][] {
  const thread = (name: string, part: Partial<CommentView>): [string, CommentView] => [
    name,
    commentView({ commentId: `cmt_${name.replaceAll(" ", "_")}-${scheme}`, text: `Why ${name}?`, ...part }),
  ];
  const change = { fields: ["input" as const], added: 1, removed: false };
  const answerOf = (outcome: (typeof OUTCOMES)[number], emptyClaim = false) => ({
    ...{ outcome, emptyClaim, version: 2, note: "The input names the quarter." },
    change: outcome === "addressed" && !emptyClaim ? change : { fields: [], added: 0, removed: false },
  });
  const by = { kind: "person", id: "ben", name: "Ben" } as const;
  const answered = { text: "A person does.", model: "acme:large", costUsd: 0.001, latencyMs: 3_200, at: 9 };
  return [
    ...COMMENT_STATUSES.map((status) =>
      thread(status, {
        ...{ status, label: "needs_check" as const },
        ...(status === "stale" && { at: null }),
        ...(status === "resolved" && { resolvedBy: by }),
      }),
    ),
    ...OUTCOMES.map((outcome) =>
      thread(`outcome ${outcome}`, {
        ...{ status: outcome === "unanswered" ? "open" : outcome, round: 1, answer: answerOf(outcome) },
      }),
    ),
    thread("claim without a change", { status: "addressed", round: 1, answer: answerOf("addressed", true) }),
    thread("questions", {
      replies: [{ replyId: "rep_1", text: "It is in the mission.", by, own: false, since: 1, at: 1 }],
      questions: [
        questionView({ questionId: "q1" }),
        questionView({ questionId: "q2", status: "answered", answer: answered }),
        questionView({ questionId: "q3", status: "failed", failure: "timeout" }),
      ],
    }),
    thread("long text", { text: LONG_TEXT, at: { taskId: "a", fromId: null, changed: true } }),
    thread("quoted", { place: { ...commentView().place, field: "input", excerpt: LONG_TEXT } }),
  ];
}

function stagings() {
  const world = new RunWorld({ plan: BEFORE });
  const { state } = world;
  const base = stagingBaseOf(state, BEFORE);
  const edits = deleteTask(
    base,
    addTask(base, setField(base, [], "b", "maxRetries", 3), { title: "Check again" }).edits,
    "c",
  );
  const ended = new RunWorld({ plan: BEFORE }).run("a", "b");
  const kept = new RunWorld({ plan: KEPT });
  return [
    ["none", stagingOf(state, base, [])],
    ["staged", stagingOf(state, base, [...edits])],
    ["moved to another version", { ...stagingOf(state, base, [...edits]), movedFrom: 1 }],
    ["in the plan already", stagingOf(kept.state, stagingBaseOf(kept.state, KEPT), [...edits])],
    ["in conflict", stagingOf(ended.state, stagingBaseOf(ended.state, BEFORE), [...edits])],
  ] as const;
}
