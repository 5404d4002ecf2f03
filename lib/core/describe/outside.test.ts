import { expect, it } from "vitest";
import type { OutsideCall } from "../run/outside-calls";
import { outsideLines } from "./outside";

const call = (some: Partial<OutsideCall>): OutsideCall => ({
  ...{ taskId: "send", title: "Send it", attempt: 1, step: 1, callId: "c1", tool: "send_mail" },
  ...{ args: '{"to":"anna"}', outcome: "done", error: null, simulated: false, at: 0, ...some },
});

it("tells what was done apart from what may have been, and how many are not listed", () => {
  const items = [call({}), call({ outcome: "failed" }), call({ outcome: "unknown", simulated: true })];
  expect(outsideLines({ items, count: 5 })).toEqual([
    'send_mail {"to":"anna"} (“Send it”)',
    'send_mail {"to":"anna"} (“Send it”): ended with an error; whether it changed anything is not known',
    'send_mail {"to":"anna"} (“Send it”), simulated: started, its end is not known',
    "and 2 more",
  ]);
});

it("says that nothing was", () => {
  expect(outsideLines({ items: [], count: 0 })).toEqual(["Nothing was changed outside."]);
});
