import { expect, it } from "vitest";
import { type ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { localOperator } from "../../people";
import { storeValue } from "../../stored-value";
import { describeGateAnswer } from "./answered";

const gate = { prompt: "Does Ines agree?", assignees: ["Ines"], quorum: 1, onTimeout: "reject" as const };

function answered(by: typeof ANNA): string | undefined {
  const world = new RunWorld({ plan: planOf({ id: "ines", type: "human_review", gate }) });
  world.start();
  expect(describeGateAnswer(world.state, "ines")).toBeUndefined();
  const shown = storeValue("the draft").stored;
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "?", ...world.keyOf("ines") });
  const { approvalId } = world.last("approval_opened").payload;
  const voter = { ...by, roles: [], mayReview: true, everyone: by.id === localOperator.id };
  const { kind: _kind, ...named } = voter;
  const decide = { type: "decide_approval", approvalId, verb: "approve", provenance: "person" } as const;
  expect(world.send({ ...decide, by: named }, by)).toMatchObject({ ok: true });
  return describeGateAnswer(world.state, "ines");
}

it("names who answered a gate, and whom it had asked where that is somebody else", () => {
  const local = { kind: "person" as const, id: localOperator.id, name: localOperator.name };
  expect(answered(local)).toBe("Approved by Local operator, asked of Ines");
  expect(answered({ kind: "person", id: "p1", name: "Ines" })).toBe("Approved by Ines");
});
