import { describe, expect, it } from "vitest";
import type { RunEvent, RunState } from "@/lib/core/run";
import { decisionRowsOf } from "./project-decisions";

describe("the end of a hold", () => {
  const state = { held: { check: 90_000 }, tasks: { check: { attempt: 2 } } } as unknown as RunState;
  const event = (type: RunEvent["type"]) => ({ type, planVersion: 3, payload: {} }) as RunEvent;
  const row = {
    subject: "review:check:2",
    kind: "review",
    planVersion: 3,
    taskId: "check",
    heldUntil: 90_000,
  };

  it.each(["hold_claimed", "hold_released", "run_forked", "run_resumed"] as const)(
    "is told anew after %s",
    (type) => expect(decisionRowsOf(state, [event(type)])).toEqual([row]),
  );

  it("is not by what does not move it", () =>
    expect(decisionRowsOf(state, [event("run_paused"), event("task_started")])).toEqual([]));
});
