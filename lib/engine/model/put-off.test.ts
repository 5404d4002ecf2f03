import { expect, test } from "vitest";
import type { ModelResponse, Usage } from "@/lib/core/ports";
import { callOnRun, failing, REQUEST } from "@/lib/testing/engine/model-call";
import { wholeTurn } from "./put-off";

test("a turn that its provider put off is continued from what was said, each part a call of its own", async () => {
  const { outcome, requests, calls } = await callOnRun((_request, { nth }) =>
    nth === 1
      ? { text: "It rains", reasoning: "Hm.", finishReason: "paused" }
      : nth === 2
        ? failing("unavailable")
        : { text: " in Oslo.", calls: [{ tool: "look", args: {} }] },
  );
  expect(outcome).toMatchObject({
    response: {
      text: "It rains in Oslo.",
      reasoning: "Hm.",
      finishReason: "tool_calls",
      toolCalls: [{ tool: "look" }],
      verbatim: [{ text: "It rains" }, { text: " in Oslo." }],
      usage: { inputTokens: 200, outputTokens: 20 },
    },
  });
  const continued = [...REQUEST.messages, { role: "assistant", verbatim: [{ text: "It rains" }] }];
  expect(requests[1]?.messages).toMatchObject(continued);
  expect(requests[2]?.messages).toMatchObject(continued);
  expect(calls).toHaveLength(3);
});

test("a turn that is put off for ever has not ended", async () => {
  const { outcome, requests } = await callOnRun(() => ({ text: "x", finishReason: "paused" }));
  expect(outcome).toMatchObject({ response: { text: "xxxxxx", finishReason: "paused" } });
  expect(requests).toHaveLength(6);
});

test("the count of a turn in parts is unknown where that of one of them is", () => {
  const part = (usage: Usage, more: Partial<ModelResponse> = {}): ModelResponse => ({
    text: "",
    toolCalls: [],
    verbatim: [],
    finishReason: "stop",
    usage,
    latencyMs: 2,
    ...more,
  });
  const [first, last] = [part({ inputTokens: 3, outputTokens: 1 }), part({ inputTokens: 4 })];
  expect(wholeTurn(first, [last])).toMatchObject({ usage: { inputTokens: 7 }, latencyMs: 4 });
  expect(wholeTurn(first, [last]).usage).not.toHaveProperty("outputTokens");
  const cost = { reportedCostMicroUsd: 5 };
  expect(wholeTurn(part({}, cost), [part({}, cost)])).toMatchObject({ reportedCostMicroUsd: 10 });
  expect(wholeTurn(part({}, cost), [part({})])).not.toHaveProperty("reportedCostMicroUsd");
});
