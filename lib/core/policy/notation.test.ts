import { expect, it } from "vitest";
import type { Json } from "../json";
import { evaluatePolicy, toolPolicy } from ".";

const decide = (path: string, effect: string, args: Json) => {
  const rules = [{ tool: "transfer", path, operator: ">", value: 100, effect }];
  const { decision, reason } = evaluatePolicy(toolPolicy.parse({ rules }), { name: "transfer" }, args);
  return reason.startsWith("Argument rule") ? decision : undefined;
};

it.each<[string, Json]>([
  ["as text", { body: '{"amount":1000}' }],
  ["in a list", { body: [{ amount: 1_000 }] }],
  ["under a name in other letters", { Body: { AMOUNT: 1_000 } }],
  ["beside one that fits no rule", { body: { amount: 5, Amount: 1_000 } }],
])(
  "a rule that asks or denies fits what it is about in other notation, and one that allows does not: %s",
  (_, args) => {
    const decisions = ["ask", "deny", "allow"].map((effect) => decide("body.amount", effect, args));
    expect(decisions).toEqual(["ask", "deny", undefined]);
  },
);

it("nothing stands in an empty text or list", () => {
  expect(decide("body.amount", "deny", { body: "" })).toBeUndefined();
  expect(decide("body.amount", "deny", { body: [] })).toBeUndefined();
});
