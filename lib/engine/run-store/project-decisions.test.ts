import { describe, expect, it } from "vitest";
import type { RunEvent, RunState } from "@/lib/core/run";
import { decisionRowsOf } from "./project-decisions";

describe("the end of a hold", () => {
  const check = { attempt: 2 };
  const stateWith = (rest: object) =>
    ({ held: { check: 90_000 }, tasks: { check }, ...rest }) as unknown as RunState;
  const event = (type: RunEvent["type"]) => ({ type, planVersion: 3, payload: {} }) as RunEvent;
  const row = {
    subject: "review:check:2",
    kind: "review",
    planVersion: 3,
    taskId: "check",
    heldUntil: 90_000,
  };

  it.each(["hold_released", "run_forked", "run_resumed", "replan_withdrawn"] as const)(
    "is told again after %s",
    (type) => expect(decisionRowsOf(stateWith({}), [event(type)])).toEqual([row]),
  );

  it.each([
    ["hold_claimed", { tasks: { check: { ...check, claim: {} } } }],
    ["run_paused", { paused: { since: 1 } }],
    ["replan_requested", { replanWanted: { trigger: "person" } }],
  ] as const)("is unknown after %s: nothing applies by itself", (type, rest) =>
    expect(decisionRowsOf(stateWith(rest), [event(type)])).toEqual([{ ...row, heldUntil: null }]),
  );

  it("is not told after what does not move it", () =>
    expect(decisionRowsOf(stateWith({}), [event("task_started")])).toEqual([]));
});
