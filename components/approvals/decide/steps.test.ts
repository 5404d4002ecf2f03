import { describe, expect, it } from "vitest";
import { needsReason, stepFor, verbForDecision, verbOfKey } from "./steps";

const chosen = { open: undefined, armed: false, comment: "", risk: undefined };

describe("what happens when a verb is chosen", () => {
  it.each([
    ["approve", chosen, "send"],
    ["reject", chosen, "send"],
    ["edit", chosen, "value"],
    ["respond", chosen, "text"],
    ["happened", chosen, "text"],
    ["happened", { ...chosen, open: "happened" }, "send"],
    ["other", chosen, "text"],
    ["other", { ...chosen, open: "other" }, "send"],
    ["request_changes", chosen, "comment"],
    ["request_changes", { ...chosen, comment: "Shorter." }, "send"],
    ["edit", { ...chosen, open: "edit" }, "send"],
    ["approve", { ...chosen, risk: "It deploys." }, "confirm"],
    ["edit", { ...chosen, open: "edit", risk: "It deploys." }, "confirm"],
    ["approve", { ...chosen, open: "approve", armed: true, risk: "It deploys." }, "send"],
    // The second step of one verb is not the second step of another.
    ["abort", { ...chosen, open: "run", armed: true, risk: "It ends." }, "confirm"],
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
    const verbs = ["approve", "CONTINUE", "ABORT"];
    expect(verbForDecision(verbs, "CONTINUE", "CONTINUE")).toBe("approve");
    expect(verbForDecision(verbs, "CONTINUE", "ABORT")).toBe("ABORT");
    expect(verbForDecision([], "CONTINUE", "CONTINUE")).toBe("CONTINUE");
  });
});

it("asks by a key only for what the gate offers", () => {
  expect(verbOfKey("a", ["approve", "reject"])).toBe("approve");
  expect(verbOfKey("a", ["raise", "complete", "abort"])).toBe("raise");
  expect(verbOfKey("r", ["run", "abort"])).toBeUndefined();
  expect(verbOfKey("x", ["approve"])).toBeUndefined();
});
