import { expect, it } from "vitest";
import { asksAPerson } from "../known-plan";
import { readPlan } from "../plan";
import plans from "./more-plans.json";

/** Sound plans that go back: none. */
const BACK: string[] = [];
/** Guards that are read past: none. */
const OPEN: string[] = [];

it("reads no guard past, and sends no sound plan back", () => {
  const read = plans.map((row) => ({ ...row, plan: readPlan(row.text).plan }));
  const isOpen = ({ label, plan }: (typeof read)[number]) =>
    label === "guarded" && plan !== undefined && !plan.tasks.some(asksAPerson);
  expect(read.filter(isOpen).map(({ id }) => id)).toEqual(OPEN);
  expect(read.filter(({ label, plan }) => label === "sound" && !plan).map(({ id }) => id)).toEqual(BACK);
});
