import { afterEach, describe, expect, it } from "vitest";
import type { ToolSpec } from "@/lib/core/ports";
import { openWireModel, WIRE_KINDS, type WireModel } from "@/lib/testing/wire/wire-model";

const LOOKUP: ToolSpec = { name: "lookup", description: "Looks up", inputSchema: { type: "object" } };

let wire: WireModel;
afterEach(() => wire.server.close());

describe.each(WIRE_KINDS)("an answer of %s", (kind) => {
  it("keeps the digits of arguments that a double would change, and sends them back", async () => {
    wire = await openWireModel(kind);
    const rawArgs = '{"id":9007199254740993,"n":1}';
    const args = { id: "9007199254740993", n: 1 };
    wire.reply({ kind: "answer", toolCalls: [{ id: "call_1", tool: "lookup", rawArgs }] });
    const answer = await wire.ask({ tools: [LOOKUP] });
    expect(answer.toolCalls).toMatchObject([{ tool: "lookup", args }]);
    expect(JSON.stringify(answer.verbatim)).toContain("9007199254740993");
    expect(JSON.stringify(answer.verbatim)).not.toContain("9007199254740992");
  });

  it("keeps unreadable arguments as they came, and can be sent back", async () => {
    wire = await openWireModel(kind);
    wire.reply({ kind: "answer", toolCalls: [{ id: "call_1", tool: "lookup", rawArgs: '{"word": "led' }] });
    const answer = await wire.ask({ tools: [LOOKUP] });
    expect(answer.toolCalls).toEqual([{ callId: "call_1", tool: "lookup", rawArgs: '{"word": "led' }]);
    expect(answer.verbatim).toMatchObject([{ role: "assistant" }]);

    wire.reply({ kind: "answer", text: "sorry" });
    const results = [{ callId: "call_1", tool: "lookup", output: "not JSON", isError: true }];
    const next = await wire.ask({
      tools: [LOOKUP],
      messages: [
        { role: "user", text: "Hello?" },
        { role: "assistant", verbatim: answer.verbatim },
        { role: "tool", results },
      ],
    });
    expect(next.text).toBe("sorry");
    const observation = JSON.stringify(wire.server.requests[1]?.body).match(/not JSON/g);
    expect(observation).toHaveLength(1);
  });

  it("passes on a call of a tool that nobody offered", async () => {
    wire = await openWireModel(kind);
    wire.reply({ kind: "answer", toolCalls: [{ id: "call_1", tool: "launch", args: { at: "dawn" } }] });
    const answer = await wire.ask({ tools: [LOOKUP] });
    expect(answer.toolCalls).toEqual([
      { callId: "call_1", tool: "launch", args: { at: "dawn" }, rawArgs: '{"at":"dawn"}' },
    ]);
    expect(answer.finishReason).toBe("tool_calls");
  });

  it("reports tokens of all kinds", async () => {
    wire = await openWireModel(kind);
    const usage = { inputTokens: 100, outputTokens: 20, cachedInputTokens: 64 };
    wire.reply({ kind: "answer", text: "ok", usage });
    expect((await wire.ask()).usage).toEqual(usage);
  });

  it("says when it was cut to length", async () => {
    wire = await openWireModel(kind);
    const word = { anthropic: "max_tokens", "openai responses": "max_output_tokens", google: "MAX_TOKENS" };
    const finishReason = word[kind as keyof typeof word] ?? "length";
    wire.reply({ kind: "answer", text: "and so", finishReason });
    expect(await wire.ask()).toMatchObject({ text: "and so", finishReason: "length" });
  });
});

describe("an answer over chat completions", () => {
  it.each(["openai chat", "openai-compatible"] as const)("of %s names a refusal", async (kind) => {
    wire = await openWireModel(kind);
    wire.reply({ kind: "answer", refused: ["I cannot ", "help with that."] });
    wire.reply({ kind: "answer", text: "ok", refused: [""] });
    expect(await wire.ask()).toMatchObject({ finishReason: "content_filter" });
    expect(await wire.ask()).toMatchObject({ text: "ok", finishReason: "stop" });
  });

  it("leaves out the counts that nobody reported", async () => {
    wire = await openWireModel("openai-compatible");
    wire.reply({ kind: "answer", text: "ok" });
    wire.reply({ kind: "answer", text: "ok", usage: { inputTokens: 5, outputTokens: 1 } });
    const unknown = await wire.ask();
    expect(unknown.usage).toEqual({});
    expect(unknown).not.toHaveProperty("reportedCostMicroUsd");
    expect((await wire.ask()).usage).toEqual({ inputTokens: 5, outputTokens: 1 });
  });

  it("keeps a reported zero", async () => {
    wire = await openWireModel("openai-compatible");
    const usage = { inputTokens: 5, outputTokens: 1, cachedInputTokens: 0, reasoningTokens: 0 };
    wire.reply({ kind: "answer", text: "ok", usage });
    expect((await wire.ask()).usage).toEqual(usage);
  });

  it("takes the cost that OpenRouter reports, in micro-dollars", async () => {
    wire = await openWireModel("openai-compatible");
    wire.reply({ kind: "answer", text: "ok", usage: { inputTokens: 5, outputTokens: 1, cost: 0.0001234 } });
    expect((await wire.ask()).reportedCostMicroUsd).toBe(123);
  });

  it("takes a call without arguments as one with none", async () => {
    wire = await openWireModel("openai-compatible");
    wire.reply({ kind: "answer", toolCalls: [{ id: "call_1", tool: "lookup", rawArgs: "" }] });
    const answer = await wire.ask({ tools: [LOOKUP] });
    expect(answer.toolCalls).toEqual([{ callId: "call_1", tool: "lookup", args: {}, rawArgs: "{}" }]);
  });

  it("gives back text that is not the JSON asked for, delta by delta", async () => {
    wire = await openWireModel("openai-compatible");
    wire.reply({ kind: "answer", text: ["Here: ", "{", "oops"] });
    const deltas: string[] = [];
    const output = { name: "thing", schema: { type: "object" } };
    const answer = await wire.ask({ output }, (delta) => deltas.push(delta));
    expect(answer.text).toBe("Here: {oops");
    expect(deltas).toEqual(["Here: ", "{", "oops"]);
  });

  it("keeps reasoning out of the text and in the verbatim turn", async () => {
    wire = await openWireModel("openai-compatible");
    wire.reply({ kind: "answer", reasoning: ["secret ", "thought"], text: "42" });
    const answer = await wire.ask();
    expect(answer.text).toBe("42");
    expect(answer.verbatim).toMatchObject([
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "secret thought" },
          { type: "text", text: "42" },
        ],
      },
    ]);
  });
});

describe("an answer over the gateway", () => {
  it("brings what it cost along", async () => {
    wire = await openWireModel("gateway");
    wire.reply({ kind: "answer", text: "ok", usage: { inputTokens: 5, outputTokens: 1, cost: 0.0001234 } });
    wire.reply({ kind: "answer", text: "ok", usage: { inputTokens: 5, outputTokens: 1 } });
    expect((await wire.ask()).reportedCostMicroUsd).toBe(123);
    expect(await wire.ask()).not.toHaveProperty("reportedCostMicroUsd");
  });
});
