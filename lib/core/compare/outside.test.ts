import { expect, it } from "vitest";
import type { Consent } from "../run/consent";
import { outsideByApproval } from "./outside";

const call = (callId: string, consent: Consent) => ({
  taskId: "send",
  title: "Send it",
  attempt: 1,
  step: 1,
  callId,
  tool: "send_mail",
  args: "{}",
  outcome: "done" as const,
  error: null,
  simulated: false,
  at: 0,
  consent,
});

it("tells what went out as approved from what came later, what no plan was approved for, and what was left out", () => {
  const since = { change: "added" as const, version: 2, by: [] };
  const items = [
    call("as approved", { plan: ["Bob"], call: ["Dan"] }),
    call("later", { plan: ["Cid"], since }),
    call("unasked", { since }),
    call("too early", { plan: ["Bob"], ahead: ["Pay it"] }),
    call("at a gate", { controls: [{ title: "Release", people: ["Cid"] }] }),
  ];
  const notDone = [{ taskId: "post", title: "Post it", status: "skipped" as const }];
  const [approved, later, unasked, early, atGate] = items;
  expect(outsideByApproval({ items, count: 5, notDone })).toEqual({
    approved: [approved],
    reordered: [early],
    later: [later, unasked],
    unplanned: [atGate],
    leftOut: notDone,
  });
});
