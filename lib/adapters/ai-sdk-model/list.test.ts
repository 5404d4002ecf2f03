import { describe, expect, it } from "vitest";
import { createAiSdkModel } from ".";

const PROVIDERS = {
  openai: { kind: "openai" as const, apiKey: "k" },
  anthropic: { kind: "anthropic" as const, apiKey: "k" },
  local: { kind: "openai-compatible" as const, baseUrl: "http://127.0.0.1:1/v1" },
};

const ask = (modelId: string) => ({ modelId, system: "", messages: [{ role: "user" as const, text: "?" }] });
const context = { signal: new AbortController().signal };

const SEEING = { images: true, pdf: true };

describe("the list of models", () => {
  it("shows price, context and provider, and leaves unknown what is unknown", () => {
    const price = { inputMicroUsd: 0, outputMicroUsd: 0 };
    const model = createAiSdkModel({
      providers: PROVIDERS,
      models: [
        { id: "openai:gpt-5-mini", contextTokens: 123_000 },
        { id: "anthropic:claude-haiku-4-5-20251001" },
        { id: "local:llama3:8b" },
        { id: "openai:gpt-5-nano", price, label: "Nano", limits: { maxConcurrent: 2 } },
      ],
    });
    expect(model.list()).toEqual([
      {
        id: "openai:gpt-5-mini",
        provider: "openai",
        price: { inputMicroUsd: 250_000, cachedInputMicroUsd: 25_000, outputMicroUsd: 2_000_000 },
        priceAsOf: "2026-09-23",
        contextTokens: 123_000,
        ...SEEING,
        simulated: false,
      },
      {
        id: "anthropic:claude-haiku-4-5-20251001",
        provider: "anthropic",
        price: {
          inputMicroUsd: 1_000_000,
          cachedInputMicroUsd: 100_000,
          outputMicroUsd: 5_000_000,
          cacheWriteMicroUsd: 1_250_000,
        },
        priceAsOf: "2026-09-23",
        contextTokens: 200_000,
        ...SEEING,
        simulated: false,
      },
      { id: "local:llama3:8b", provider: "local", simulated: false },
      {
        id: "openai:gpt-5-nano",
        provider: "openai",
        label: "Nano",
        price,
        contextTokens: 400_000,
        limits: { maxConcurrent: 2 },
        ...SEEING,
        simulated: false,
      },
    ]);
  });

  it.each<[string, string, object]>([
    ["openai", "gpt-3.5-turbo", {}],
    ["gateway", "anthropic/claude-sonnet-5.5", SEEING],
    ["gateway", "openai/o3-mini", {}],
    ["gateway", "meta/llama-4", {}],
  ])("knows of %s:%s what files it takes", (kind, name, files) => {
    const providers = { [kind]: { kind: kind as "openai" | "gateway", apiKey: "k" } };
    const [{ images, pdf } = {}] = createAiSdkModel({
      providers,
      models: [{ id: `${kind}:${name}` }],
    }).list();
    expect({ ...(images && { images }), ...(pdf && { pdf }) }).toEqual(files);
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

describe("a call that the settings refuse", () => {
  it("fails with their reason before anything is sent", async () => {
    const refuse = (id: string) =>
      id === "openai:off" ? Object.assign(new Error("off"), { code: "unknown_model" as const }) : undefined;
    const model = createAiSdkModel({ providers: PROVIDERS, models: [], refuse });
    await expect(model.call(ask("openai:off"), context)).rejects.toMatchObject({ message: "off" });
  });
});
