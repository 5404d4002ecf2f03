import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { zeroSpend } from "@/lib/core/run/ledger/spend";
import { spendingOf } from "@/lib/core/run/ledger/spending";
import { statedReason } from "@/lib/core/run/reasons";
import type { ReplanEntry } from "@/lib/core/run/state";
import { entryOf, worldOf } from "@/lib/testing/runs/replan-stories";
import { HistoryCard } from "./history-card";
import { deciderLabel } from "./labels";
import { SpendingText } from "./spending";

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

function shown(over: Partial<ReplanEntry>): string {
  const world = worldOf([{ id: "t", title: "Ship it" }]);
  world.start();
  world.fail("t", "no server");
  const state = { ...world.state, replanHistory: [{ ...entryOf(world), ...over }] };
  const card = <HistoryCard state={state} showTask={() => {}} showVersion={() => {}} />;
  return textOf(renderToStaticMarkup(card));
}

describe("the history of a plan", () => {
  it("tells of a replan why it began, who decided, what it changed and what it cost", () => {
    const changes = { added: 2, removed: 1, changed: 0, kept: 3 };
    const discardedCost = { ...zeroSpend(), calls: 3, unpricedCalls: 1, costMicroUsd: 20_000, tokens: 1_200 };
    const text = shown({ outcome: "adopted", toVersion: 2, changes, discardedCost });
    expect(text).toContain("Replan 1 ✓ adopted");
    expect(text).toContain("a task failed: Ship it");
    expect(text).toContain("no server");
    expect(text).toContain("(2 added, 1 removed, 0 changed)");
    expect(text).toContain("Decided by the policy replanOnFailure");
    expect(text).toContain("version 1 → version 2");
    expect(text).toContain("Cost nothing");
    expect(text).toContain("Discarded work unknown ($0.02 known) · 1,200 tokens · 3 model calls");
  });

  it("tells of one that came to nothing why, and of an iteration that it is one", () => {
    expect(shown({ outcome: "failed", failure: statedReason("invalid twice") })).toContain("✕ invalid twice");
    const iteration = shown({ kind: "iteration", trigger: "summarizer", outcome: "started" });
    expect(iteration).toContain("Iteration 1 ◐ in progress");
    expect(iteration).toContain("answer incomplete");
  });

  it("shows a diagnosis beside another reason, and a dropped task by its id", () => {
    const text = shown({
      reason: statedReason("as the review said"),
      diagnosis: statedReason("94 %"),
      taskId: "gone",
    });
    expect(text).toContain("as the review said 94 %");
    expect(text).toContain(": gone");
  });

  it("is not there while the plan has never changed", () => {
    const state = { ...worldOf([{ id: "t" }]).state };
    expect(
      renderToStaticMarkup(<HistoryCard state={state} showTask={() => {}} showVersion={() => {}} />),
    ).toBe("");
  });
});

it.each([
  [{ kind: "person", name: "Anna", provenance: "person" }, "Anna"],
  [{ kind: "model", name: "quality lead", provenance: "auto" }, "quality lead, a model"],
  [{ kind: "policy", name: "onFailure", provenance: "policy" }, "the policy for failed tasks"],
  [{ kind: "policy", name: "session_rule", provenance: "session_rule" }, "a rule: session rule"],
] as const)("%o is shown as %s", (decider, words) => {
  expect(deciderLabel(decider)).toBe(words);
});

it("unknown costs and tokens are unknown, not nothing", () => {
  const spent = { calls: 1, unpricedCalls: 1, costMicroUsd: 0, uncountedCalls: 1, tokens: 0 };
  expect(textOf(renderToStaticMarkup(<SpendingText spending={spendingOf(spent)} />))).toBe(
    "unknown · tokens unknown · 1 model call",
  );
});
