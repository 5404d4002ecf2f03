import { expect, it } from "vitest";
import { BUDGETS } from "../../run/state/ledger";
import { budgetName, formatBudgetAmount } from "./budgets";

it.each([
  ["maxTokens", 12_345, "12,345 tokens"],
  ["maxTokens", 1, "1 token"],
  ["maxHops", 2, "2 tool calls"],
  ["maxCostMicroUsd", 1_500_000, "$1.50"],
  ["maxCostMicroUsd", 900, "$0.0009"],
  ["maxCostMicroUsd", 0, "$0.00"],
  ["maxDurationMs", 400, "400 ms"],
  ["maxDurationMs", 90_000, "1 min 30 s"],
  ["maxDurationMs", 7_200_000, "2 h"],
  ["maxTotalReplans", 1, "1 replan"],
  ["maxReplansPerTask", 3, "3 replans"],
  ["maxIterations", 2, "2 iterations"],
  ["future", 2_000, "2,000"],
])("%s %s reads %s", (counter, amount, words) => {
  expect(formatBudgetAmount(counter, amount)).toBe(words);
});

it("leaves out the unit where it is said elsewhere", () => {
  expect(formatBudgetAmount("maxTokens", 12_345, false)).toBe("12,345");
});

it("has a name for every budget, and takes an unknown one as it is", () => {
  expect(new Set(BUDGETS.map(budgetName)).size).toBe(BUDGETS.length);
  expect(budgetName("future")).toBe("future");
});
