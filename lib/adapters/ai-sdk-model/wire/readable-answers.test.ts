import { afterEach, describe, expect, it } from "vitest";
import type { ModelFailure, ToolSpec } from "@/lib/core/ports";
import { openWireModel, type WireKind, type WireModel } from "@/lib/testing/wire/wire-model";

let wire: WireModel | undefined;
afterEach(async () => {
  await wire?.server.close();
  wire = undefined;
});

const CALCULATOR: ToolSpec = { name: "calculator", description: "Counts", inputSchema: { type: "object" } };

async function askFor(body: string, kind: WireKind = "openai-compatible") {
  wire = await openWireModel(kind);
  for (const _try of ["first", "with simple schemas"]) wire.reply({ kind: "raw", body });
  return wire.ask({ tools: [CALCULATOR] });
}

const failureFor = (body: string, kind?: WireKind): Promise<ModelFailure> =>
  askFor(body, kind).then(
    () => expect.unreachable("there was no answer"),
    (failure: ModelFailure) => failure,
  );

const frames = (...all: object[]) =>
  [...all.map((one) => `data: ${JSON.stringify(one)}\n\n`), "data: [DONE]\n\n"].join("");
const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const answered = (usage: unknown) =>
  frames(chunk({ content: "Good." }), chunk({}, "stop"), { choices: [], usage });

describe("token counts of chat completions", () => {
  it.each<[string, unknown, object]>([
    [
      "fractions",
      { prompt_tokens: 1000.5, completion_tokens: 100.2 },
      { inputTokens: 1001, outputTokens: 101 },
    ],
    ["texts", { prompt_tokens: "1000", completion_tokens: "7.5" }, { inputTokens: 1000, outputTokens: 8 }],
    ["nothing of the kind", { prompt_tokens: "many", completion_tokens: -5 }, {}],
    ["one of two", { completion_tokens: 4 }, { outputTokens: 4 }],
    ["an object", { prompt_tokens: { value: 10 }, completion_tokens: 12 }, { outputTokens: 12 }],
    ["a list of them, and a flag", { prompt_tokens: true, completion_tokens: [3] }, {}],
    ["no numbers of Python", { prompt_tokens: "NaN", completion_tokens: 3 }, { outputTokens: 3 }],
    ["no report", "none", {}],
    ["a list", [1, 2], {}],
    ["more than there can be", { prompt_tokens: 1e300, completion_tokens: 3 }, { outputTokens: 3 }],
    [
      "details that are none",
      { prompt_tokens: 1, completion_tokens: 2, prompt_tokens_details: "no", completion_tokens_details: [] },
      { inputTokens: 1, outputTokens: 2 },
    ],
  ])("are read from %s", async (_, usage, counts) => {
    expect(await askFor(answered(usage))).toMatchObject({ text: "Good." });
    await wire?.server.close();
    expect((await askFor(answered(usage))).usage).toEqual(counts);
  });

  it.each<[string, object, number]>([
    ["beside", { total_tokens: 1700, completion_tokens_details: { reasoning_tokens: 600 } }, 700],
    ["beside, unnamed", { total_tokens: 1700 }, 700],
    ["in the answer", { total_tokens: 1100, completion_tokens_details: { reasoning_tokens: 60 } }, 100],
    [
      "in the answer, beside a cache",
      { total_tokens: 1900, prompt_tokens_details: { cached_tokens: 800 } },
      100,
    ],
    ["beside, as it is more", { completion_tokens_details: { reasoning_tokens: 600 } }, 700],
    ["unknown", { completion_tokens_details: { reasoning_tokens: 60 } }, 100],
  ])("have what is thought %s", async (_, more, outputTokens) => {
    const { usage } = await askFor(answered({ prompt_tokens: 1000, completion_tokens: 100, ...more }));
    expect(usage).toMatchObject({ inputTokens: 1000, outputTokens });
  });
});

