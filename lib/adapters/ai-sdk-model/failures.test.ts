import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { modelFetchFor } from "@/lib/adapters/safe-http";
import type { ModelFailure, ModelFailureCode } from "@/lib/core/ports";
import type { ErrorReply, Reply } from "@/lib/testing/wire/openai-server";
import { openWireModel, WIRE_KEY, WIRE_KINDS, type WireModel } from "@/lib/testing/wire/wire-model";
import { createAiSdkModel } from ".";

let wire: WireModel | undefined;
afterEach(async () => {
  await wire?.server.close();
  wire = undefined;
});

async function failureOf(call: Promise<unknown>): Promise<ModelFailure> {
  return call.then(
    () => expect.unreachable("the call should fail"),
    (failure: ModelFailure) => failure,
  );
}

async function failureAfter(reply: Reply, kind: Parameters<typeof openWireModel>[0] = "openai-compatible") {
  wire = await openWireModel(kind);
  wire.reply(reply);
  const failure = await failureOf(wire.ask());
  expect(wire.server.requests).toHaveLength(1);
  expect(failure.message).not.toContain(WIRE_KEY);
  return failure;
}

type Case = [ModelFailureCode, string, Omit<ErrorReply, "kind">];

const REFUSALS: Case[] = [
  ["auth", "a wrong key", { status: 401, error: { message: `Incorrect API key provided: ${WIRE_KEY}` } }],
  ["auth", "a forbidden model", { status: 403, error: { message: "Your project has no access" } }],
  ["bad_request", "a bad parameter", { status: 400, error: { message: "temperature must be positive" } }],
  ["bad_request", "an unprocessable body", { status: 422, error: { message: "messages: required" } }],
  ["bad_request", "a wrong address", { status: 404, error: "<h1>Not Found</h1>" }],
  [
    "rate_limited",
    "too many requests",
    { status: 429, error: { message: "Slow down", code: "rate_limit_exceeded" } },
  ],
  ["quota", "no quota", { status: 429, error: { message: "Check your plan", code: "insufficient_quota" } }],
  ["quota", "no credit", { status: 402, error: { message: "Insufficient credits" } }],
  [
    "quota",
    "an empty balance",
    { status: 400, error: { message: "Your credit balance is too low to go on" } },
  ],
  ["timeout", "a request timeout", { status: 408, error: { message: "Timed out" } }],
  ["timeout", "a gateway timeout", { status: 504, error: "upstream timed out" }],
  ["unavailable", "a server error", { status: 500, error: { message: "Oops" } }],
  [
    "unavailable",
    "an overloaded server",
    { status: 529, error: { message: "Overloaded", type: "overloaded_error" } },
  ],
  ["unavailable", "a page instead of JSON", { status: 503, error: "<html>maintenance</html>" }],
  [
    "context_overflow",
    "a long prompt",
    { status: 400, error: { message: "Too long", code: "context_length_exceeded" } },
  ],
  [
    "context_overflow",
    "a long prompt by words",
    { status: 400, error: { message: "prompt is too long: 210000 tokens" } },
  ],
  [
    "context_overflow",
    "a huge body",
    { status: 413, error: { message: "Request exceeds the maximum size" } },
  ],
  [
    "unknown_model",
    "a missing model",
    { status: 404, error: { message: "The model `some-model` does not exist" } },
  ],
  ["unknown_model", "a model by code", { status: 400, error: { message: "No", code: "model_not_found" } }],
];

/** What providers say of a prompt that is too long, each in its own words. */
const OVERFLOWS = [
  "This model's maximum context length is 8192 tokens, however you requested 9000",
  "prompt is too long: 210000 tokens > 200000 maximum",
  "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
  "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
  "the request exceeds the available context size, try increasing it",
  "Please reduce the length of the messages or completion.",
  "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens",
  "Input is too long for requested model.",
  "This endpoint's maximum context length is 32768 tokens.",
  "too many tokens: total must be at most 128000",
];

