import { describe, expect, it } from "vitest";
import { createAiSdkModel, listPrice, PRICES_AS_OF } from ".";

const PROVIDERS = {
  openai: { kind: "openai" as const, apiKey: "k" },
  anthropic: { kind: "anthropic" as const, apiKey: "k" },
  local: { kind: "openai-compatible" as const, baseUrl: "http://127.0.0.1:1/v1" },
};

const ask = (modelId: string) => ({ modelId, system: "", messages: [{ role: "user" as const, text: "?" }] });
const context = { signal: new AbortController().signal };

describe("the list of models", () => {
  it("shows price, context and provider, and leaves unknown what is unknown", () => {
    const price = { inputMicroUsd: 0, outputMicroUsd: 0 };
    const model = createAiSdkModel({
      providers: PROVIDERS,
      models: [
        { id: "openai:gpt-5-mini", contextTokens: 400_000 },
        { id: "anthropic:claude-haiku-4-5-20251001" },
        { id: "local:llama3:8b" },
        { id: "openai:gpt-5-nano", price },
      ],
    });
    expect(model.list()).toEqual([
      {
        id: "openai:gpt-5-mini",
        provider: "openai",
        price: { inputMicroUsd: 250_000, cachedInputMicroUsd: 25_000, outputMicroUsd: 2_000_000 },
        contextTokens: 400_000,
        simulated: false,
      },
      {
        id: "anthropic:claude-haiku-4-5-20251001",
        provider: "anthropic",
        price: { inputMicroUsd: 1_000_000, cachedInputMicroUsd: 100_000, outputMicroUsd: 5_000_000 },
        simulated: false,
      },
      { id: "local:llama3:8b", provider: "local", simulated: false },
      { id: "openai:gpt-5-nano", provider: "openai", price, simulated: false },
    ]);
  });

  it("may not name a provider that nobody configured", () => {
    const create = () => createAiSdkModel({ providers: PROVIDERS, models: [{ id: "acme:x" }] });
    expect(create).toThrow("acme:x");
  });
});

describe("a call of an unknown provider", () => {
  it.each(["acme:x", "gpt-5", ":x", ""])("fails for %j before anything is sent", async (modelId) => {
    const model = createAiSdkModel({ providers: PROVIDERS, models: [] });
    await expect(model.call(ask(modelId), context)).rejects.toMatchObject({
      code: "unknown_model",
      message: expect.stringContaining("openai, anthropic, local"),
    });
  });
});

describe("list prices", () => {
  it("have a date", () => {
    expect(PRICES_AS_OF).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it("hold for dated names, and are not guessed for others", () => {
    expect(listPrice("openai", "gpt-4.1-2025-04-14")).toEqual(listPrice("openai", "gpt-4.1"));
    expect(listPrice("openai", "gpt-99")).toBeUndefined();
    expect(listPrice("openai", "constructor")).toBeUndefined();
    expect(listPrice("openai-compatible", "gpt-4.1")).toBeUndefined();
  });
});
