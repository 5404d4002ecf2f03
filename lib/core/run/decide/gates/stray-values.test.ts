import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { waitingAtGate, waitingForCall } from "@/lib/testing/runs/waiting-gate";
import type { Decision } from "../../../plan/words";
import { storeValue } from "../../../stored-value";
import { decide } from "../..";
import type { GateVerb } from "../../gates/table";
import type { RunState } from "../../state";

const by = { id: "anna", name: "Anna", roles: [], mayReview: true };
const value = storeValue({ to: "EVIL" }).stored;
const STRAY = { code: "invalid_input", details: { field: "value" } };

function answered(state: RunState, verb: GateVerb, brings = true) {
  const [approvalId = ""] = Object.keys(state.openApprovals);
  const given = { approvalId, verb, by, comment: "so", provenance: "person" as const };
  return decide(state, { type: "decide_approval", ...given, ...(brings && { value }) }, 2_000);
}

function reviewed(decision: Decision): RunState {
  const plan = planOf({ id: "r", type: "planning_review" }, { id: "b", dependsOn: ["r"] });
  const world = new RunWorld({ plan, settings: { reviewMode: "manual" } });
  world.start();
  const finalResult = decision === "COMPLETE" ? { finalResult: storeValue("all").stored } : {};
  const proposal = { decision, reasoning: "fine", answers: [], reviewer: "r", ...finalResult };
  world.send({ type: "review_read", proposal, ...world.keyOf("r") });
  return world.state;
}

describe("a value that comes with an answer", () => {
  it.each(["approve", "reject", "request_changes", "ask"] as const)(
    "is refused at a human gate where it has no place, and nothing is decided: %s",
    (verb) => {
      const { state } = waitingAtGate();
      expect(answered(state, verb)).toMatchObject(STRAY);
      expect(answered(state, verb, false)).not.toHaveProperty("code");
      expect(answered(state, "edit")).not.toHaveProperty("code");
    },
  );

  it.each(["run", "abort"] as const)("is refused about a call where it has none: %s", (verb) => {
    const { state } = waitingForCall({ kind: "unknown_outcome" });
    expect(answered(state, verb)).toMatchObject(STRAY);
    expect(answered(state, "happened")).not.toHaveProperty("code");
  });

  it("is taken at a review by a decision that ends the run with a result alone, proposed or not", () => {
    expect(answered(reviewed("CONTINUE"), "approve")).toMatchObject(STRAY);
    expect(answered(reviewed("COMPLETE"), "CONTINUE")).toMatchObject(STRAY);
    expect(answered(reviewed("COMPLETE"), "approve")).not.toHaveProperty("code");
    expect(answered(reviewed("CONTINUE"), "COMPLETE")).not.toHaveProperty("code");
  });
});
