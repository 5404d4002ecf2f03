import { expect, it } from "vitest";
import { zeroSpend } from "./spend";
import { spendingOf } from "./spending";

it("costs and tokens that are unknown of one call are unknown of all, beside what is known", () => {
  expect(
    spendingOf({ calls: 2, unpricedCalls: 1, costMicroUsd: 500_000, uncountedCalls: 1, tokens: 30 }),
  ).toEqual({
    usd: null,
    knownUsd: 0.5,
    unknownCalls: 1,
    modelCalls: 2,
    tokens: null,
    knownTokens: 30,
  });
  expect(spendingOf(zeroSpend())).toMatchObject({ usd: 0, tokens: 0, modelCalls: 0 });
});
