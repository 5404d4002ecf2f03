import { expect, it } from "vitest";
import { readEntries } from "@/lib/core/form";
import { budgetForm } from "@/lib/core/inputs/run-budgets";
import { spendingForm } from "@/lib/core/inputs/spending";

it.each([
  ["", null],
  ["12.5", 12_500_000],
  ["0.0002", 200],
  ["1000000", 1_000_000_000_000],
  ["1000001", undefined],
  ["-1", undefined],
  ["ten", undefined],
])("a cap as typed is read as millionths, as none, or not at all: %j", (text, cap) => {
  const reading = readEntries(spendingForm, { capMicroUsd: text });
  expect("value" in reading ? reading.value.capMicroUsd : undefined).toBe(cap);
});

it("budgets are typed in dollars and minutes, and left out where nothing is typed", () => {
  expect(
    readEntries(budgetForm, { maxCostMicroUsd: "2.5", maxDurationMs: "30", maxTotalReplans: "0" }),
  ).toEqual({
    value: { maxCostMicroUsd: 2_500_000, maxDurationMs: 1_800_000, maxTotalReplans: 0 },
  });
  expect(budgetForm.map(({ label }) => label)).toContain("Replan limit");
  expect(readEntries(budgetForm, { maxTokens: "0" })).toEqual({
    problems: { maxTokens: "Must be at least 1" },
  });
});