it("reads fractions of Anthropic's protocol", async () => {
  const usage = { input_tokens: 1204.6, cache_read_input_tokens: 800, output_tokens: 12.5 };
  const body = [
    { type: "message_start", message: { id: "m", content: [], usage } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Good." } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage },
    { type: "message_stop" },
  ].map((frame) => `event: ${frame.type}\r\ndata: ${JSON.stringify(frame)}\r\n\r\n`);
  const answer = await askFor(body.join(""), "anthropic");
  expect(answer).toMatchObject({ text: "Good.", usage: { inputTokens: 2005, outputTokens: 13 } });
});

it("reads the counts of each modality that Google's protocol tells, of whatever kind", async () => {
  const candidates = [{ content: { parts: [{ text: "Good." }] }, finishReason: "STOP" }];
  const promptTokensDetails = [{ modality: "TEXT", tokenCount: "12.5" }];
  const usageMetadata = { promptTokenCount: 12.5, candidatesTokenCount: 1e30, promptTokensDetails };
  const answer = await askFor(`data: ${JSON.stringify({ candidates, usageMetadata })}\n\n`, "google");
  expect(answer).toMatchObject({ text: "Good.", usage: { inputTokens: 13 } });
});

describe("a call", () => {
  const call = { id: "c1", function: { name: "calculator", arguments: { expression: "6*7" } } };

  it.each<[string, object]>([
    ["with its arguments as an object", { tool_calls: [{ index: 0, ...call }] }],
    ["with its index as text", { tool_calls: [{ index: "0", ...call }] }],
    ["that is no list", { tool_calls: { index: 0, ...call } }],
    ["in the older form", { function_call: call.function }],
    [
      "with the text of its arguments as a text",
      {
        tool_calls: [
          { ...call, function: { name: "calculator", arguments: '"{\\"expression\\":\\"6*7\\"}"' } },
        ],
      },
    ],
  ])("%s is read", async (_, delta) => {
    const { toolCalls } = await askFor(frames(chunk(delta), chunk({}, "tool_calls")));
    expect(toolCalls).toMatchObject([{ tool: "calculator", args: { expression: "6*7" } }]);
  });
});

describe("an answer in one piece", () => {
  const answers: [WireKind, object][] = [
    ["openai-compatible", { choices: [{ message: { content: "Whole." }, finish_reason: "stop" }] }],
    ["openai chat", { choices: [{ message: { content: "Whole." }, finish_reason: "stop" }] }],
    [
      "anthropic",
      {
        content: [{ type: "text", text: "Whole." }],
        stop_reason: "end_turn",
        usage: { input_tokens: 3, output_tokens: 2 },
      },
    ],
    [
      "google",
      { candidates: [{ index: 0, content: { parts: [{ text: "Whole." }] }, finishReason: "STOP" }] },
    ],
    [
      "openai responses",
      {
        id: "r",
        created_at: 1,
        model: "m",
        status: "completed",
        usage: { input_tokens: 1, output_tokens: 1 },
        output: [{ type: "message", id: "i", content: [{ type: "output_text", text: "Whole." }] }],
      },
    ],
  ];

  it.each(answers)("is read where %s was asked for a stream", async (kind, body) => {
    expect((await askFor(JSON.stringify(body, null, 1), kind)).text).toBe("Whole.");
  });
});

describe("what is no answer", () => {
  it.each<[string, string, string, string]>([
    [
      "a login",
      "<html><script>go()</script><body>Please log in</body></html>",
      "unreadable_answer",
      "Please log in",
    ],
    ["some text", "upstream connect error", "unreadable_answer", "upstream connect error"],
    ["other JSON", '{"status": "ok"}', "unreadable_answer", "ok"],
    [
      "a limit",
      '{"error": {"message": "Rate limit exceeded: free-models-per-day", "code": 429}}',
      "rate_limited",
      "free-models-per-day",
    ],
    ["a limit in words", '{"error": "Too many requests"}', "rate_limited", "Too many"],
    ["a wrong key", '{"error": {"message": "No such key", "code": "401"}}', "auth", "HTTP 401"],
    [
      "a refusal",
      '{"object": "error", "message": "Bad messages", "code": 400}',
      "bad_request",
      "Bad messages",
    ],
    ["an unknown error", '{"detail": "Not for you"}', "unreadable_answer", "Not for you"],
    ["an error that passes", '{"error": "Model is overloaded"}', "unavailable", "overloaded"],
    [
      "a refusal in the stream",
      'data: {"error": {"message": "Bad messages", "code": 400}}\n\n',
      "bad_request",
      "Bad messages",
    ],
    ["a broken frame", 'data: {"choices": [}\n\n', "unreadable_answer", "not JSON"],
    ["nothing", "", "cut_stream", ""],
  ])("is told as what came: %s", async (_, body, code, words) => {
    const failure = await failureFor(body);
    expect([failure.code, failure.message]).toEqual([code, expect.stringContaining(words)]);
    // A refusal that explains nothing is tried once with simple schemas.
    expect(wire?.server.requests).toHaveLength(code === "bad_request" ? 2 : 1);
  });
});

describe("a stream that is written otherwise", () => {
  const [said, end] = [chunk({ content: "Good." }), chunk({}, "stop")].map((one) => JSON.stringify(one));
  it.each([
    ["ends without a blank line", `data: ${said}\n\ndata: ${end}`],
    ["has no blank lines", `data: ${said}\ndata: ${end}\ndata: [DONE]\n`],
    ["is a frame on each line", `${said}\n${end}\n`],
    ["has words for no number", `data: ${said}\n\ndata: ${end?.replace("0", "-Infinity")}\n\n`],
    [
      "has its thoughts in parts",
      frames(chunk({ reasoning_content: { text: "Hm." } }), chunk({ reasoning: [{ text: "Yes." }] })).replace(
        "data: [DONE]",
        `data: ${said}\n\ndata: ${end}`,
      ),
    ],
    ["goes without names of fields", `data: ${said}\n\n${end}\n\n`],
    ["has frames with nothing in them", `data:\n\ndata: ${said}\n\ndata: \n\ndata: ${end}\n\n`],
    [
      "has its text as the older completions",
      frames({ choices: [{ text: "Good.", finish_reason: "stop" }] }),
    ],
  ])("is read where it %s", async (_, body) => {
    expect(await askFor(body)).toMatchObject({ text: "Good.", finishReason: "stop" });
  });

  it("is cut where its last frame is", async () => {
    expect(await failureFor(`data: ${said}\n\ndata: ${end?.slice(0, -4)}`)).toMatchObject({
      code: "cut_stream",
    });
  });

  it("fails with the error that stands in it, or in its last response", async () => {
    const plain = `data: ${said}\n\n{"error": {"message": "out of memory"}}`;
    expect((await failureFor(plain)).message).toContain("out of memory");
    const failed = frames({
      type: "response.failed",
      response: { error: { code: "server_error", message: "boom" } },
    });
    expect((await failureFor(failed, "openai responses")).message).toContain("boom");
  });
});

describe("an end", () => {
  it.each([
    ["eos_token", "stop"],
    ["STOP", "stop"],
    ["max_tokens", "length"],
    ["function_call", "tool_calls"],
    ["sensitive", "content_filter"],
    ["something_new", "other"],
  ])("by %s is one by %s", async (word, finishReason) => {
    expect(await askFor(frames(chunk({ content: "part" }), chunk({}, word)))).toMatchObject({ finishReason });
  });

  it.each(["error", "abort", "network_error", "insufficient_system_resource"])(
    "by %s is none",
    async (word) => {
      const failure = await failureFor(frames(chunk({ content: "part" }), chunk({}, word)));
      expect(failure).toMatchObject({ code: "unavailable", message: expect.stringContaining(word) });
    },
  );
});
