import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listedModel, PRICES_AS_OF, PRICES_VERSION } from "./list-prices";
import type { ProviderSettings } from "./provider-settings";

const NOW = new Date("2026-11-20T12:00:00Z");
const keyed = (kind: "openai" | "anthropic" | "google" | "gateway"): ProviderSettings => ({
  kind,
  apiKey: "k",
});
const at = (baseUrl: string): ProviderSettings => ({ kind: "openai-compatible", baseUrl });
const OPENROUTER = at("https://openrouter.ai/api/v1");

/** US dollars per million tokens: input, cached input, output. */
function dollars(settings: ProviderSettings, name: string, now = NOW) {
  const { price } = listedModel(settings, name, now);
  if (!price) return;
  const { inputMicroUsd, cachedInputMicroUsd, outputMicroUsd } = price;
  return [inputMicroUsd, cachedInputMicroUsd, outputMicroUsd].map((micro) => micro && micro / 1_000_000);
}

describe("the list price", () => {
  it.each([
    [keyed("openai"), "gpt-5-mini", [0.25, 0.025, 2]],
    [keyed("openai"), "gpt-6-luna", [0.1, 0.01, 0.5]],
    [keyed("openai"), "gpt-4.1-2025-04-14", [2, 0.5, 8]],
    // A snapshot with a price of its own.
    [keyed("openai"), "gpt-4o-2024-05-13", [5, undefined, 15]],
    [keyed("anthropic"), "claude-sonnet-5", [2, 0.2, 10]],
    [keyed("anthropic"), "claude-haiku-4-5-20251001", [1, 0.1, 5]],
    [keyed("google"), "gemini-2.5-flash", [0.3, 0.03, 2.5]],
    [keyed("google"), "gemini-3.1-pro-preview", [2, 0.2, 12]],
    [keyed("gateway"), "anthropic/claude-opus-4.5", [5, 0.5, 25]],
    [keyed("gateway"), "openai/gpt-5-mini", [0.25, 0.025, 2]],
    [OPENROUTER, "anthropic/claude-opus-5.5", [4, 0.2, 20]],
    // Added by hand: the package does not know them yet.
    [keyed("openai"), "gpt-6.1-sol", [2, 0.1, 10]],
    [keyed("anthropic"), "claude-sonnet-5-5-20261101", [2, 0.1, 10]],
    [keyed("gateway"), "anthropic/claude-haiku-5.5", [0.1, 0.01, 0.5]],
  ] as const)("of %j %s is known", (settings, name, expected) => {
    expect(dollars(settings, name)).toEqual(expected);
  });

  it.each([
    [keyed("openai"), "gpt-99"],
    [keyed("openai"), "constructor"],
    [keyed("openai"), ""],
    [keyed("openai"), "claude-sonnet-5"],
    // Names that begin like a known model's are other models.
    [keyed("anthropic"), "claude-sonnet-5-9"],
    [keyed("anthropic"), "claude-opus-5-mega"],
    [keyed("google"), "gemini-2.5-flash-ultra"],
    [keyed("gateway"), "gpt-5-mini"],
    [keyed("gateway"), "nobody/gpt-5-mini"],
    [at("http://127.0.0.1:11434/v1"), "gpt-4.1"],
    [at("https://evil.example/?of=https://openrouter.ai/api"), "anthropic/claude-opus-5.5"],
    // Its price is another at night.
    [at("https://api.deepseek.com"), "deepseek-chat"],
    [{ kind: "ready", languageModel: () => undefined as never }, "scenarios"],
  ] as [ProviderSettings, string][])("of %j %s is unknown", (settings, name) => {
    expect(listedModel(settings, name, NOW)).not.toHaveProperty("price");
  });

  it("has the rates of long requests, where they differ", () => {
    expect(listedModel(keyed("openai"), "gpt-6-sol", NOW).price).toEqual({
      inputMicroUsd: 2_000_000,
      cachedInputMicroUsd: 200_000,
      outputMicroUsd: 10_000_000,
      cacheWriteMicroUsd: 2_500_000,
      longer: [
        {
          aboveTokens: 272_000,
          inputMicroUsd: 4_000_000,
          cachedInputMicroUsd: 400_000,
          outputMicroUsd: 15_000_000,
          cacheWriteMicroUsd: 5_000_000,
        },
      ],
    });
    expect(listedModel(keyed("openai"), "gpt-5-mini", NOW).price).not.toHaveProperty("longer");
  });

  it("has what writing to a cache costs, where that is more than other input", () => {
    const cacheWrite = (settings: ProviderSettings, name: string) =>
      listedModel(settings, name, NOW).price?.cacheWriteMicroUsd;
    expect(cacheWrite(keyed("anthropic"), "claude-sonnet-5-5")).toBe(2_500_000);
    expect(cacheWrite(keyed("anthropic"), "claude-haiku-4-5")).toBe(1_250_000);
    expect(cacheWrite(keyed("openai"), "gpt-5-mini")).toBeUndefined();
  });

  it("is that of the day on which it is asked for", () => {
    const [before] = dollars(keyed("google"), "gemini-3.8-flash", NOW) ?? [];
    const [after] = dollars(keyed("google"), "gemini-3.8-flash", new Date("2027-01-02T00:00:00Z")) ?? [];
    expect(before).toBeGreaterThan(0);
    expect(after).not.toBe(before);
  });

  it("comes with its day, which changes with the package", () => {
    expect(listedModel(keyed("openai"), "gpt-5-mini", NOW).priceAsOf).toBe(PRICES_AS_OF);
    const file = new URL("../../../node_modules/@pydantic/genai-prices/package.json", import.meta.url);
    expect(JSON.parse(readFileSync(file, "utf8")).version).toBe(PRICES_VERSION);
  });
});

describe("the context size", () => {
  it.each([
    [keyed("openai"), "gpt-5-mini", 400_000],
    [keyed("anthropic"), "claude-opus-5", 1_000_000],
    [keyed("google"), "gemini-2.5-flash", 1_048_576],
    [keyed("openai"), "gpt-99", undefined],
  ])("of %j %s is %s", (settings, name, tokens) => {
    expect(listedModel(settings, name, NOW).contextTokens).toBe(tokens);
  });
});
