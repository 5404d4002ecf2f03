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
  expect(worstCase(request, 500, price)).toEqual({ tokens: tokens + 500, costMicroUsd: tokens + 1_000 });
});

it("takes all input for written to a cache where that costs more", () => {
  const tokens = estimatedInputTokens(request);
  expect(worstCase(request, 0, { ...price, cacheWriteMicroUsd: 2_000_000 }).costMicroUsd).toBe(2 * tokens);
  expect(worstCase(request, 0, { ...price, cacheWriteMicroUsd: 0 }).costMicroUsd).toBe(tokens);
});

it("knows no cost without a price", () => {
  expect(worstCase(request, 500, undefined)).toEqual({ tokens: estimatedInputTokens(request) + 500 });
});
