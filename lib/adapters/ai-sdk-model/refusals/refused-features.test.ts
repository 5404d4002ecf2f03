import { afterEach, describe, expect, it } from "vitest";
import { isJsonObject } from "@/lib/core/json";
import type { ModelRequest, ToolSpec } from "@/lib/core/ports";
import { recordedCalls } from "@/lib/testing/recordings";
import { createOpenAiWireServer, type WireRequest, type WireServer } from "@/lib/testing/wire/openai-server";
import { createAiSdkModel } from "..";

/** An endpoint that refuses what its model does not take, in the words of real ones. */
let server: WireServer;
afterEach(() => server.close());

const LOOKUP: ToolSpec = { name: "lookup", description: "Looks up", inputSchema: { type: "object" } };
const output = { name: "trip", schema: { type: "object", properties: { days: { type: "integer" } } } };

type Refusal = {
  when: (body: WireRequest["body"]) => boolean;
  status?: number;
  message: string;
  param?: string;
};

async function open(...refusals: Refusal[]) {
  server = await createOpenAiWireServer({
    respond({ body }) {
      const refusal = refusals.find(({ when }) => when(body));
      if (!refusal) return { kind: "answer", text: "ok" };
      const { status = 400, message, param } = refusal;
      const error = { message, type: "invalid_request_error", ...(param !== undefined && { param }) };
      return { kind: "error", status, error: JSON.stringify({ error }) };
    },
  });
  const model = createAiSdkModel({
    providers: { wire: { kind: "openai-compatible", baseUrl: server.baseUrl } },
    models: [{ id: "wire:one" }, { id: "wire:two" }],
  });
  const ask = (request: Partial<ModelRequest>, modelId = "wire:one") =>
    model.call(
      { modelId, system: "Be brief.", messages: [{ role: "user", text: "Hello?" }], ...request },
      { signal: new AbortController().signal },
    );
  const info = (id = "wire:one") => model.list().find((one) => one.id === id);
  return { ask, info };
}

const has = (key: string) => (body: WireRequest["body"]) => body[key] !== undefined;
const sent = (key: string) => server.requests.map(({ body }) => body[key] !== undefined);

