import { describe, expect, it } from "vitest";
import { callCostMicroUsd, costMicroUsd } from ".";

const price = { inputMicroUsd: 3_000_000, cachedInputMicroUsd: 300_000, outputMicroUsd: 15_000_000 };

describe("costMicroUsd", () => {
  it("prices input, cached input and output for a million tokens each", () => {
    expect(costMicroUsd({ inputTokens: 1_000, outputTokens: 100 }, price)).toBe(4_500);
    expect(costMicroUsd({ inputTokens: 1_000, cachedInputTokens: 900, outputTokens: 100 }, price)).toBe(
      2_070,
    );
    expect(costMicroUsd({ inputTokens: 10, cachedInputTokens: 99, outputTokens: 0 }, price)).toBe(3);
  });

  it("takes all tokens of a long request at the price of its length", () => {
    const longer = [
      { aboveTokens: 1_000, inputMicroUsd: 6_000_000, outputMicroUsd: 20_000_000 },
      { aboveTokens: 2_000, inputMicroUsd: 9_000_000, outputMicroUsd: 30_000_000 },
    ];
    const cost = (inputTokens: number) =>
      costMicroUsd({ inputTokens, outputTokens: 100 }, { ...price, longer });
    expect([1_000, 1_001, 2_000, 2_001].map(cost)).toEqual([4_500, 8_006, 14_000, 21_009]);
  });

  it("takes cached tokens at the full price when they have none of their own", () => {
    const plain = { inputMicroUsd: 3_000_000, outputMicroUsd: 15_000_000 };
    expect(costMicroUsd({ inputTokens: 1_000, cachedInputTokens: 900, outputTokens: 0 }, plain)).toBe(3_000);
  });

  it("takes what is written to a cache at the price for that, and at the full one without", () => {
    const usage = { inputTokens: 1_000, cachedInputTokens: 400, cacheWriteTokens: 500, outputTokens: 0 };
    expect(costMicroUsd(usage, { ...price, cacheWriteMicroUsd: 3_750_000 })).toBe(300 + 120 + 1_875);
    expect(costMicroUsd(usage, price)).toBe(1_800 + 120);
    expect(
      costMicroUsd({ ...usage, cacheWriteTokens: 9_000 }, { ...price, cacheWriteMicroUsd: 6_000_000 }),
    ).toBe(120 + 3_600);
  });

  it("rounds up, so that something is never nothing", () => {
    expect(costMicroUsd({ inputTokens: 1, outputTokens: 0 }, { inputMicroUsd: 1, outputMicroUsd: 1 })).toBe(
      1,
    );
    expect(costMicroUsd({ inputTokens: 0, outputTokens: 0 }, price)).toBe(0);
  });

  it("is unknown when the price or a count is", () => {
    expect(costMicroUsd({ inputTokens: 1, outputTokens: 1 }, undefined)).toBeUndefined();
    expect(costMicroUsd({ inputTokens: 1 }, price)).toBeUndefined();
    expect(costMicroUsd({ outputTokens: 1 }, price)).toBeUndefined();
  });
});

describe("callCostMicroUsd", () => {
  it("believes the provider first", () => {
    const usage = { inputTokens: 1_000, outputTokens: 100 };
    expect(callCostMicroUsd({ usage, reportedCostMicroUsd: 7 }, price)).toBe(7);
    expect(callCostMicroUsd({ usage, reportedCostMicroUsd: 0 }, price)).toBe(0);
    expect(callCostMicroUsd({ usage }, price)).toBe(4_500);
  });
});
