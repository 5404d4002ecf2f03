import { expect, it } from "vitest";
import type { ModelRequest } from "../ports";
import { estimatedInputTokens, worstCase } from ".";

const request: ModelRequest = {
  modelId: "m",
  system: "s".repeat(300),
  messages: [{ role: "user", text: "go" }],
};
const price = { inputMicroUsd: 1_000_000, outputMicroUsd: 2_000_000 };

it("estimates a token for three bytes of everything that is sent", () => {
  const bare = estimatedInputTokens(request);
  expect(bare).toBeGreaterThan(100);
  expect(bare).toBeLessThan(130);
  const tools = [{ name: "look", description: "x".repeat(300), inputSchema: {} }];
  expect(estimatedInputTokens({ ...request, tools })).toBeGreaterThan(bare + 100);
  const output = { name: "o", schema: { description: "x".repeat(300) } };
  expect(estimatedInputTokens({ ...request, output })).toBeGreaterThan(bare + 100);
  // Other scripts take more bytes, and more tokens.
  expect(estimatedInputTokens({ ...request, system: "語".repeat(300) })).toBeGreaterThan(bare + 190);
});

it("adds all the output there may be, at the model's price", () => {
  const tokens = estimatedInputTokens(request);
  expect(worstCase(estimatedInputTokens(request), 500, price)).toEqual({
    tokens: tokens + 500,
    costMicroUsd: tokens + 1_000,
  });
});

it("takes all input for written to a cache where that costs more", () => {
  const tokens = estimatedInputTokens(request);
  expect(
    worstCase(estimatedInputTokens(request), 0, { ...price, cacheWriteMicroUsd: 2_000_000 }).costMicroUsd,
  ).toBe(2 * tokens);
  expect(worstCase(estimatedInputTokens(request), 0, { ...price, cacheWriteMicroUsd: 0 }).costMicroUsd).toBe(
    tokens,
  );
});

it("takes files for what they may count, not for the length of their text", () => {
  const size = (mediaType: string, chars: number) => {
    const file = { name: "f", mediaType, digest: "d", base64: "x".repeat(chars) };
    const shown = { ...request, messages: [{ role: "user" as const, text: "go", files: [file] }] };
    return estimatedInputTokens(shown) - estimatedInputTokens(request);
  };
  expect(size("image/png", 900_000)).toBeLessThan(1_700);
  expect(size("application/pdf", 250_000)).toBeGreaterThan(9_000 - 1);
  expect(size("application/pdf", 10_000_000)).toBeLessThan(121_000);
});

it("knows no cost without a price", () => {
  expect(worstCase(estimatedInputTokens(request), 500, undefined)).toEqual({
    tokens: estimatedInputTokens(request) + 500,
  });
});