describe("a part of a request that a model does not take", () => {
  const recorded = recordedCalls().find(({ number }) => number === "074");
  const words = recorded && "body" in recorded.answer ? recorded.answer.body.error.message : "";

  it.each<[string, Refusal]>([
    ["recorded words", { when: has("response_format"), message: words }],
    ["a parameter", { when: has("response_format"), message: "Invalid value", param: "response_format" }],
    [
      "a status of its own",
      { when: has("response_format"), status: 422, message: "json_schema is not supported" },
    ],
  ])(
    "is left out of the same request, and of all later ones to the model: the schema, by %s",
    async (_, refusal) => {
      const { ask, info } = await open(refusal);
      expect(await ask({ output })).toMatchObject({ text: "ok" });
      expect(sent("response_format")).toEqual([true, false]);
      expect(info()).toMatchObject({ jsonSchema: false });
      await ask({ output });
      expect(sent("response_format")).toEqual([true, false, false]);
      expect(info("wire:two")).not.toHaveProperty("jsonSchema");
    },
  );

  it("is the form of its answer: what takes no bare JSON may take a schema", async () => {
    const message = "'response_format.type' must be 'json_schema' or 'text'";
    const isBare = ({ response_format: form }: WireRequest["body"]) =>
      isJsonObject(form) && form.type === "json_object";
    const { ask, info } = await open({ when: isBare, message });
    for (const form of [{ json: true as const }, { json: true as const }, { output }])
      expect(await ask(form)).toMatchObject({ text: "ok" });
    expect(sent("response_format")).toEqual([true, false, false, true]);
    expect(info()).not.toHaveProperty("jsonSchema");
  });

  it("is its limit of the answer's length", async () => {
    const message = "Unsupported parameter: 'max_tokens' is not supported with this model.";
    const { ask } = await open({ when: has("max_tokens"), message });
    expect(await ask({ maxOutputTokens: 300, output })).toMatchObject({ text: "ok" });
    expect(sent("max_tokens")).toEqual([true, false]);
    expect(sent("response_format")).toEqual([true, true]);
  });

  it.each([
    ["its parameter", { param: "reasoning_effort", message: "Unsupported value" }],
    ["tools beside it", { message: "Function tools with reasoning_effort are not supported" }],
    ["reasoning at all", { message: '"llama3" does not support thinking' }],
  ])("is a reasoning effort, by %s; another one is tried", async (_, words) => {
    const { ask, info } = await open({ when: has("reasoning_effort"), ...words });
    await ask({ reasoningEffort: "high", tools: [LOOKUP], output });
    await ask({ reasoningEffort: "high" });
    await ask({ reasoningEffort: "low" });
    expect(sent("reasoning_effort")).toEqual([true, false, false, true, false]);
    expect(info()).not.toHaveProperty("toolCalling");
    expect(info()).not.toHaveProperty("jsonSchema");
  });

  it("is a temperature that it does not take", async () => {
    const { ask } = await open({
      when: has("temperature"),
      message: "Unsupported value: 'temperature' does not support 0 with this model",
    });
    await ask({ temperature: 0 });
    await ask({ temperature: 0 });
    expect(sent("temperature")).toEqual([true, false, false]);
  });

  it("may be one after the other", async () => {
    const { ask } = await open(
      { when: has("max_tokens"), message: "max_tokens is too large: 300" },
      { when: has("response_format"), message: "response_format is not supported by this model" },
    );
    await ask({ maxOutputTokens: 300, output });
    expect([sent("max_tokens"), sent("response_format")]).toEqual([
      [true, false, false],
      [true, true, false],
    ]);
  });

  it.each([
    ["this schema", {}, "Invalid schema for response_format 'trip': 'additionalProperties' is required"],
    ["it beside tools", { tools: [LOOKUP] }, "Function calling with a response mime type is unsupported"],
  ])("is forgotten where only %s was refused", async (_, request, message) => {
    const { ask, info } = await open({ when: has("response_format"), message });
    await ask({ output, ...request });
    expect(sent("response_format")).toEqual([true, false]);
    expect(info()).not.toHaveProperty("jsonSchema");
    expect(info()).not.toHaveProperty("toolCalling");
  });

  it("is forgotten where the context of this request left no room for so long an answer", async () => {
    const { ask } = await open({
      when: has("max_tokens"),
      message: "'max_tokens' is too large: 300. This model's maximum context length is 400 tokens",
    });
    await ask({ maxOutputTokens: 300 });
    await ask({ maxOutputTokens: 300 });
    expect(sent("max_tokens")).toEqual([true, false, true, false]);
  });

  it.each([
    "This model does not support tools",
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    "No endpoints found that support tool use",
  ])("is a failure where it is the tools, and known from then on: %s", async (message) => {
    const { ask, info } = await open({ when: has("tools"), message });
    await expect(ask({ tools: [LOOKUP] })).rejects.toMatchObject({ code: "bad_request" });
    expect(server.requests).toHaveLength(1);
    expect(info()).toMatchObject({ toolCalling: "json" });
  });
});

describe("any other refusal", () => {
  it.each([
    ["of what was not sent", {}, "response_format is not supported", 1],
    ["of a setting of one tool", { tools: [LOOKUP] }, "tools.0.custom.strict: should be a valid boolean", 2],
    ["of the whole", { output, tools: [LOOKUP] }, "messages: at least one message is required", 2],
  ])("is none of a part, and is tried once with simple schemas: %s", async (_, request, message, times) => {
    const { ask, info } = await open({ when: () => true, message });
    await expect(ask(request)).rejects.toMatchObject({ code: "bad_request" });
    expect(server.requests).toHaveLength(times);
    expect(info()).not.toHaveProperty("toolCalling");
  });

  it("of an outage's status changes nothing", async () => {
    const { ask } = await open({
      when: () => true,
      status: 503,
      message: "response_format is not supported",
    });
    await expect(ask({ output })).rejects.toMatchObject({ code: "unavailable" });
    expect(server.requests).toHaveLength(1);
  });
});
