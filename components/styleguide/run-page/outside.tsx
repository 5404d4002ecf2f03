"use client";

import type { OutsideCall } from "@/lib/core/run/outside-calls";
import type { RunState } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { OutsideCard, outsideKey } from "../../runs/answer/outside-card";
import { FoundMistakes, ReviewWarnings } from "../../runs/answer/review-warnings";
import { Fetched, LONG_TEXT, Specimen, State } from "../specimen";

const call = (callId: string, some: Partial<OutsideCall> = {}): OutsideCall => ({
  ...{ taskId: "send", title: "Send the offer", attempt: 1, step: 1, callId, tool: "send_mail" },
  ...{
    args: '{"to":"anna@example.org"}',
    outcome: "done",
    simulated: false,
    error: null,
    at: 0,
    consent: {},
    ...some,
  },
});

const CALLS: OutsideCall[] = [
  call("1"),
  call("2", { simulated: true, args: LONG_TEXT, title: LONG_TEXT, consent: { call: ["Anna", "Bob"] } }),
  call("3", { outcome: "failed", error: "The mailbox is full.", consent: { plan: ["Anna"] } }),
  call("5", { consent: { plan: ["Bob"], since: { change: "added", version: 3, by: ["Anna"] } } }),
  call("4", { outcome: "unknown", consent: { controls: [{ title: LONG_TEXT, people: ["Bob"] }] } }),
];
const NOT_DONE = [
  { taskId: "post", title: "Post the letter", status: "skipped" as const },
  { taskId: "call", title: LONG_TEXT, status: "failed" as const },
];

/** A run that has made some calls. */
function called(runId: string, toolCalls: number): RunState {
  const { state } = new RunWorld({ plan: planOf({ id: "send" }) });
  return { ...state, runId, counters: { ...state.counters, toolCalls } };
}

/** A run with a review by two reviewers, who let the work go on. */
function warned(): RunState {
  const plan = planOf({ id: "a" }, { id: "check", type: "planning_review", dependsOn: ["a"] });
  const { state } = new RunWorld({ plan, settings: { reviewMode: "auto" } }).run("a");
  const check = state.tasks.check;
  if (!check) throw new Error("No review");
  const answers = [
    { question: "Has legal seen it?", answer: "warning" as const, evidence: "No note of it." },
    { question: LONG_TEXT, answer: "unclear" as const, evidence: "" },
    { question: "Is the rate of today?", answer: "no" as const, evidence: LONG_TEXT },
  ];
  const proposal = { decision: "CONTINUE" as const, reasoning: "Fine.", answers };
  const votes = ["lead", "auditor"].map((reviewer) => ({
    reviewer,
    at: 0,
    proposal: { ...proposal, reviewer },
  }));
  const result = storeValue({ decision: "CONTINUE" }).stored;
  return { ...state, tasks: { ...state.tasks, check: { ...check, status: "succeeded", votes, result } } };
}

/** A run whose own critic found some mistakes. */
function mistaken(): RunState {
  const { state } = new RunWorld({ plan: planOf({ id: "a" }) });
  const said = { iteration: 0, wasBestApproach: false, selfRating: 0.6, simplerAlternatives: [] };
  const mistakes = ["Five orders have no price, and count as zero.", LONG_TEXT];
  return { ...state, selfCritiques: [{ ...said, mistakes, expertAdvice: "" }] };
}

/** What stands beside the answer of a run: what it changed outside, what reviewers warned of, what its critic found. */
export function BesideAnswers() {
  return (
    <>
      <Specimen name="OutsideCard" states="calls of each end, many, none, on its way, not read">
        {(scheme) => {
          const id = (name: string) => `run_${name}-${scheme}`;
          const data = { items: CALLS, count: CALLS.length, notDone: NOT_DONE };
          const queries = [
            { queryKey: outsideKey(id("calls"), 4, true), data },
            {
              queryKey: outsideKey(id("many"), 9, true),
              data: { items: [call("1")], count: 250, notDone: [] },
            },
            { queryKey: outsideKey(id("none"), 0, true), data: { items: [], count: 0, notDone: [] } },
          ];
          const waiting = [outsideKey(id("waiting"), 1, true)];
          const failed = [outsideKey(id("failed"), 1, true)];
          return (
            <Fetched {...{ queries, waiting, failed }}>
              {(
                [
                  ["calls", 4],
                  ["many", 9],
                  ["none", 0],
                  ["waiting", 1],
                  ["failed", 1],
                ] as const
              ).map(([name, count]) => (
                <State key={name} name={name}>
                  <OutsideCard state={called(id(name), count)} hasEnded />
                </State>
              ))}
            </Fetched>
          );
        }}
      </Specimen>
      <Specimen name="ReviewWarnings" states="of two reviewers, long text">
        {() => <ReviewWarnings state={warned()} />}
      </Specimen>
      <Specimen name="FoundMistakes" states="two, long text">
        {() => <FoundMistakes state={mistaken()} />}
      </Specimen>
    </>
  );
}
