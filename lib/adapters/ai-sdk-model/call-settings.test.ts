import { afterEach, describe, expect, it } from "vitest";
import type { ModelRequest } from "@/lib/core/ports";
import { openWireModel, type WireKind, type WireModel } from "@/lib/testing/wire/wire-model";
import { createAiSdkModel } from ".";

let wire: WireModel;
afterEach(() => wire.server.close());

async function sent(kind: WireKind, modelName: string, request: Partial<ModelRequest>) {
  wire = await openWireModel(kind);
  wire.reply({ kind: "answer", text: "ok" });
  await wire.ask({ modelId: `wire:${modelName}`, ...request });
  return wire.server.requests[0]?.body;
}

describe("a reasoning effort", () => {
  it.each<[WireKind, string, object]>([
    ["openai-compatible", "some-model", { reasoning_effort: "low" }],
    ["openai chat", "gpt-5-mini", { reasoning_effort: "low" }],
    ["openai responses", "gpt-5-mini", { reasoning: { effort: "low" } }],
    ["anthropic", "claude-sonnet-5-5", { thinking: { type: "adaptive" }, output_config: { effort: "low" } }],
    ["google", "gemini-3.1-pro-preview", { thinkingConfig: { thinkingLevel: "low", includeThoughts: true } }],
  ])("goes to %s %s as its own option", async (kind, name, option) => {
    const body = await sent(kind, name, { reasoningEffort: "low" });
    expect(kind === "google" ? body?.generationConfig : body).toMatchObject(option);
  });

  it.each<[WireKind, string]>([
    ["anthropic", "claude-sonnet-4-20250514"],
    ["google", "gemini-2.5-flash"],
  ])("goes to an older model of %s (%s) as a budget", async (kind, name) => {
    const budgetOf = async (reasoningEffort: "low" | "high") => {
      const body = JSON.stringify(await sent(kind, name, { reasoningEffort }));
      return Number(/"(?:budget_tokens|thinkingBudget)":(\d+)/.exec(body)?.[1]);
    };
    const low = await budgetOf("low");
    await wire.server.close();
    expect(low).toBeGreaterThan(0);
    expect(await budgetOf("high")).toBeGreaterThan(low);
  });

  it("is not sent where nobody says one", async () => {
    expect(JSON.stringify(await sent("openai chat", "gpt-5-mini", {}))).not.toMatch(/reasoning|temperature/);
  });
});

describe("a temperature", () => {
  it.each<[WireKind, string]>([
    ["openai-compatible", "some-model"],
    ["openai chat", "gpt-4.1"],
    ["anthropic", "claude-sonnet-4-20250514"],
  ])("goes to %s %s", async (kind, name) => {
    expect(await sent(kind, name, { temperature: 0.5 })).toMatchObject({ temperature: 0.5 });
  });

  it("is not sent to a model that is known to take none", async () => {
    expect(await sent("openai chat", "gpt-5-mini", { temperature: 0.5 })).not.toHaveProperty("temperature");
  });
});

describe("what is said of a model", () => {
  it("holds where the request says nothing else", async () => {
    wire = await openWireModel("openai-compatible");
    const model = createAiSdkModel({
      providers: { wire: { kind: "openai-compatible", baseUrl: wire.server.baseUrl } },
      models: [{ id: "wire:m", reasoningEffort: "high", temperature: 0.2 }],
    });
    const request = { modelId: "wire:m", system: "", messages: [{ role: "user" as const, text: "?" }] };
    const { signal } = new AbortController();
    wire.reply({ kind: "answer", text: "ok" }, { kind: "answer", text: "ok" });
    await model.call(request, { signal });
    await model.call({ ...request, reasoningEffort: "none", temperature: 0 }, { signal });
    expect(wire.server.requests.map(({ body }) => [body.reasoning_effort, body.temperature])).toEqual([
      ["high", 0.2],
      ["none", 0],
    ]);
  });
});

describe("files", () => {
  const file = (name: string, mediaType: string) => ({ name, mediaType, digest: "d", base64: "aGVsbG8=" });
  const files = [file("scan.png", "image/png"), file("contract.pdf", "application/pdf")];

  it.each<[WireKind, string, RegExp, RegExp]>([
    [
      "openai chat",
      "gpt-5-mini",
      /"url":"data:image\/png;base64,aGVsbG8="/,
      /"file_data":"data:application\/pdf;base64,aGVsbG8="/,
    ],
    [
      "openai responses",
      "gpt-5-mini",
      /"image_url":"data:image\/png;base64,aGVsbG8="/,
      /"file_data":"data:application\/pdf;base64,aGVsbG8="/,
    ],
    ["openai-compatible", "some-model", /"url":"data:image\/png;base64,aGVsbG8="/, /application\/pdf/],
    [
      "anthropic",
      "claude-sonnet-5-5",
      /"type":"image","source":\{"type":"base64","media_type":"image\/png"/,
      /"type":"document"/,
    ],
    [
      "google",
      "gemini-3.1-pro-preview",
      /"mimeType":"image\/png","data":"aGVsbG8="/,
      /"mimeType":"application\/pdf"/,
    ],
  ])("go to %s %s as they are, before the words that speak of them", async (kind, name, image, pdf) => {
    const body = JSON.stringify(
      await sent(kind, name, { messages: [{ role: "user", text: "What is it?", files }] }),
    );
    expect(body).toMatch(image);
    expect(body).toMatch(pdf);
    expect(body.search(image)).toBeLessThan(body.indexOf("What is it?"));
  });
});

describe("what was written to a cache", () => {
  it("is told of the input", async () => {
    wire = await openWireModel("anthropic");
    const usage = { inputTokens: 100, outputTokens: 20, cachedInputTokens: 30, cacheWriteTokens: 50 };
    wire.reply({ kind: "answer", text: "ok", usage });
    expect((await wire.ask()).usage).toEqual(usage);
  });
});

describe("reasoning", () => {
  it.each<WireKind>(["openai-compatible", "anthropic", "google"])(
    "of %s arrives apart from the text",
    async (kind) => {
      wire = await openWireModel(kind);
      wire.reply({ kind: "answer", reasoning: ["Two ", "words."], text: ["It ", "is."] });
      const heard: string[] = [];
      const { text } = await wire.model.call(
        { modelId: wire.modelId, system: "", messages: [{ role: "user", text: "?" }] },
        {
          signal: new AbortController().signal,
          onText: (delta) => heard.push(`text ${delta}`),
          onReasoning: (delta) => heard.push(`reasoning ${delta}`),
        },
      );
      expect(text).toBe("It is.");
      expect(heard).toEqual(["reasoning Two ", "reasoning words.", "text It ", "text is."]);
    },
  );
});
