import { describe, expect, it } from "vitest";
import type { StoredModel, StoredModels, StoredProvider } from "@/lib/core/models/providers";
import { createOpenAiWireServer } from "@/lib/testing/wire/openai-server";
import { environmentModels } from "./environment-models";
import { workspaceModels } from "./workspace-models";

const simulated = { provider: "simulated", model: "scenarios", languageModel: undefined as never };
const KEYLESS = environmentModels({ keys: {}, simulated });
const KEYED = environmentModels({ keys: { openai: "sk-environment" }, simulated });

/** Seals by a word in front, so that tests see what was opened. */
const secrets = { open: (sealed: string) => (sealed.startsWith("sealed ") ? sealed.slice(7) : undefined) };

const local = (more: Partial<StoredProvider> = {}): StoredProvider => ({
  name: "local",
  kind: "openai-compatible",
  baseUrl: "http://127.0.0.1:1/v1",
  api: null,
  sealedKey: null,
  sealedHeaders: null,
  enabled: true,
  ...more,
});

const row = (id: string, more: Partial<StoredModel> = {}): StoredModel => ({
  id,
  provider: id.split(":")[0] ?? "",
  label: null,
  enabled: true,
  inputMicroUsd: null,
  cachedInputMicroUsd: null,
  outputMicroUsd: null,
  contextTokens: null,
  maxOutputTokens: null,
  toolCalling: "native",
  jsonSchema: true,
  maxConcurrent: null,
  tokensPerMinute: null,
  reasoningEffort: null,
  temperature: null,
  images: null,
  pdf: null,
  ...more,
});

const open = (stored: Partial<StoredModels>, fixed = KEYLESS) =>
  workspaceModels(
    fixed,
    { providers: [], models: [], defaults: [], roles: [], ...stored },
    { secrets, fetchFor: () => fetch },
  );

const idsOf = (of: ReturnType<typeof open>) => of.model.list().map(({ id }) => id);

async function failureOf({ model }: ReturnType<typeof open>, modelId: string) {
  const messages = [{ role: "user" as const, text: "?" }];
  const signal = new AbortController().signal;
  return model.call({ modelId, system: "", messages }, { signal }).then(
    () => expect.unreachable("the call should fail"),
    ({ code, message }: { code: string; message: string }) => ({ code, message }),
  );
}

describe("what is said of a role", () => {
  const said = { reasoningEffort: null, temperature: null, maxOutputTokens: null, fallbacks: [] };

  it("is its own, else that of the default role, with the fallback models that can be called", () => {
    const roles = [
      {
        ...said,
        role: "default",
        temperature: 0.1,
        fallbacks: ["local:b", "local:gone", "simulated:scenarios"],
      },
      { ...said, role: "agent", reasoningEffort: "low" as const, maxOutputTokens: 900 },
      { ...said, role: "critic", temperature: 0, fallbacks: ["local:a"] },
    ];
    const { settingsOfRole } = open({
      providers: [local()],
      models: [row("local:a"), row("local:b")],
      roles,
    });
    expect(settingsOfRole("agent")).toEqual({
      reasoningEffort: "low",
      temperature: 0.1,
      maxOutputTokens: 900,
      fallbacks: ["local:b"],
    });
    expect(settingsOfRole("critic")).toEqual({ temperature: 0, fallbacks: ["local:a"] });
    expect(open({}).settingsOfRole("agent")).toEqual({ fallbacks: [] });
  });
});

