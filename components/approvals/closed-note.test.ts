import { expect, it } from "vitest";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { successorOf } from "./closed-note";

it("finds the question that took a superseded one's place", () => {
  const { state, gate } = waitingAtGate();
  const next = { ...gate, approvalId: "later", openedSeq: gate.openedSeq + 5 };
  const other = { ...next, approvalId: "other", taskId: "else" };
  const approvals = { ...state.approvals, other, later: next };
  expect(successorOf({ ...state, approvals }, gate)?.approvalId).toBe("later");
});
