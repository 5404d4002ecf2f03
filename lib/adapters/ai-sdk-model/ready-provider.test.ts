import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { createAiSdkModel } from ".";

const NO_USAGE = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

const HELLO: LanguageModelV4StreamPart[] = [
  { type: "stream-start", warnings: [{ type: "unsupported", feature: "seed" }] },
  { type: "text-start", id: "1" },
  { type: "text-delta", id: "1", delta: "Hello" },
  { type: "text-end", id: "1" },
];

function playing(parts: LanguageModelV4StreamPart[]): LanguageModelV4 {
  return new MockLanguageModelV4({ doStream: async () => ({ stream: convertArrayToReadableStream(parts) }) });
}

function ask(
  languageModel: (name: string) => LanguageModelV4,
  log?: Parameters<typeof createAiSdkModel>[0]["log"],
) {
  const model = createAiSdkModel({
    providers: { simulated: { kind: "ready", languageModel, simulated: true } },
    models: [{ id: "simulated:scenarios" }],
    log,
  });
  return model.call(
    { modelId: "simulated:scenarios", system: "", messages: [{ role: "user", text: "Hi" }] },
    { signal: new AbortController().signal },
  );
}

describe("a ready-made provider", () => {
  it("is called by the model's own name, and its unknown usage stays unknown", async () => {
    const names: string[] = [];
    const finish = {
      type: "finish" as const,
      finishReason: { unified: "stop" as const, raw: undefined },
      usage: NO_USAGE,
    };
    const answer = await ask((name) => {
      names.push(name);
      return playing([...HELLO, finish]);
    });
    expect(names).toEqual(["scenarios"]);
    expect(answer).toMatchObject({ text: "Hello", finishReason: "stop", usage: {} });
  });

  it("that ends without a finish has broken off", async () => {
    await expect(ask(() => playing(HELLO))).rejects.toMatchObject({ code: "cut_stream" });
  });

  it("that finishes with an error is unavailable", async () => {
    const finish = {
      type: "finish" as const,
      finishReason: { unified: "error" as const, raw: "error" },
      usage: NO_USAGE,
    };
    await expect(ask(() => playing([...HELLO, finish]))).rejects.toMatchObject({ code: "unavailable" });
  });

  it("fails with the code that its error carries", async () => {
    const model = new MockLanguageModelV4({
      doStream: async () => {
        throw Object.assign(new Error("quota used up"), { code: "quota" });
      },
    });
    await expect(ask(() => model)).rejects.toMatchObject({
      code: "quota",
      message: "simulated has no quota or credit left: quota used up",
    });
  });

  it("tells the log, not the console, which settings it ignores", async () => {
    const lines: object[] = [];
    const log = { debug: (fields: object) => lines.push(fields), info() {}, warn() {}, error() {} };
    await ask(() => playing(HELLO), log).catch(() => undefined);
    expect(lines).toMatchObject([{ warnings: [{ feature: "seed" }] }]);
  });
});