describe("the models of a workspace", () => {
  it("are the simulated one without any key", () => {
    const models = open({});
    const price = { inputMicroUsd: 1_000_000, cachedInputMicroUsd: 100_000, outputMicroUsd: 4_000_000 };
    expect(models.model.list()).toEqual([
      { id: "simulated:scenarios", provider: "simulated", simulated: true, price },
    ]);
    expect(models.defaultModelOf("planner")).toBe("simulated:scenarios");
    expect(models.modelProviders).toEqual([{ name: "simulated", kind: "simulated", from: "built_in" }]);
  });

  it("are those of the environment, of the settings, and the simulated one last", () => {
    const models = open({ providers: [local()], models: [row("local:llama3:8b")] }, KEYED);
    expect(idsOf(models)).toEqual([
      "openai:gpt-6.1-sol",
      "openai:gpt-6.1-terra",
      "openai:gpt-6-luna",
      "local:llama3:8b",
      "simulated:scenarios",
    ]);
    expect(models.modelProviders).toEqual([
      { name: "openai", kind: "openai", from: "environment" },
      { name: "simulated", kind: "simulated", from: "built_in" },
      { name: "local", kind: "openai-compatible", from: "settings" },
    ]);
  });

  it("are what the settings say of them, and else what the lists of prices say", () => {
    const own = row("openai:gpt-6-luna", {
      label: "Luna",
      inputMicroUsd: 7,
      outputMicroUsd: 9,
      contextTokens: 1_000,
      maxOutputTokens: 100,
      toolCalling: "json",
      jsonSchema: false,
      maxConcurrent: 3,
      reasoningEffort: "low",
      temperature: 0.5,
      images: false,
    });
    const found = open({ models: [own, row("openai:gpt-5-mini")] }, KEYED).model.list();
    expect(found.find(({ id }) => id === own.id)).toEqual({
      id: "openai:gpt-6-luna",
      provider: "openai",
      label: "Luna",
      price: { inputMicroUsd: 7, outputMicroUsd: 9 },
      contextTokens: 1_000,
      maxOutputTokens: 100,
      toolCalling: "json",
      jsonSchema: false,
      limits: { maxConcurrent: 3 },
      reasoningEffort: "low",
      temperature: 0.5,
      images: false,
      pdf: true,
      simulated: false,
    });
    expect(found.find(({ id }) => id === "openai:gpt-5-mini")).toMatchObject({
      price: { inputMicroUsd: 250_000 },
      priceAsOf: expect.any(String),
    });
  });

  it("go to the address of the settings, with the key and the headers that were sealed", async () => {
    const server = await createOpenAiWireServer({ respond: () => ({ kind: "answer", text: "hello" }) });
    const sealed = { sealedKey: "sealed sk-secret", sealedHeaders: 'sealed {"x-team":"blue"}' };
    const provider = local({ baseUrl: server.baseUrl, ...sealed });
    const { model } = open({ providers: [provider], models: [row("local:a")] });
    const messages = [{ role: "user" as const, text: "?" }];
    const request = { modelId: "local:a", system: "", messages };
    expect((await model.call(request, { signal: new AbortController().signal })).text).toBe("hello");
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: "Bearer sk-secret",
      "x-team": "blue",
    });
    await server.close();
  });

  it.each(["openai", "anthropic", "google", "gateway"] as const)("may come from %s too", (kind) => {
    const provider = local({ name: "mine", kind, baseUrl: null, sealedKey: "sealed k", api: null });
    expect(idsOf(open({ providers: [provider], models: [row("mine:x")] }))).toContain("mine:x");
  });

  it("of the environment keep their provider, no matter who takes its name", () => {
    const taken = local({ name: "openai", baseUrl: "http://127.0.0.1:1/v1" });
    const models = open({ providers: [taken] }, KEYED);
    expect(models.modelProviders.filter(({ name }) => name === "openai")).toMatchObject([
      { from: "environment" },
    ]);
  });
});

describe("a model that cannot be called", () => {
  it.each([
    ["was switched off", { models: [row("local:a", { enabled: false })] }, "local:a is switched off"],
    ["was never added, or removed", { models: [] }, "not among the models"],
    [
      "has a provider that was switched off",
      { providers: [local({ enabled: false })] },
      "local is switched off",
    ],
    ["has a provider that was removed", { providers: [] }, "known provider"],
  ])("is unknown when it %s", async (_why, more, message) => {
    const models = open({ providers: [local()], models: [row("local:a")], ...more });
    expect(idsOf(models)).toEqual(["simulated:scenarios"]);
    expect(await failureOf(models, "local:a")).toEqual({
      code: "unknown_model",
      message: expect.stringContaining(message),
    });
  });

  it("has a key that this installation's secret does not open", async () => {
    for (const sealed of [{ sealedKey: "other" }, { sealedHeaders: "other" }]) {
      const models = open({ providers: [local(sealed)], models: [row("local:a")] });
      expect(models.modelProviders.at(-1)).toMatchObject({ name: "local", unavailable: "sealed" });
      expect(await failureOf(models, "local:a")).toMatchObject({ code: "auth" });
    }
  });

  it("of the environment can be switched off like others; what is not listed can still be named", async () => {
    const models = open({ models: [row("openai:gpt-6-luna", { enabled: false })] }, KEYED);
    expect(idsOf(models)).not.toContain("openai:gpt-6-luna");
    expect(await failureOf(models, "openai:gpt-6-luna")).toMatchObject({ code: "unknown_model" });
  });
});

describe("the model of a role", () => {
  const providers = [local()];
  const models = ["a", "b", "c"].map((name) => row(`local:${name}`));

  it("is its own, else the workspace's, else the first one", () => {
    const defaults = [
      { role: "default", modelId: "local:b" },
      { role: "planner", modelId: "local:c" },
    ];
    const chosen = open({ providers, models, defaults });
    expect(["planner", "agent"].map(chosen.defaultModelOf)).toEqual(["local:c", "local:b"]);
    expect(open({ providers, models }).defaultModelOf("agent")).toBe("local:a");
    const removed = open({ providers, models: models.slice(0, 2), defaults });
    expect(removed.defaultModelOf("planner")).toBe("local:b");
  });

  it("is the one that the environment prefers, where the settings name none", () => {
    const fixed = environmentModels({
      keys: { openai: "k" },
      compatible: { baseUrl: "http://127.0.0.1:1/v1" },
      simulated,
      preferredId: "openai-compatible:llama",
    });
    expect(open({ providers, models }, fixed).defaultModelOf("agent")).toBe("openai-compatible:llama");
    const defaults = [{ role: "default", modelId: "local:b" }];
    expect(open({ providers, models, defaults }, fixed).defaultModelOf("agent")).toBe("local:b");
  });

  it("may be the simulated one by choice", () => {
    const fixed = environmentModels({ keys: { google: "k" }, simulated, preferredId: "simulated:scenarios" });
    expect(open({}, fixed).defaultModelOf("agent")).toBe("simulated:scenarios");
    expect(idsOf(open({}, fixed))).toEqual([
      "google:gemini-3.1-pro-preview",
      "google:gemini-3.8-flash",
      "simulated:scenarios",
    ]);
  });
});
