import { expect, it } from "vitest";
import { addCall, sumSpend, zeroSpend } from "./spend";
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

it("a call is added with what is known of it", () => {
  const whole = addCall(zeroSpend(), { costMicroUsd: 20, inputTokens: 5, outputTokens: 2 });
  expect(whole).toEqual({ calls: 1, unpricedCalls: 0, costMicroUsd: 20, uncountedCalls: 0, tokens: 7 });
  expect(addCall(whole, { inputTokens: 3 })).toEqual({ ...whole, calls: 2, unpricedCalls: 1, tokens: 10 });
  expect(addCall(whole, { outputTokens: 3 })).toMatchObject({ uncountedCalls: 0, tokens: 10 });
  expect(addCall(whole, {})).toMatchObject({ calls: 2, uncountedCalls: 1, tokens: 7 });
  expect(sumSpend([whole, undefined, whole])).toMatchObject({ calls: 2, costMicroUsd: 40, tokens: 14 });
});
