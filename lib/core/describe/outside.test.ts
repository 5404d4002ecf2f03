import { expect, it } from "vitest";
import type { OutsideCall } from "../run/outside-calls";
import { consentWords, outsideLines } from "./outside";

const call = (some: Partial<OutsideCall>): OutsideCall => ({
  taskId: "send",
  title: "Send it",
  attempt: 1,
  step: 1,
  callId: "c1",
  tool: "send_mail",
  args: '{"to":"anna"}',
  outcome: "done",
  error: null,
  simulated: false,
  at: 0,
  consent: {},
  ...some,
});

it("tells what was done apart from what may have been, and how many are not listed", () => {
  const items = [call({}), call({ outcome: "failed" }), call({ outcome: "unknown", simulated: true })];
  expect(outsideLines({ items, count: 5, notDone: [] })).toEqual([
    'send_mail {"to":"anna"} (“Send it”, nobody was asked)',
    'send_mail {"to":"anna"} (“Send it”, nobody was asked): ended with an error; whether it changed anything is not known',
    'send_mail {"to":"anna"} (“Send it”, nobody was asked), simulated: started, its end is not known',
    "and 2 more",
  ]);
});

it("says that nothing was", () => {
  const notDone = [{ taskId: "post", title: "Post it", status: "skipped" as const }];
  expect(outsideLines({ items: [], count: 0, notDone })).toEqual([
    "Nothing was changed outside.",
    "Approved with the plan and not done: “Post it” (skipped)",
  ]);
});

it("tells by whose leave a call went out", () => {
  const people = ["Anna", "Bob"];
  expect(consentWords({ call: people, controls: [{ title: "Release", people: ["Cid"] }], plan: [] })).toBe(
    "approved by Anna and Bob, let pass at “Release” by Cid, approved with the plan by a rule",
  );
  expect(consentWords({ call: ["Anna"], edited: ["subject"] })).toBe(
    "approved by Anna, a person changed: “subject”",
  );
});

it("says where a call went out before what the approved plan has first", () => {
  expect(consentWords({ plan: ["Ann"], ahead: ["Pay it"] })).toBe(
    "approved with the plan by Ann, before “Pay it”, which the approved plan has first",
  );
});

it("tells what came into the plan after people had let it run, or was changed", () => {
  const since = { change: "added", version: 3, by: ["Ann"] } as const;
  const words = ({ by = [...since.by], ...more }: { by?: string[]; call?: string[]; plan?: string[] }) =>
    consentWords({ ...more, since: { ...since, by } });
  expect(words({})).toBe("added in plan version 3 by Ann, nobody else was asked");
  expect(words({ by: [], call: ["Dan"] })).toBe("added in plan version 3, approved by Dan");
  expect(words({ by: [], plan: ["Cid"] })).toBe("added in plan version 3, approved with that version by Cid");
});