describe("a refused request", () => {
  it.each(OVERFLOWS)("is an overflow of the context when the provider says: %s", async (message) => {
    const failure = await failureAfter({ kind: "error", status: 400, error: { message } });
    expect(failure.code).toBe("context_overflow");
  });

  it("is told as Google tells it: a wrong key as a bad request, the pause in the body", async () => {
    const key = { message: "API key not valid.", type: "INVALID_ARGUMENT", code: "API_KEY_INVALID" };
    expect((await failureAfter({ kind: "error", status: 400, error: key }, "google")).code).toBe("auth");
    await wire?.server.close();
    const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.5s" }];
    const error = JSON.stringify({
      error: { code: 429, message: "Slow", status: "RESOURCE_EXHAUSTED", details },
    });
    const limited = await failureAfter({ kind: "error", status: 429, error }, "google");
    expect(limited).toMatchObject({ code: "rate_limited", retryAfterMs: 34_500 });
  });

  it("is one that leads elsewhere: a key goes to its own address alone", async () => {
    const elsewhere = await openWireModel("openai-compatible");
    const headers = { location: `${elsewhere.server.baseUrl}/chat/completions` };
    const failure = await failureAfter({ kind: "error", status: 307, error: "moved", headers });
    expect(failure.code).toBe("bad_request");
    expect(elsewhere.server.requests).toEqual([]);
    await elsewhere.server.close();
  });

  it.each(REFUSALS)("is %s for %s", async (code, _what, reply) => {
    const failure = await failureAfter({ kind: "error", ...reply });
    expect(failure).toMatchObject({ name: "ModelFailure", code, status: reply.status });
    expect(failure.message.length).toBeLessThan(400);
  });

  it.each([
    ['{"object":"error","message":"no such field","type":"BadRequestError","code":400}', "no such field"],
    ['{"detail":"no such field"}', "no such field"],
    ['{"error":"no such field"}', "no such field"],
    ['[{"error":{"code":400,"message":"no such field"}}]', "no such field"],
    ['{"errors":[{"message":"no such field"}]}', "no such field"],
    ["no such field", "no such field"],
    ["<html><title>Bad Gateway</title></html>", "a web page came, as of a proxy or a login: Bad Gateway"],
  ])("says why in the form of any server: %s", async (error, words) => {
    const { message } = await failureAfter({ kind: "error", status: 400, error });
    expect(message).toBe(`wire rejected the request (HTTP 400): ${words}`);
  });

  it("is an overflow of the context also where it is no error of OpenAI's form", async () => {
    const error =
      '{"object":"error","message":"This model has a maximum context length of 4096 tokens","code":400}';
    expect(await failureAfter({ kind: "error", status: 400, error })).toMatchObject({
      code: "context_overflow",
    });
  });

  it.each(WIRE_KINDS)("is told apart from %s too", async (kind) => {
    const auth = await failureAfter({ kind: "error", status: 401, error: { message: WIRE_KEY } }, kind);
    expect(auth.code).toBe("auth");
    await wire?.server.close();
    const headers = { "retry-after": "7" };
    const limited = await failureAfter({ kind: "error", status: 429, headers }, kind);
    expect(limited).toMatchObject({ code: "rate_limited", retryAfterMs: 7_000 });
  });

  it("says how long to wait, and the next call can succeed", async () => {
    const headers = { "retry-after-ms": "1500", "retry-after": "2" };
    const failure = await failureAfter({ kind: "error", status: 429, headers });
    expect(failure).toMatchObject({ code: "rate_limited", retryAfterMs: 1_500 });
    wire?.reply({ kind: "answer", text: "now" });
    expect((await wire?.ask())?.text).toBe("now");
  });

  it("tells the provider's reason in one line, with everything like a key hidden", async () => {
    const message = "Bad\nheader Bearer abcdef123456 for sk-proj-abc*****def";
    const failure = await failureAfter({ kind: "error", status: 400, error: { message } });
    expect(failure.message).toBe("wire rejected the request (HTTP 400): Bad header [hidden] for [hidden]");
    expect(failure.cause).toBeUndefined();
  });
});

