import { describe, expect, it } from "vitest";
import type { Json } from "@/lib/core/json";
import type { Decision } from "@/lib/core/plan/schema";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { statedReason } from "@/lib/core/run/reasons";
import type { ApprovalState } from "@/lib/core/run/state";
import { type StoredValue, storeValue } from "@/lib/core/stored-value";
import { renderHtml, renderText } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { voteOf } from "@/lib/testing/runs/votes";
import { gateView, waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { AnsweredForm } from "./answered-form";
import { ClosedGates, ClosedNote, successorOf } from "./closed-note";
import { GateList } from "./inbox/gate-list";

const person = (name: string) => ({ kind: "person" as const, id: name.toLowerCase(), name });
const ADA_AND_BOB = [
  voteOf("Ada", { comment: "The figures hold." }),
  voteOf("Bob", { at: 2, comment: "Only to Europe." }),
];

function closed(part: Partial<ApprovalState>) {
  const { state, gate } = waitingAtGate();
  const decided = { by: person("Bob"), at: 2, verb: "approve" as const, provenance: "person" as const };
  return { state, gate: { ...gate, status: "decided", decided, ...part } as ApprovalState };
}

it("finds the question that took a superseded one's place", () => {
  const { state, gate } = waitingAtGate();
  const next = { ...gate, approvalId: "later", openedSeq: gate.openedSeq + 5 };
  const other = { ...next, approvalId: "other", taskId: "else" };
  const approvals = { ...state.approvals, other, later: next };
  expect(successorOf({ ...state, approvals }, gate)?.approvalId).toBe("later");
});

it("a superseded gate says by which question, and leads there where it can", () => {
  const { state, gate } = closed({ status: "superseded", decided: undefined });
  const next = { ...gate, approvalId: "later", openedSeq: gate.openedSeq + 5 };
  const later = { ...state, approvals: { ...state.approvals, later: next } };
  const html = renderHtml(<ClosedNote state={later} gate={gate} onOpenGate={() => undefined} />);
  expect(html).toMatch(/Replaced by:.*<button[^>]*>Human gate “ask”<\/button>/);
  const listed = renderHtml(<ClosedNote state={later} gate={gate} />);
  expect(listed).toMatch(/Replaced by:.*ask/);
  expect(listed).not.toContain("<button");
});

it("a gate that a round of comments closed says which round and how many", () => {
  const because = { code: "comments_sent" as const, round: 2, comments: 3, text: "Be quick." };
  const verb = "request_changes" as const;
  const decided = { by: person("Ada"), at: 2, verb, because, provenance: "person" as const };
  const { state, gate } = closed({ kind: "plan_approval", decided });
  expect(renderText(<ClosedNote state={state} gate={gate} />)).toMatch(
    /Changes requested by Ada, .*revision round 2: 3 comments\. Be quick\.$/,
  );
});

describe("a closed gate that took several people", () => {
  const decided = {
    by: person("Bob"),
    at: 2,
    verb: "approve" as const,
    provenance: "person" as const,
    comment: "Only to Europe.",
  };

  it("names everyone who approved, with their words, and the last one once", () => {
    const { state, gate } = closed({ quorum: 2, votes: ADA_AND_BOB, decided });
    const text = renderText(<ClosedNote state={state} gate={gate} />);
    expect(text).toMatch(/Approved by Bob, .*Only to Europe\. .*Approved by Ada, .*The figures hold\./);
    expect(text.match(/Only to Europe/g)).toHaveLength(1);
  });

  it("names who had approved before it was rejected, or before nobody answered", () => {
    const rejected = { ...decided, by: person("Cy"), verb: "reject" as const, comment: "No." };
    for (const part of [{ decided: rejected }, { status: "expired", decided: undefined }] as object[]) {
      const { state, gate } = closed({ quorum: 3, votes: ADA_AND_BOB, ...part });
      const text = renderText(<ClosedNote state={state} gate={gate} />);
      expect(text).toMatch(/Approved by Ada, .*The figures hold\. .*Approved by Bob, .*Only to Europe\./);
    }
  });

  it("names them in the list of the inbox", () => {
    const terms = { ...gateView("g").terms, quorum: 2, votes: ADA_AND_BOB };
    const gate = gateView("g", { status: "decided", terms, decided: { ...decided } });
    const none = () => undefined;
    const list = (
      <GateList
        label="Decided"
        gates={[gate]}
        total={1}
        chosenId={undefined}
        empty={{ title: "", text: "" }}
        onOpen={none}
        onApproach={none}
        onSelect={none}
        onClearFilters={none}
        selected={new Set()}
        drafted={new Set()}
      />
    );
    expect(renderText(list)).toMatch(/answered by Bob: approved, .*; approved before by Ada/);
  });
});

describe("the closed gates of a run", () => {
  it("read as each does by itself: from where, why, and by whom before", () => {
    const because = statedReason("large answers again");
    const { state, gate } = closed({
      quorum: 2,
      votes: ADA_AND_BOB,
      decided: { by: { kind: "system" }, at: 3, verb: "retry", because, provenance: "auto", channel: "api" },
    });
    const alone = renderText(<ClosedNote state={state} gate={gate} />);
    const listed = renderText(<ClosedGates state={state} gates={[gate]} />);
    expect(alone).toMatch(/Retried by the engine, .*\(by API\) large answers again .*Approved by Ada/);
    expect(listed).toContain(alone);
  });

  it("are shown in part where they are many", () => {
    const { state, gate } = closed({});
    const gates = Array.from({ length: 12 }, (_, n) => ({ ...gate, approvalId: `g${n}` }));
    const text = renderText(<ClosedGates state={state} gates={gates} />);
    expect(text.match(/Approved by Bob/g)).toHaveLength(10);
    expect(text).toContain("Show 2 earlier gates");
  });
});

describe("what was answered at a gate of the whole run", () => {
  const formOf = (part: Partial<ApprovalState>, answer: Partial<NonNullable<ApprovalState["decided"]>>) => {
    const base = { by: person("Bob"), at: 2, verb: "approve" as const, provenance: "person" as const };
    const { state, gate } = closed({ ...part, decided: { ...base, ...answer } });
    return renderHtml(<AnsweredForm state={state} gate={gate} />);
  };
  const words = (html: string) => html.replace(/<[^>]+>/g, "").trim();

  it("is the new limit beside the one before, also where the suggested one was taken", () => {
    const subject = { counter: "maxCostMicroUsd", limit: 500_000, used: 500_000, suggested: 1_000_000 };
    const raise = { verb: "raise" as const };
    const named = formOf({ kind: "budget", subject }, { ...raise, value: storeValue(2_500_000).stored });
    expect(words(named)).toBe("Cost: $2.50 instead of $0.50");
    expect(named).toMatch(/^<fieldset disabled=""/);
    expect(words(formOf({ kind: "budget", subject }, raise))).toBe("Cost: $1.00 instead of $0.50");
  });

  it("is the other model", () => {
    const value = storeValue("openai:small").stored;
    expect(words(formOf({ kind: "model_unavailable" }, { verb: "other", value }))).toBe("Modelopenai:small");
  });
});

describe("what a person changed of what was shown", () => {
  const edited = (part: Partial<ApprovalState>, shown: Json, value: Json) => {
    const base = { by: person("Bob"), at: 2, verb: "edit" as const, provenance: "person" as const };
    const decided = { ...base, value: storeValue(value).stored };
    const { state, gate } = closed({ ...part, shown: storeValue(shown).stored, decided });
    return renderHtml(<AnsweredForm state={state} gate={gate} />);
  };

  it("stands in the fields of the call that were filled in, disabled, with what had been proposed", () => {
    const html = edited({ kind: "tool_approval" }, { to: "all", count: 2 }, { to: "beta", count: 2 });
    expect(html).toMatch(/^<fieldset disabled=""/);
    expect(html).toMatch(/<label[^>]*>to<.*value="beta"/);
    expect(html).toMatch(/<label[^>]*>count<.*value="2"/);
    expect(html).toMatch(/to, proposed<.*>all</);
    expect(html).not.toContain("count, proposed");
    expect(html).not.toContain("<table");
  });

  it("stands in the editor where fields could not say it", () => {
    const map = edited({ kind: "human_review" }, { places: 3 }, { places: 5 });
    expect(map).toMatch(/Edited value<.*<textarea[^>]*>[^<]*places[^<]*5.*places, proposed<.*>3</s);
    const text = edited({ kind: "human_review" }, "Sell it.", "Keep it.");
    expect(text).toMatch(/Edited value<.*<textarea[^>]*>Keep it\.<.*Proposed<.*Sell it\./s);
  });
});

describe("what was decided at a review", () => {
  const [{ stored: own }, { stored: proposed }] = [storeValue("Two of three hold."), storeValue("All hold.")];

  function decidedReview(
    decision: Decision,
    verb: GateVerb,
    part: { value?: StoredValue; state?: object } = {},
  ) {
    const plan = planOf({ id: "r", type: "planning_review" }, { id: "b", dependsOn: ["r"] });
    const world = new RunWorld({ plan, settings: { reviewMode: "manual" } });
    world.start();
    const proposal = { decision, reasoning: "So.", answers: [], reviewer: "reviewer", finalResult: proposed };
    world.send({ type: "review_read", ...world.keyOf("r"), proposal });
    const [gate] = Object.values(world.state.approvals);
    if (!gate) throw new Error("no gate opened");
    const decided = { by: person("Bob"), at: 2, verb, provenance: "person" as const };
    const { value, state } = part;
    const answered = {
      ...gate,
      status: "decided" as const,
      decided: { ...decided, ...(value && { value }) },
    };
    return renderHtml(<AnsweredForm state={{ ...world.state, ...state }} gate={answered} />);
  }

  it("is read with the final result: the person's, else the proposed one that was agreed with", () => {
    expect(decidedReview("COMPLETE", "COMPLETE", { value: own })).toContain("Two of three hold.");
    expect(decidedReview("COMPLETE", "approve")).toMatch(/Final result.*All hold\./);
    expect(decidedReview("COMPLETE", "CONTINUE")).not.toContain("Final result");
  });

  it("leads to the version of the plan that came of it", () => {
    const entry = { taskId: "r", startedSeq: 99, fromVersion: 1, toVersion: 2 };
    const earlier = { ...entry, startedSeq: 0, toVersion: 7 };
    const html = decidedReview("REPLAN", "approve", { state: { replanHistory: [earlier, entry] } });
    expect(html).toMatch(/<a[^>]* href="\/runs\/[^"]*\?from=1&amp;to=2"[^>]*>Plan v2</);
    expect(decidedReview("REPLAN", "approve")).not.toContain("Plan v");
  });
});
