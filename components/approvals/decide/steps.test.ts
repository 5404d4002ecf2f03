import { describe, expect, it } from "vitest";
import { type ApprovalKind, type GateVerb, verbOfKey, verbsOfKind } from "@/lib/core/run/gates/table";
import { contradiction, needsReason, readItems, type Step, stepFor, verbForDecision } from "./steps";

const chosen = { open: undefined, armed: false, comment: "", isRisky: false };

describe("what happens when a verb is chosen", () => {
  it.each<[GateVerb, Parameters<typeof stepFor>[1], Step]>([
    ["approve", chosen, "send"],
    ["reject", chosen, "reason"],
    ["reject", { ...chosen, comment: "Too early." }, "reason"],
    ["reject", { ...chosen, open: "reject" }, "send"],
    ["reject", { ...chosen, requiresReason: true }, "comment"],
    ["reject", { ...chosen, requiresReason: true, open: "reject" }, "comment"],
    ["reject", { ...chosen, requiresReason: true, open: "reject", comment: "Too early." }, "send"],
    ["approve", { ...chosen, requiresReason: true }, "send"],
    ["edit", chosen, "value"],
    ["respond", chosen, "value"],
    ["happened", chosen, "value"],
    ["happened", { ...chosen, open: "happened" }, "send"],
    ["other", chosen, "value"],
    ["other", { ...chosen, open: "other" }, "send"],
    ["request_changes", chosen, "comment"],
    ["request_changes", { ...chosen, comment: "Shorter." }, "send"],
    ["edit", { ...chosen, open: "edit" }, "send"],
    ["edit", { ...chosen, byItems: true }, "send"],
    ["request_changes", { ...chosen, byItems: true }, "send"],
    ["reject", { ...chosen, requiresReason: true, byItems: true }, "reason"],
    ["approve", { ...chosen, isRisky: true }, "confirm"],
    ["edit", { ...chosen, open: "edit", isRisky: true }, "confirm"],
    ["approve", { ...chosen, open: "approve", armed: true, isRisky: true }, "send"],
    // The second step of one verb is not the second step of another.
    ["abort", { ...chosen, open: "run", armed: true, isRisky: true }, "confirm"],
  ])("%s %j: %s", (verb, state, step) => {
    expect(stepFor(verb, state)).toBe(step);
  });
});

describe("a review's decision", () => {
  it("needs a reason only where it differs from a proposal", () => {
    expect(needsReason("REPLAN", "ABORT")).toBe(true);
    expect(needsReason("REPLAN", "REPLAN")).toBe(false);
    expect(needsReason(undefined, "ABORT")).toBe(false);
  });

  it("agrees by approving where that is offered", () => {
    const verbs: GateVerb[] = ["approve", "CONTINUE", "ABORT"];
    expect(verbForDecision(verbs, "CONTINUE", "CONTINUE")).toBe("approve");
    expect(verbForDecision(verbs, "CONTINUE", "ABORT")).toBe("ABORT");
    expect(verbForDecision([], "CONTINUE", "CONTINUE")).toBe("CONTINUE");
  });
});

it("asks by a key only for what the gate offers", () => {
  const at = (kind: ApprovalKind, verbs = verbsOfKind(kind)) => ({ kind, verbs });
  expect(verbOfKey("a", at("tool_approval"))).toBe("approve");
  expect(verbOfKey("a", at("budget"))).toBe("raise");
  expect(verbOfKey("a", at("tool_input"))).toBe("respond");
  expect(verbOfKey("a", at("review_decision"))).toBe("approve");
  expect(verbOfKey("a", at("review_decision", ["CONTINUE"]))).toBeUndefined();
  expect(verbOfKey("r", at("unknown_outcome"))).toBeUndefined();
  expect(verbOfKey("x", at("human_review"))).toBeUndefined();
});

describe("verdicts on items", () => {
  const accept = { verdict: "accept" } as const;
  const reject = { verdict: "reject", reason: " wrong " } as const;

  it.each<[GateVerb, Parameters<typeof readItems>[2], ReturnType<typeof readItems>]>([
    ["approve", {}, {}],
    ["reject", undefined, {}],
    ["respond", { 0: accept }, {}],
    ["approve", { 0: accept }, { items: [accept, accept, accept] }],
    [
      "request_changes",
      { 0: accept, 1: reject, 2: { ...accept, reason: "kept" } },
      { items: [accept, { verdict: "reject", reason: "wrong" }, accept] },
    ],
    ["reject", { 1: reject }, { problem: "Some items have no verdict yet.", at: 0 }],
    [
      "edit",
      { 0: accept, 1: { ...reject, reason: " " }, 2: accept },
      { problem: "Say why item 2 is rejected.", at: 1 },
    ],
    [
      "edit",
      { 0: reject, 1: reject, 2: reject },
      { problem: "Every item is rejected: there is nothing to continue with." },
    ],
    [
      "approve",
      { 1: reject },
      { problem: "Some items are rejected: request changes, or continue without them." },
    ],
  ])("with %s of %j are %j", (verb, drafts, read) => {
    const gate = { kind: "human_review", verbs: verbsOfKind("human_review") } as const;
    expect(readItems(gate, verb, drafts, 3)).toEqual(read);
  });
});

describe("contradiction", () => {
  const title = "Deploy catalog";
  const reject = { verdict: "reject", reason: "Catalog has an open incident" } as const;
  const accept = { verdict: "accept" } as const;
  it.each<[GateVerb, Parameters<typeof contradiction>[1], string | undefined]>([
    [
      "approve",
      { mark: reject, marksOnItems: [], title },
      "You marked “Deploy catalog” Reject: Catalog has an open incident. Approve it instead?",
    ],
    [
      "edit",
      { mark: { verdict: "reject" }, marksOnItems: [], title },
      "You marked “Deploy catalog” Reject. Edit it instead?",
    ],
    ["reject", { mark: reject, marksOnItems: [], title }, undefined],
    [
      "reject",
      { mark: accept, marksOnItems: [], title },
      "You marked “Deploy catalog” Approve. Reject it instead?",
    ],
    ["approve", { mark: accept, marksOnItems: [], title }, undefined],
    ["approve", { mark: undefined, marksOnItems: [], title }, undefined],
    [
      "reject",
      { mark: undefined, marksOnItems: [accept, accept], title },
      "You accepted 2 items. Reject all of it instead?",
    ],
    ["reject", { mark: undefined, marksOnItems: [accept, reject], title }, undefined],
    ["request_changes", { mark: undefined, marksOnItems: [accept], title }, undefined],
  ])("of %s and %o is %s", (verb, marked, words) => {
    expect(contradiction(verb, marked)).toBe(words);
  });
});
