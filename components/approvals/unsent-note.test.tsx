import { describe, expect, it } from "vitest";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import { renderText } from "@/lib/testing/render";
import { ANNA, type RunWorld } from "@/lib/testing/runs/run-world";
import { holdingReview, waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import type { Draft } from "./drafts/kept-drafts";
import { UnsentNote } from "./unsent-note";
import { unsentIn } from "./unsent-words";

const draft: Draft = { comment: "Ask Bob.", value: " ", tail: "Step 1: Call Bob" };

/** What the note says of a decision on a held review. */
function note({ state, events }: RunWorld, change: Partial<RunState> = {}): string {
  const changed = { ...state, ...change };
  const task = state.tasks.r as TaskState;
  const facts = { state: changed, events, task, draft, draftKey: "k", onDiscard: () => {} };
  return renderText(<UnsentNote {...facts} />);
}

describe("unsentIn", () => {
  it("holds words that were typed for a gate which closed under them, and none that were recorded", () => {
    const { state, gate } = waitingAtGate();
    const decided = {
      at: 1,
      by: ANNA,
      verb: "reject" as const,
      comment: "Not yet",
      provenance: "person" as const,
    };
    const keysOf = (typed: Draft, closing: object) => {
      const closed = { ...gate, ...closing };
      const approvals = { [gate.approvalId]: closed };
      return unsentIn({ ...state, approvals }, (key) => (key === gate.approvalId ? typed : undefined)).length;
    };
    const byAnna = { status: "decided", decided };
    expect(keysOf({ comment: "Mine" }, byAnna)).toBe(1);
    expect(keysOf({ comment: "Mine" }, { status: "expired" })).toBe(1);
    expect(keysOf({ comment: " Not yet " }, byAnna)).toBe(0);
    expect(keysOf({ comment: "", value: "42" }, byAnna)).toBe(1);
    expect(
      keysOf({ comment: "", value: "42" }, { ...byAnna, decided: { ...decided, value: { inline: "42" } } }),
    ).toBe(0);
    expect(keysOf({ comment: "", tail: "Step 1: Wait" }, byAnna)).toBe(1);
    const reasons = { comment: "", items: { 0: { verdict: "reject" as const, reason: "Too old" } } };
    expect(keysOf(reasons, byAnna)).toBe(1);
  });
});

describe("UnsentNote", () => {
  it("keeps all that was typed, without what is empty", () => {
    expect(note(holdingReview("CONTINUE"))).toContain("What you typed Ask Bob. Step 1: Call Bob Replan");
  });

  it("says how the held decision ended", () => {
    const applied = holdingReview("CONTINUE").tick(60_000);
    expect(note(applied)).toContain("CONTINUE was applied automatically.");
    const decided = holdingReview("CONTINUE");
    const { stored: finalResult } = storeValue(1);
    const decision = { decision: "COMPLETE", reason: "Enough.", finalResult } as const;
    const outcome = decided.send({ type: "override_review", taskId: "r", ...decision }, ANNA);
    expect(outcome).toMatchObject({ ok: true });
    expect(note(decided)).toContain("Anna decided COMPLETE.");
    expect(note(holdingReview("CONTINUE"))).toContain("The decision is no longer asked for.");
  });

  it("offers a replan only while the run executes and none is under way", () => {
    const world = holdingReview("CONTINUE");
    expect(note(world)).toContain("Replan with this");
    expect(note(world, { phase: "ended" })).not.toContain("Replan with this");
    expect(note(world, { phase: "planning" })).not.toContain("Replan with this");
    const replanWanted = { trigger: "person", reason: { code: "stated", text: "x" } } as const;
    expect(note(world, { replanWanted })).not.toContain("Replan with this");
  });

  it("offers a fork from before the question where its event is known", () => {
    const world = holdingReview("CONTINUE");
    expect(note(world)).toContain("Fork from before the decision");
    const others = world.events.filter(({ type }) => type !== "review_proposed");
    expect(note({ ...world, events: others } as RunWorld)).not.toContain("Fork");
  });

  it("is about the gate where there is one", () => {
    const { state, gate } = waitingAtGate();
    const closed = { ...gate, status: "expired" as const };
    const facts = { state, events: [], gate: closed, draft, draftKey: "k", onDiscard: () => {} };
    const text = renderText(<UnsentNote {...facts} />);
    expect(text).toContain("Not sent: your answer");
    expect(text).not.toContain("no longer asked for");
    expect(text).not.toContain("Fork");
  });
});

describe("unsentIn", () => {
  const unsent = ({ state }: RunWorld) => unsentIn(state, () => draft).map(({ task }) => task?.id);

  it("finds what was typed for a review once its decision is not asked for any more", () => {
    expect(unsent(holdingReview("CONTINUE"))).toEqual([]);
    expect(unsent(holdingReview("CONTINUE").tick(60_000))).toEqual(["r"]);
  });

  it("leaves it to the gate of one that is decided by hand", () => {
    const world = holdingReview("CONTINUE");
    expect(world.send({ type: "decide_by_hand", taskId: "r" }, ANNA)).toMatchObject({ ok: true });
    expect(Object.keys(world.state.held)).toEqual([]);
    expect(unsent(world)).toEqual([]);
  });
});