describe.each(WIRE_KINDS)("a stream of %s", (kind) => {
  it("that is cut half-way is a failure, not a short answer", async () => {
    const failure = await failureAfter({ kind: "answer", text: ["The ans", "wer"], ending: "cut" }, kind);
    expect(failure.code).toBe("cut_stream");
  });

  it("that closes without its last words is cut too", async () => {
    const failure = await failureAfter({ kind: "answer", text: ["The ans"], ending: "unfinished" }, kind);
    expect(failure.code).toBe("cut_stream");
  });

  it("that says nothing at all is cut too", async () => {
    expect((await failureAfter({ kind: "answer", ending: "unfinished" }, kind)).code).toBe("cut_stream");
  });

  it("that turns into an error is that error", async () => {
    const error = { message: "Overloaded", type: "overloaded_error", code: "server_overloaded" };
    const failure = await failureAfter({ kind: "answer", text: ["The"], ending: "error", error }, kind);
    expect(failure.code).toBe("unavailable");
    expect(failure.message).toContain("Overloaded");
  });

  it("that turns out to be too long says so, however it says it", async () => {
    const error = {
      message: "prompt is too long",
      type: "invalid_request_error",
      code: "context_length_exceeded",
    };
    const failure = await failureAfter({ kind: "answer", text: ["The"], ending: "error", error }, kind);
    expect(failure.code).toBe("context_overflow");
  });

  it("that is aborted lets go of the connection", async () => {
    wire = await openWireModel(kind);
    wire.reply({ kind: "answer", text: ["one "], ending: "open" });
    const controller = new AbortController();
    const call = wire.model.call(
      { modelId: wire.modelId, system: "", messages: [{ role: "user", text: "Count" }] },
      { signal: controller.signal, onText: () => controller.abort() },
    );
    expect(await failureOf(call)).toMatchObject({ code: "aborted" });
    await wire.server.requests[0]?.disconnected;
  });
});

describe("a connection", () => {
  it("that is reset before the answer is unavailable", async () => {
    expect((await failureAfter({ kind: "reset" })).code).toBe("unavailable");
  });

  it("that nobody accepts is unavailable", async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}/v1`;
    const model = createAiSdkModel({
      providers: { nobody: { kind: "openai-compatible", baseUrl } },
      models: [],
    });
    const call = model.call(
      { modelId: "nobody:x", system: "", messages: [{ role: "user", text: "?" }] },
      { signal: new AbortController().signal },
    );
    const failure = await failureOf(call);
    expect(failure.code).toBe("unavailable");
    expect(failure.message).toContain("ECONNREFUSED");
  });

  it("to an address that nobody may go to is not made", async () => {
    const model = createAiSdkModel({
      providers: { metadata: { kind: "openai-compatible", baseUrl: "http://169.254.169.254/v1" } },
      models: [],
      fetchFor: modelFetchFor,
    });
    const call = model.call(
      { modelId: "metadata:x", system: "", messages: [{ role: "user", text: "?" }] },
      { signal: new AbortController().signal },
    );
    expect(await failureOf(call)).toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("access is not allowed"),
    });
  });

  it("without an answer in time is a timeout, and is closed", async () => {
    wire = await openWireModel("openai-compatible", { timeoutMs: 40 });
    wire.reply({ kind: "silence" });
    expect((await failureOf(wire.ask())).code).toBe("timeout");
    await wire.server.requests[0]?.disconnected;
  });

  it("is closed when the caller's own listener throws", async () => {
    wire = await openWireModel("openai-compatible");
    wire.reply({ kind: "answer", text: ["one"], ending: "open" });
    const call = wire.ask({}, () => {
      throw new Error("listener broke");
    });
    expect((await failureOf(call)).message).toContain("listener broke");
    await wire.server.requests[0]?.disconnected;
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
