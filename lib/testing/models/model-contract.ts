import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "@/lib/core/json";
import type { Model, ModelRequest, ModelResponse, ToolSpec } from "@/lib/core/ports";

type AskedCase = "text" | "structured" | "toolCall" | "parallel" | "abort";
export type ModelContractCase = AskedCase | "neutral";

export type ModelContractSubject = {
  model: Model;
  /** What to ask in each case, so that the model answers as the case's name says (see `contractRequests`). */
  requests: Record<AskedCase, ModelRequest>;
  /** Runs before each case: a scripted provider lines up its answers here. */
  arrange?(name: ModelContractCase): void | Promise<void>;
  /** What the tools of the case `toolCall` return. */
  toolOutput?: Json;
  /** Where requests can be looked at: that the last one held these words. */
  expectSent?(words: string[]): void | Promise<void>;
  close?(): Promise<void>;
};

const WEATHER: ToolSpec = {
  name: "weather",
  description: "The temperature of a city today",
  inputSchema: {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  },
};

const TRIP = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "integer" } },
  required: ["city", "days"],
  additionalProperties: false,
};

/** Requests for models that do as they are asked. A scenario player replaces them with prompts of its own. */
export function contractRequests(modelId: string): Record<AskedCase, ModelRequest> {
  const ask = (text: string): ModelRequest => ({
    modelId,
    system: "Answer in few words.",
    messages: [{ role: "user", text }],
  });
  return {
    text: ask("Say hello."),
    structured: { ...ask("Three days in Oslo, as JSON."), output: { name: "trip", schema: TRIP } },
    toolCall: { ...ask("How warm is Oslo?"), tools: [WEATHER] },
    parallel: { ...ask("How warm are Oslo and Rome? Ask for both at once."), tools: [WEATHER] },
    abort: ask("Count to a thousand."),
  };
}

/** What every Model must do, whichever provider stands behind it. Run it against each adapter. */
export function describeModelContract(name: string, open: () => Promise<ModelContractSubject>): void {
  describe(`model contract: ${name}`, () => {
    let subject: ModelContractSubject;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject?.close?.());

    async function answerTo(request: ModelRequest): Promise<{ response: ModelResponse; deltas: string[] }> {
      const deltas: string[] = [];
      const signal = new AbortController().signal;
      const response = await subject.model.call(request, { signal, onText: (delta) => deltas.push(delta) });
      return { response, deltas };
    }

    it("streams text whose deltas make up the answer, and counts its tokens", async () => {
      await subject.arrange?.("text");
      const { response, deltas } = await answerTo(subject.requests.text);
      expect(response.text).not.toBe("");
      expect(deltas.length).toBeGreaterThan(1);
      expect(deltas.join("")).toBe(response.text);
      expect(response).toMatchObject({ toolCalls: [], finishReason: "stop" });
      expect(response.usage.inputTokens).toBeGreaterThan(0);
      expect(response.usage.outputTokens).toBeGreaterThan(0);
      expect(response.timeToFirstTokenMs).toBeLessThanOrEqual(response.latencyMs);
    });

    it("answers a request for structured output with JSON text", async () => {
      await subject.arrange?.("structured");
      const { response, deltas } = await answerTo(subject.requests.structured);
      expect(JSON.parse(response.text)).toBeTypeOf("object");
      expect(deltas.join("")).toBe(response.text);
    });

    it("calls a tool, and answers once it has the result", async () => {
      await subject.arrange?.("toolCall");
      const first = (await answerTo(subject.requests.toolCall)).response;
      expect(first.finishReason).toBe("tool_calls");
      expectReadableCalls(first, subject.requests.toolCall);
      expect(JSON.parse(JSON.stringify(first.verbatim))).toEqual(first.verbatim);

      const results = first.toolCalls.map(({ callId, tool }) => ({
        callId,
        tool,
        output: subject.toolOutput ?? { celsius: 21 },
        isError: false,
      }));
      const second = await answerTo({
        ...subject.requests.toolCall,
        messages: [
          ...subject.requests.toolCall.messages,
          { role: "assistant", verbatim: first.verbatim },
          { role: "tool", results },
        ],
      });
      expect(second.response.text).not.toBe("");
      expect(second.response.finishReason).toBe("stop");
    });

    it("continues a conversation whose turns another model has had", async () => {
      await subject.arrange?.("neutral");
      const call = {
        callId: "call_elsewhere",
        tool: subject.requests.toolCall.tools?.[0]?.name ?? "",
        args: {},
      };
      const { callId, tool } = call;
      const { response } = await answerTo({
        ...subject.requests.toolCall,
        messages: [
          ...subject.requests.toolCall.messages,
          { role: "assistant", turn: { text: "I look it up.", toolCalls: [call] } },
          {
            role: "tool",
            results: [{ callId, tool, output: subject.toolOutput ?? { celsius: 21 }, isError: false }],
          },
        ],
      });
      expect(response.text).not.toBe("");
      expect(response).toMatchObject({ finishReason: "stop", toolCalls: [] });
      await subject.expectSent?.(["I look it up.", callId]);
    });

    it("makes several tool calls in one answer, each with its own id", async () => {
      await subject.arrange?.("parallel");
      const { response } = await answerTo(subject.requests.parallel);
      expect(response.toolCalls.length).toBeGreaterThanOrEqual(2);
      expectReadableCalls(response, subject.requests.parallel);
      expect(new Set(response.toolCalls.map((call) => call.callId)).size).toBe(response.toolCalls.length);
    });

    it("stops at once when it is aborted in the middle of the stream", async () => {
      await subject.arrange?.("abort");
      const controller = new AbortController();
      const deltas: string[] = [];
      const call = subject.model.call(subject.requests.abort, {
        signal: controller.signal,
        onText(delta) {
          deltas.push(delta);
          controller.abort();
        },
      });
      await expect(call).rejects.toMatchObject({ code: "aborted" });
      expect(deltas).toHaveLength(1);
    });

    it("does not start when it is aborted before", async () => {
      const signal = AbortSignal.abort();
      const call = subject.model.call(subject.requests.text, { signal });
      await expect(call).rejects.toMatchObject({ code: "aborted" });
    });
  });
}

function expectReadableCalls(response: ModelResponse, request: ModelRequest): void {
  expect(response.toolCalls.length).toBeGreaterThan(0);
  for (const call of response.toolCalls) {
    expect(request.tools?.map((tool) => tool.name)).toContain(call.tool);
    expect(call.args).toBeTypeOf("object");
    expect(JSON.parse(call.rawArgs)).toEqual(call.args);
  }
}
