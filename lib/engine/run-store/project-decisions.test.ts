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

it.each([
  ["held for people", 5_000, { heldUntil: 5_000 }],
  ["applied at once", 1_000, {}],
  ["a question to people", undefined, {}],
])("a proposal is %s", (_, heldUntil, told) => {
  const proposal = { decision: "CONTINUE", reasoning: "Fine." };
  const payload = { taskId: "check", attempt: 1, proposal, ...(heldUntil && { heldUntil }) };
  const event = { type: "review_proposed", planVersion: 1, at: 1_000, payload } as unknown as RunEvent;
  expect(decisionRowsOf({} as RunState, [event])).toEqual([
    {
      subject: "review:check:1",
      kind: "review",
      planVersion: 1,
      taskId: "check",
      proposal,
      proposed: "CONTINUE",
      proposedAt: 1_000,
      ...told,
    },
  ]);
});
