import type { QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { commentsQuery } from "@/lib/client/late-reads";
import { examplesOfRunQuery, familyQuery, policyHistoryQuery, runPageQuery } from "@/lib/client/query";
import type { TaskState } from "@/lib/core/run/state";
import { renderHtml, wordsOf } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { CommentsPanel } from "./comments/comments-panel";
import { CostTab } from "./costs/cost-tab";
import { Family } from "./forks/family-tree";
import { Costs } from "./inspector/costs";
import { stepsVersion, Trajectory } from "./inspector/trajectory";
import { ShownExamples } from "./library/shown-examples";
import { LogTab } from "./log/log-tab";
import type { History } from "./log/use-history";
import { PolicyHistory } from "./policies/policy-history";
import { ReplansTab } from "./replans/replans-tab";
import { OutsideCard } from "./runs/answer/outside-card";
import { LargeRun } from "./runs/large-run";
import { TimelinePanel } from "./timeline/timeline-panel";

const nothing = () => {};

const world = new RunWorld({ plan: planOf({ id: "a" }) });
world.start();
const { state, events } = world;
const { runId } = state;
const task = state.tasks.a as TaskState;
const shownOnce = { ...state, examplesShown: { [`${runId}/a/1/run_attempt/1`]: [{ id: "e", version: 1 }] } };
const common = { state, now: state, events, task };
const calls = `/api/v1/runs/${runId}/calls?limit=200&taskId=a`;
const steps = `/api/v1/runs/${runId}/trajectories?taskId=a&attempt=1&limit=100`;

type Read = [name: string, element: ReactNode, queryKey: QueryKey, none?: unknown];

/** What reads by itself, with an answer of the server that has nothing in it where there can be one. */
const READS: Read[] = [
  [
    "what a run changed outside",
    <OutsideCard key="outside" state={state} hasEnded />,
    ["run-outside", runId, 0, true],
    { items: [], count: 0, notDone: [] },
  ],
  [
    "calls of a task",
    <Costs key="costs" {...common} />,
    ["pages", calls, 0],
    [{ items: [], nextCursor: null }],
  ],
  [
    "steps of a task",
    <Trajectory key="steps" {...common} />,
    ["pages", steps, stepsVersion(state, "a", 1)],
    [{ items: [], removedAt: null, nextAfter: null }],
  ],
  [
    "comments",
    <CommentsPanel
      key="comments"
      state={state}
      events={events}
      version={undefined}
      shownPlan={undefined}
      seq={undefined}
      taskId={undefined}
      commentId={undefined}
      asked={0}
      onSelect={nothing}
      onOpen={nothing}
      onVersion={nothing}
    />,
    commentsQuery(state).queryKey,
    { items: [], round: null, planVersion: 1, wishes: { used: 0, limit: 3 } },
  ],
  [
    "costs of a run",
    <CostTab key="run" state={state} showTask={nothing} />,
    ["costs", runId, 0, 1, undefined],
  ],
  ["forks of a run", <Family key="family" runId={runId} />, familyQuery(runId).queryKey],
  ["a large run", <LargeRun key="large" runId={runId} />, runPageQuery(runId).queryKey],
  ["examples", <ShownExamples key="ex" state={shownOnce} />, examplesOfRunQuery(runId).queryKey, []],
  [
    "versions of a policy",
    <PolicyHistory key="policy" policyId="p" current={1} onTake={nothing} />,
    policyHistoryQuery("p").queryKey,
  ],
];

const FAILED = /could not be loaded|Could not load/;

describe.each(READS)("of %s", (_name, element, queryKey, none) => {
  const words = (around: Parameters<typeof renderHtml>[1]) => wordsOf(renderHtml(element, around));

  it("what could not be read is said to be so, and neither on its way nor nothing", () => {
    expect(words({ failed: queryKey })).toMatch(FAILED);
    expect(words({ failed: queryKey })).not.toMatch(/Loading/);
    expect(words({})).not.toMatch(FAILED);
    if (none === undefined) return;
    expect(words({ queries: [{ queryKey, data: none }] })).not.toMatch(FAILED);
    expect(words({ queries: [{ queryKey, data: none }] })).not.toMatch(/Loading/);
    expect(words({ queries: [{ queryKey, data: none }] })).not.toBe(words({}));
  });
});

const whole = { events, complete: true, failed: false, retry: nothing };
const unread = { ...whole, complete: false, failed: true };

describe.each([
  ["the log", (history: History) => <LogTab state={state} history={history} onMove={nothing} />],
  [
    "the timeline",
    (history: History) => (
      <TimelinePanel
        state={state}
        history={history}
        selectedTaskId={undefined}
        at={undefined}
        moment={undefined}
        onSelect={nothing}
        onMove={nothing}
      />
    ),
  ],
  [
    "versions of a plan",
    (history: History) => (
      <ReplansTab
        state={state}
        history={history}
        versions={[]}
        compared={undefined}
        compare={nothing}
        showOnCanvas={nothing}
        showTask={nothing}
      />
    ),
  ],
] as const)("of older events, %s", (_name, draw) => {
  it("says what could not be read, with the way to it", () => {
    const words = (history: History) => wordsOf(renderHtml(draw(history)));
    expect(words(unread)).toMatch(/Could not load older (events|versions).*Try again/);
    expect(words(whole)).not.toMatch(/Could not load|[Ll]oading older/);
    expect(words({ ...unread, failed: false })).not.toMatch(/Could not load/);
  });
});
