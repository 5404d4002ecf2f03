import { describe, expect, it } from "vitest";
import { voteOf } from "@/lib/testing/runs/votes";
import type { GateVerb } from "../../run/gates/table";
import {
  actorName,
  answeredFrom,
  closedIcon,
  continueLabel,
  decidedFirstText,
  describeDenial,
  describeTerms,
  formatAssignees,
  formatItemCounts,
  pastVerbLabel,
  sendLabel,
  timeoutLabel,
  VERB_KEYS,
  verbLabel,
} from "./words";

describe("what happens at a deadline", () => {
  it.each<[Partial<Parameters<typeof timeoutLabel>[0]>, string]>([
    [{ onTimeout: "reject" }, "then: reject"],
    [{ onTimeout: "abort" }, "then: abort"],
    [{ onTimeout: "pause" }, "then: the run pauses, and this stays open"],
    [{ onTimeout: "escalate" }, "then: escalates to everyone"],
    [
      { onTimeout: "escalate", escalateTo: ["role:lead", "Bob"] },
      "then: escalates to anyone with the role lead",
    ],
    [{ onTimeout: "escalate", escalateTo: ["role:lead", "Bob"], escalations: 1 }, "then: escalates to Bob"],
    [{ onTimeout: "escalate", escalateTo: ["role:lead"], escalations: 1 }, "then: reject"],
    [{ onTimeout: "escalate", escalations: 1, kind: "review_decision" as const }, "then: ABORT"],
    [{ onTimeout: "reject", kind: "tool_input" as const }, "then: continues without an answer"],
    [{ onTimeout: "CONTINUE" }, "then: CONTINUE"],
    [{ onTimeout: "approve", kind: "tool_input" as const }, "then: approve"],
    [{}, ""],
  ])("%j: %s", (gate, words) => {
    expect(timeoutLabel({ kind: "human_review", ...gate })).toBe(words);
  });
});

it("the terms of a gate are told in sentences, and not where there are none", () => {
  const none = {
    quorum: 1,
    votes: [],
    asked: [],
    notBy: [],
    escalations: 0,
    escalateTo: [],
    form: null,
    options: [],
    supersedes: null,
  };
  expect(describeTerms(none, [])).toEqual([]);
  const votes = [voteOf("Ada")];
  const notBy = [{ id: "m", name: "Mia" }];
  expect(describeTerms({ ...none, quorum: 2, votes, notBy, escalations: 2 }, ["role:lead"])).toEqual([
    "For anyone with the role lead.",
    "Needs 2 people with the same answer: 1 of 2 approved by Ada. A single rejection is final.",
    "Needs a second person: Mia wrote the mission or plan and can only reject.",
    "Escalated after a missed deadline 2 times.",
  ]);
  expect(describeTerms({ ...none, quorum: 2, votes }, [], "unknown_outcome")).toEqual([
    "Running the call again needs 2 people: 1 of 2 approved by Ada. Any one of them can say that it happened, or abort.",
  ]);
  const two = [...notBy, { id: "x", name: "Max" }];
  expect(describeTerms({ ...none, notBy: two, escalations: 1 }, [])).toEqual([
    "Needs a second person: Mia or Max wrote the mission or plan and can only reject.",
    "Escalated after a missed deadline.",
  ]);
  const handed = { by: { id: "c", name: "Cid" }, at: 1, to: ["Ada"], reason: "On “leave”." };
  expect(describeTerms({ ...none, handedOn: [handed] }, [])).toEqual([
    "Handed on to Ada by Cid: “On 'leave'.”",
  ]);
});

it("formatAssignees names people and roles", () => {
  expect([formatAssignees([]), formatAssignees(["Ada"]), formatAssignees(["Ada", "role:lead"])]).toEqual([
    ...["", "Ada", "Ada, or anyone with the role lead"],
  ]);
});

