import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { generateText, jsonSchema, Output, streamText, tool } from "ai";
import { describe, expect, it } from "vitest";
import { roleLine, writeBlock } from "@/lib/core/prompt-blocks";
import { createSimulatedProvider } from ".";

const model = createSimulatedProvider();
const system = roleLine("agent");
const taskPrompt = (title: string, input: string) =>
  [writeBlock("mission", "Sums"), writeBlock("task", { id: "sum", title }), writeBlock("input", input)].join(
    "\n\n",
  );
const calculator = tool({
  description: "Computes",
  inputSchema: jsonSchema({
    type: "object",
    properties: { expression: { type: "string" } },
    required: ["expression"],
    additionalProperties: false,
  }),
});
const ask = { model, instructions: system, prompt: taskPrompt("Write a greeting", "Say hello to all") };

async function partsOf(options: Partial<LanguageModelV4CallOptions>): Promise<LanguageModelV4StreamPart[]> {
  const { stream } = await model.doStream({
    prompt: [
      { role: "system", content: system },
      { role: "user", content: [{ type: "text", text: ask.prompt }] },
    ],
    ...options,
  });
  const parts: LanguageModelV4StreamPart[] = [];
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(read.value);
  return parts;
}

describe("the simulated provider", () => {
  it("answers in one piece and in a stream with the same words", async () => {
    const whole = await generateText(ask);
    const streamed = streamText(ask);
    const deltas: string[] = [];
    for await (const delta of streamed.textStream) deltas.push(delta);
    expect(whole.text).toContain("Say hello to all");
    expect(deltas.join("")).toBe(whole.text);
    expect(deltas.length).toBeGreaterThan(5);
    expect(whole.finishReason).toBe("stop");
  });

  it("gives the same answer, ids included, to the same request", async () => {
    expect(await partsOf({})).toEqual(await partsOf({}));
  });

  it("counts tokens by the length of what went in and came out", async () => {
    const short = await generateText(ask);
    const long = await generateText({ ...ask, prompt: `${ask.prompt}${" more".repeat(400)}` });
    expect(short.usage.inputTokens).toBeGreaterThan(20);
    expect((long.usage.inputTokens ?? 0) - (short.usage.inputTokens ?? 0)).toBe(500);
    expect(short.usage.outputTokens).toBe(Math.ceil(short.text.length / 4));
  });

  it("calls a tool, and uses its result when it is asked again", async () => {
    const first = await generateText({
      ...ask,
      prompt: taskPrompt("Calculate the sum", "What is 40 + 2?"),
      tools: { calculator },
    });
    expect(first.finishReason).toBe("tool-calls");
    expect(first.toolCalls).toMatchObject([{ toolName: "calculator", input: { expression: "40 + 2" } }]);
    const [call] = first.toolCalls;
    const second = await generateText({
      model,
      instructions: system,
      tools: { calculator },
      messages: [
        { role: "user", content: taskPrompt("Calculate the sum", "What is 40 + 2?") },
        ...first.response.messages,
        {
          role: "tool",
          content: [
            {
              type: "tool-result",
              toolCallId: call?.toolCallId ?? "",
              toolName: "calculator",
              output: { type: "json", value: { value: 42 } },
            },
          ],
        },
      ],
    });
    expect(second.finishReason).toBe("stop");
    expect(second.text).toContain("calculator returned value 42.");
  });

  it("stops at the output limit and says so", async () => {
    const cut = await generateText({ ...ask, maxOutputTokens: 3 });
    expect(cut.text).toHaveLength(12);
    expect(cut).toMatchObject({ finishReason: "length", usage: { outputTokens: 3 } });
    const withCalls = {
      ...ask,
      prompt: taskPrompt("Calculate the sum", "What is 40 + 2?"),
      tools: { calculator },
      maxOutputTokens: 8,
    };
    expect(await generateText(withCalls)).toMatchObject({ finishReason: "length", toolCalls: [] });
  });

  it("answers a reviewer's request for structured output with an object", async () => {
    const { output } = await generateText({
      model,
      instructions: roleLine("reviewer"),
      prompt: [
        writeBlock("mission", "Sums"),
        writeBlock("review", { focus: "f", decisionPoints: ["Is it good?"], potentialOutcomes: [] }),
        writeBlock("tasks", [{ id: "a", title: "A", type: "task", status: "succeeded", result: "fine" }]),
      ].join("\n\n"),
      output: Output.json(),
    });
    expect(output).toMatchObject({
      decision: "CONTINUE",
      answers: [{ question: "Is it good?", answer: "unclear" }],
    });
  });

  it("says what it is when it is given no role of the product", async () => {
    const { text } = await generateText({ model, prompt: "Tell me a joke" });
    expect(text).toBe(
      "The simulated model only plays the roles of this product. It was asked: “Tell me a joke”",
    );
  });
});

describe("its pace", () => {
  it("waits before the first token and between tokens", async () => {
    const slow = createSimulatedProvider({ delayMs: 30, tokensPerSecond: 1_000 });
    const began = performance.now();
    await generateText({ ...ask, model: slow });
    expect(performance.now() - began).toBeGreaterThan(32);
  });

  it("ends at once when it is aborted while it waits", async () => {
    const slow = createSimulatedProvider({ delayMs: 60_000 });
    const stop = new AbortController();
    const pending = generateText({ ...ask, model: slow, abortSignal: stop.signal, maxRetries: 0 });
    setTimeout(() => stop.abort(new Error("enough")), 5);
    await expect(pending).rejects.toThrow("enough");
  });

  it("does not start for a caller who has gone already", async () => {
    const abortSignal = AbortSignal.abort(new Error("gone"));
    await expect(partsOf({ abortSignal })).rejects.toThrow("gone");
    await expect(model.doGenerate({ prompt: [], abortSignal })).rejects.toThrow("gone");
  });

  it("stops when the reader stops", async () => {
    const { stream } = await createSimulatedProvider({ tokensPerSecond: 500 }).doStream({ prompt: [] });
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel();
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });
});
