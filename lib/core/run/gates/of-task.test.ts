import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { CallAsk } from "../commands";
import type { ApprovalState } from "../state";
import { callsTogether } from "./of-task";

const MAIL: Partial<CallAsk> = { kind: "tool_approval", tool: "mail" };

/** A task whose first step waits for people because of these calls. */
function waiting(...asks: Partial<CallAsk>[]) {
  const world = new RunWorld({ plan: planOf({ id: "a" }) });
  world.start();
  world.ask("a", ...asks);
  return { state: world.state, gates: Object.values(world.state.approvals) };
}

const together = (asks: Partial<CallAsk>[], change: Partial<ApprovalState> = {}) => {
  const { state, gates } = waiting(...asks);
  const first = Object.assign(gates[0] as ApprovalState, change);
  return callsTogether(state, first).map(({ subject }) => subject?.callId);
};

describe("the calls of one step that wait for approval", () => {
  it("wait together, each at a gate of its own", () => {
    expect(together([MAIL, MAIL])).toEqual(["call_1", "call_2"]);
    expect(waiting(MAIL, MAIL).gates).toHaveLength(2);
  });

  it("leave out a call that asks something else", () => {
    const unsure: Partial<CallAsk> = { kind: "unknown_outcome", tool: "mail" };
    expect(together([MAIL, unsure, MAIL])).toEqual(["call_1", "call_3"]);
    expect(together([unsure, MAIL, MAIL])).toEqual([]);
  });

  it("are none for one that waits alone", () => {
    expect(together([MAIL])).toEqual([]);
  });

  it("leave out a gate that cannot be both approved and rejected", () => {
    expect(together([MAIL, MAIL, MAIL], { verbs: ["reject"] })).toEqual([]);
    expect(together([MAIL, MAIL], { verbs: ["approve"] })).toEqual([]);
  });

  it("are none for a gate that is answered, or is about no task", () => {
    expect(together([MAIL, MAIL], { status: "superseded" })).toEqual([]);
    const { state, gates } = waiting(MAIL, MAIL);
    const { taskId: _taskId, ...loose } = gates[0] as ApprovalState;
    expect(callsTogether(state, loose)).toEqual([]);
  });
});
