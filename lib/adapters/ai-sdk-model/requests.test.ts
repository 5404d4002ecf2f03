import { afterEach, describe, expect, it } from "vitest";
import type { ToolSpec } from "@/lib/core/ports";
import { createOpenAiWireServer } from "@/lib/testing/wire/openai-server";
import { openWireModel, WIRE_KEY, type WireModel } from "@/lib/testing/wire/wire-model";
import { createAiSdkModel } from ".";

const LOOKUP: ToolSpec = {
  name: "lookup",
  description: "Looks a word up",
  inputSchema: { type: "object", properties: { word: { type: "string" } } },
};

let wire: WireModel;
afterEach(() => wire.server.close());

async function sent(
  request: Parameters<WireModel["ask"]>[0] = {},
  kind: Parameters<typeof openWireModel>[0] = "openai-compatible",
) {
  wire = await openWireModel(kind);
  wire.reply({ kind: "answer", text: "ok" });
  await wire.ask(request);
  expect(wire.server.requests).toHaveLength(1);
  return wire.server.requests[0];
}

describe("what is sent", () => {
  it("is the model's own name, the system text and the messages, streamed, with usage asked for", async () => {
    const request = await sent({ maxOutputTokens: 300 });
    expect(request?.path).toBe("/v1/chat/completions");
    expect(request?.headers.authorization).toBe(`Bearer ${WIRE_KEY}`);
    expect(request?.body).toEqual({
      model: "some-model",
      max_tokens: 300,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hello?" },
      ],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it.each([
    ["google", "/v1/models/some-model:streamGenerateContent", "x-goog-api-key", WIRE_KEY],
    ["gateway", "/v1/language-model", "authorization", `Bearer ${WIRE_KEY}`],
    ["anthropic", "/v1/messages", "x-api-key", WIRE_KEY],
  ] as const)("goes to %s with its own address and key", async (kind, path, header, value) => {
    const request = await sent({}, kind);
    expect(request?.path).toBe(path);
    expect(request?.headers[header]).toBe(value);
  });

  it("has no schema for a model that takes none", async () => {
    const server = await createOpenAiWireServer({ respond: () => ({ kind: "answer", text: "{}" }) });
    const model = createAiSdkModel({
      providers: {
        wire: { kind: "openai-compatible", baseUrl: server.baseUrl, headers: { "x-team": "blue" } },
      },
      models: [{ id: "wire:plain", jsonSchema: false }],
    });
    const output = { name: "thing", schema: { type: "object" } };
    const messages = [{ role: "user" as const, text: "As JSON" }];
    const signal = new AbortController().signal;
    await model.call({ modelId: "wire:plain", system: "", messages, output }, { signal });
    expect(server.requests[0]?.body).not.toHaveProperty("response_format");
    expect(server.requests[0]?.headers["x-team"]).toBe("blue");
    await server.close();
  });

  it("has no system message when there is nothing to say in it", async () => {
    const request = await sent({ system: "" });
    expect(request?.body.messages).toEqual([{ role: "user", content: "Hello?" }]);
  });

  it("offers tools by name, description and schema, in the order given", async () => {
    const request = await sent({ tools: [LOOKUP, { ...LOOKUP, name: "again" }] });
    const { description, inputSchema: parameters } = LOOKUP;
    expect(request?.body).toMatchObject({
      tools: [
        { type: "function", function: { name: "lookup", description, parameters } },
        { type: "function", function: { name: "again", description, parameters } },
      ],
      tool_choice: "auto",
    });
  });

  it("asks for strict JSON where the schema allows it", async () => {
    const schema = {
      type: "object",
      properties: { a: { type: "string" } },
      required: ["a"],
      additionalProperties: false,
    };
    const request = await sent({ output: { name: "thing", schema } });
    expect(request?.body.response_format).toEqual({
      type: "json_schema",
      json_schema: { name: "thing", schema, strict: true },
    });
  });

  it.each(["openai-compatible", "openai chat"] as const)("asks %s for loose JSON otherwise", async (kind) => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    const request = await sent({ output: { name: "thing", schema } }, kind);
    expect(request?.body.response_format).toMatchObject({ json_schema: { schema, strict: false } });
  });

  it("is an answer's own words and calls again, with the results after them", async () => {
    wire = await openWireModel("openai-compatible");
    const toolCalls = [
      { id: "call_1", tool: "lookup", args: { word: "ledger" } },
      { id: "call_2", tool: "lookup", args: { word: "lease" } },
    ];
    wire.reply({ kind: "answer", reasoning: ["Two ", "words."], text: "Let me look.", toolCalls });
    const first = await wire.ask({ tools: [LOOKUP] });
    wire.reply({ kind: "answer", text: "done" });
    await wire.ask({
      tools: [LOOKUP],
      messages: [
        { role: "user", text: "Hello?" },
        { role: "assistant", verbatim: first.verbatim },
        {
          role: "tool",
          results: [
            { callId: "call_1", tool: "lookup", output: { meaning: "a book" }, isError: false },
            { callId: "call_2", tool: "lookup", output: "no such word", isError: true },
          ],
        },
      ],
    });
    const asked = (word: string, id: string) => ({
      id,
      type: "function",
      function: { name: "lookup", arguments: JSON.stringify({ word }) },
    });
    expect(wire.server.requests[1]?.body.messages).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello?" },
      {
        role: "assistant",
        content: "Let me look.",
        reasoning_content: "Two words.",
        tool_calls: [asked("ledger", "call_1"), asked("lease", "call_2")],
      },
      { role: "tool", tool_call_id: "call_1", content: '{"meaning":"a book"}' },
      { role: "tool", tool_call_id: "call_2", content: "no such word" },
    ]);
  });

  it("returns Anthropic's signed thinking as it came", async () => {
    wire = await openWireModel("anthropic");
    const toolCalls = [{ id: "call_1", tool: "lookup", args: { word: "lease" } }];
    wire.reply({ kind: "answer", reasoning: ["Hm."], toolCalls }, { kind: "answer", text: "done" });
    const first = await wire.ask({ tools: [LOOKUP] });
    const results = [{ callId: "call_1", tool: "lookup", output: { gone: true }, isError: true }];
    await wire.ask({
      tools: [LOOKUP],
      messages: [
        { role: "user", text: "Hello?" },
        { role: "assistant", verbatim: first.verbatim },
        { role: "tool", results },
      ],
    });
    expect(wire.server.requests[1]?.body.messages).toMatchObject([
      { role: "user" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm.", signature: "signed" },
          { type: "tool_use", id: "call_1", name: "lookup", input: { word: "lease" } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", is_error: true }] },
    ]);
  });

  it("says to Anthropic up to where it may keep a conversation, and what a role's calls share", async () => {
    wire = await openWireModel("anthropic");
    const point = { cache_control: { type: "ephemeral" } };
    const turn = { kind: "answer" as const, toolCalls: [{ id: "call_1", tool: "lookup", args: {} }] };
    wire.reply(turn, { kind: "answer", text: "done" }, { kind: "answer", text: "done" });
    const first = await wire.ask({ tools: [LOOKUP] });
    const results = [{ callId: "call_1", tool: "lookup", output: 7, isError: false }];
    await wire.ask({
      tools: [LOOKUP],
      messages: [
        { role: "user", text: "Hello?" },
        { role: "assistant", verbatim: first.verbatim },
        { role: "tool", results },
      ],
    });
    await wire.ask();
    const [begun, next, alone] = wire.server.requests.map(({ body }) => body);
    expect(begun).toMatchObject({ system: [point], messages: [{ content: [point] }] });
    expect(next).toMatchObject({
      system: [point],
      messages: [{ content: [point] }, { role: "assistant" }, { content: [point] }],
    });
    expect(JSON.stringify(next).match(/cache_control/g)).toHaveLength(3);
    expect(alone).toMatchObject({ system: [point] });
    expect(JSON.stringify(alone).match(/cache_control/g)).toHaveLength(1);
  });

  it.each(["openai chat", "openai responses"] as const)("gives %s the key of its prefix", async (kind) => {
    const keyOf = async (cacheKey: string) => (await sent({ cacheKey }, kind))?.body.prompt_cache_key;
    expect(await keyOf("run/task/agent")).toMatch(/^[0-9a-f]{32}$/);
    expect(await keyOf("run/task/agent")).toBe(await keyOf("run/task/agent"));
    expect(await keyOf("run/task/agent")).not.toBe(await keyOf("run/task/critic"));
    expect((await sent({}, kind))?.body).not.toHaveProperty("prompt_cache_key");
  });

  it("gives other endpoints no key that they may not know", async () => {
    const request = await sent({ cacheKey: "k" });
    expect(JSON.stringify(request?.body)).not.toContain("prompt_cache_key");
  });

  it("keeps nothing at OpenAI: Responses get their sealed reasoning back", async () => {
    wire = await openWireModel("openai responses");
    const toolCalls = [{ id: "call_1", tool: "lookup", args: { word: "lease" } }];
    wire.reply({ kind: "answer", reasoning: ["Hm."], toolCalls }, { kind: "answer", text: "done" });
    const modelId = "wire:gpt-5-mini";
    const first = await wire.ask({ modelId, tools: [LOOKUP] });
    await wire.ask({
      modelId,
      tools: [LOOKUP],
      messages: [
        { role: "user", text: "Hello?" },
        { role: "assistant", verbatim: first.verbatim },
        { role: "tool", results: [{ callId: "call_1", tool: "lookup", output: 7, isError: false }] },
      ],
    });
    const body = wire.server.requests[1]?.body;
    expect(body).toMatchObject({ store: false, include: ["reasoning.encrypted_content"] });
    expect(body?.input).toMatchObject([
      { role: "developer" },
      { role: "user" },
      { type: "reasoning", encrypted_content: "sealed" },
      { type: "function_call", call_id: "call_1", name: "lookup", arguments: '{"word":"lease"}' },
      { type: "function_call_output", call_id: "call_1", output: "7" },
    ]);
  });
});
