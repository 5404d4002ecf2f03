import { expect, it } from "vitest";
import { eventOf } from "@/lib/testing/runs/event-of";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { describeEvent } from "./events";
import { namesOf } from "./names";

it("a gate is in the color of those that wait until it is answered, and no longer", () => {
  const { state, gate } = waitingAtGate();
  const opened = eventOf("approval_opened", gate);
  const toneIn = (openApprovals: typeof state.openApprovals) =>
    describeEvent(opened, namesOf({ ...state, openApprovals }))?.tone;
  expect(toneIn(state.openApprovals)).toBe("person");
  const { [gate.approvalId]: _answered, ...others } = state.openApprovals;
  expect(toneIn(others)).toBe("plain");
});
