import { expect, it } from "vitest";
import { asksAPerson } from "../known-plan";
import { readPlan } from "../plan";
import plans from "./more-plans.json";

/** Sound plans that go back: none. */
const BACK: string[] = [];
/** Guards in words that nothing knows for such. One that is closed leaves the list, and none joins it. */
const OPEN = ["p24", "p26", "p29", "p30", "p49", "p50", "p57"];

it("reads no more guards past than are known, and sends no more sound plans back", () => {
  const read = plans.map((row) => ({ ...row, plan: readPlan(row.text).plan }));
  const isOpen = ({ label, plan }: (typeof read)[number]) =>
    label === "guarded" && plan !== undefined && !plan.tasks.some(asksAPerson);
  expect(read.filter(isOpen).map(({ id }) => id)).toEqual(OPEN);
  expect(read.filter(({ label, plan }) => label === "sound" && !plan).map(({ id }) => id)).toEqual(BACK);
});
