import { expect, it } from "vitest";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { namedApproval, namedTask } from "./ready";

it("finds a task or a gate by its own name only, never by one that every object has", () => {
  const { state, gate } = waitingAtGate();
  expect(namedApproval(state, gate.approvalId)).toBe(gate);
  expect(namedTask(state, "ask")).toBe(state.tasks.ask);
  for (const name of ["constructor", "toString", "nobody"]) {
    expect(namedApproval(state, name)).toBeUndefined();
    expect(namedTask(state, name)).toBeUndefined();
  }
});