describe("describeDenial", () => {
  const assignees = ["Ada", "role:lead"];
  const author = { code: "author" as const, authors: ["Mia", "Max"] };
  it.each<[Parameters<typeof describeDenial>[0], string]>([
    [{ code: "nameless", assignees }, "This gate takes an answer only from a person by name."],
    [
      { code: "not_assigned", assignees },
      "This gate is for Ada, or anyone with the role lead. You can see it, but not answer it.",
    ],
    [
      { ...author, assignees: [] },
      "You wrote the mission or its plan, or asked for this change of it, and this gate takes a second pair of eyes: anyone else who may review may let it pass, but not Mia or Max. You may still stop it.",
    ],
    [
      { ...author, assignees: ["Ada"] },
      "You wrote the mission or its plan, or asked for this change of it, and this gate takes a second pair of eyes: Ada may let it pass, but not Mia or Max. You may still stop it.",
    ],
  ])("%j", (denial, words) => {
    expect(describeDenial(denial)).toBe(words);
    expect(describeDenial(denial, { bypassing: true })).toBe(`The task waits at a gate. ${words}`);
  });

  it("of a gate for several people says for whom it is", () => {
    const say = (people: string[]) =>
      describeDenial({ code: "quorum", quorum: 2, assignees: people }, { bypassing: true });
    const opening = "The task waits at a gate that takes the answers of 2 people: it is for";
    expect(say([])).toBe(`${opening} anyone who may review.`);
    expect(say(assignees)).toBe(`${opening} Ada, or anyone with the role lead.`);
  });
});

it("a key chooses one verb of each gate, and the help says which", () => {
  expect(VERB_KEYS).toEqual([
    { key: "a", does: "Approve, respond, it happened, retry, raise" },
    { key: "e", does: "Edit" },
    { key: "r", does: "Reject" },
    { key: "c", does: "Request changes" },
  ]);
});

it.each<[GateVerb, label: string, past: string, send?: string]>([
  ["approve", "Approve", "Approved"],
  ["edit", "Edit", "Edited", "Send edited value"],
  ["respond", "Respond", "Answered", "Send answer"],
  ["reject", "Reject", "Rejected", "Reject"],
  ["request_changes", "Request changes", "Changes requested"],
  ["CONTINUE", "CONTINUE", "CONTINUE"],
  ["REPLAN", "REPLAN", "REPLAN"],
  ["COMPLETE", "COMPLETE", "COMPLETE"],
  ["ABORT", "ABORT", "ABORT"],
  ["happened", "It happened", "Confirmed as done", "Use this output"],
  ["run", "Run", "Run again"],
  ["retry", "Retry", "Retried"],
  ["other", "Another model", "Switched model", "Use this model"],
  ["raise", "Raise", "Limit raised"],
  ["complete", "Complete", "Completed early"],
  ["abort", "Abort", "Aborted"],
])("the verb %s is a button and a record", (verb, label, past, send) => {
  expect([verbLabel(verb), pastVerbLabel(verb), sendLabel(verb)]).toEqual([label, past, send]);
});

it("a tool that asks for input is declined, not rejected", () => {
  expect(continueLabel("human_review", 2)).toBe("Continue with 2");
  expect(continueLabel("tool_approval", 2)).toBe("Run with 2");
  expect(verbLabel("reject", "tool_input")).toBe("Decline");
  expect(verbLabel("reject", "tool_approval")).toBe("Reject");
});

it("a closed gate shows whether it was taken, refused or closed without an answer", () => {
  expect([closedIcon("approve"), closedIcon("reject"), closedIcon(undefined)]).toEqual(["✓", "✕", "■"]);
});

it("an answer that came first is told with its author", () => {
  expect(decidedFirstText({ by: "Ada", verb: "reject" })).toBe("Ada decided this first: rejected");
  expect(actorName({ kind: "person", id: "ada", name: "Ada" })).toBe("Ada");
  expect(actorName({ kind: "system" })).toBe("the engine");
});

it("says where an answer came from, as far as it is known, and what became of each item", () => {
  const from = (channel: "console" | "api" | "terminal" | undefined, provenance = "person" as const) =>
    answeredFrom({ provenance, ...(channel && { channel }) });
  expect([from("console"), from("api"), from("terminal"), from(undefined)]).toEqual([
    "in the console",
    "by API",
    "in the terminal",
    "",
  ]);
  expect(answeredFrom({ provenance: "session_rule" })).toBe("session rule");
  expect(formatItemCounts([{ verdict: "accept" }, { verdict: "reject" }, { verdict: "accept" }])).toBe(
    "2 accepted, 1 rejected",
  );
});
