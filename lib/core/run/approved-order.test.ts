import { expect, it } from "vitest";
import { type Plan, plan as planSchema } from "../plan/schema";
import { aheadOfPlan } from "./approved-order";

const approved: Plan = planSchema.parse({
  title: "Order",
  agents: {},
  tasks: [
    { id: "pay", title: "Pay it" },
    { id: "check", title: "Check it", dependsOn: ["pay"] },
    { id: "tell", title: "Tell them", dependsOn: ["check"] },
    { id: "file", title: "File it" },
  ],
});

/** Tasks by the lineage that each carries on. */
const stateOf = (lineages: Record<string, string>) => ({
  tasks: Object.fromEntries(Object.entries(lineages).map(([id, lineage]) => [id, { spec: { lineage } }])),
});
const SAME = { pay: "pay", check: "check", tell: "tell", file: "file" };

const ahead = (lineages: Record<string, string>, acts: [taskId: string, at: number][]) => {
  const calls = acts.map(([taskId, at]) => ({ taskId, at }));
  return calls.map(aheadOfPlan(stateOf(lineages), approved, calls));
};

it("names what acted only after a call that the approved plan has before it, through what does not act", () => {
  expect(
    ahead(SAME, [
      ["tell", 1],
      ["pay", 2],
    ]),
  ).toEqual([["Pay it"], []]);
  expect(
    ahead(SAME, [
      ["pay", 1],
      ["tell", 2],
      ["pay", 3],
    ]),
  ).toEqual([[], [], []]);
});

it("follows work through later versions by its lineage", () => {
  const later = { ...SAME, tell_v2: "tell", pay_v3: "pay" };
  expect(
    ahead(later, [
      ["tell_v2", 1],
      ["pay_v3", 2],
    ]),
  ).toEqual([["Pay it"], []]);
});

it("says nothing of what the approved plan has side by side, or does not have", () => {
  const more = { ...SAME, extra: "extra" };
  expect(
    ahead(more, [
      ["file", 1],
      ["extra", 2],
      ["pay", 3],
      ["tell", 4],
    ]),
  ).toEqual([[], [], [], []]);
});
