import { expect, it } from "vitest";
import { MAX_CAP_MICRO_USD } from "../cost/spending-cap";
import { changeSpendingInput } from "./spending";

it.each([
  [null, true],
  [0, true],
  [MAX_CAP_MICRO_USD, true],
  [MAX_CAP_MICRO_USD + 1, false],
  [-1, false],
  [0.5, false],
  [undefined, false],
])("a daily cap is a whole number of millionths, or none: %s", (capMicroUsd, isOne) => {
  expect(changeSpendingInput.safeParse({ capMicroUsd }).success).toBe(isOne);
});
