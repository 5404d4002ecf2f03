import { expect, it } from "vitest";
import { asksAPerson } from "../known-plan";
import { readPlan } from "../plan";
import plans from "./more-plans.json";

/**
 * Sound plans that go back: an owner who is no agent (s20), another notation for a result (s26), short words under
 * names that nobody knows (s36, s40, s44), and a label of that kind (s45).
 */
const BACK: string[] = ["s20", "s26", "s36", "s40", "s44", "s45"];
/** Guards that are read past: a condition in Finnish, and one in French that names nobody by what they do. */
const OPEN: string[] = ["g26", "g47"];

it("reads no guard past, and sends no sound plan back", () => {
  const read = plans.map((row) => ({ ...row, plan: readPlan(row.text).plan }));
  const isOpen = ({ label, plan }: (typeof read)[number]) =>
    label === "guarded" && plan !== undefined && !plan.tasks.some(asksAPerson);
  expect(read.filter(isOpen).map(({ id }) => id)).toEqual(OPEN);
  expect(read.filter(({ label, plan }) => label === "sound" && !plan).map(({ id }) => id)).toEqual(BACK);
});
