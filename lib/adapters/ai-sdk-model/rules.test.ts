import { describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/core/json";
import { fitsStrictMode } from "./call-once";
import { errorFacts } from "./error-facts";
import { classify, redact, retryAfterMs, toModelFailure } from "./failure";
import { secretsOf } from "./provider-settings";

const NOW_MS = Date.UTC(2026, 10, 20, 12, 0, 0);

describe("the wait that a provider asks for", () => {
  it.each([
    [{ "retry-after": "20" }, 20_000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after": "Fri, 20 Nov 2026 12:00:30 GMT" }, 30_000],
    [{ "retry-after": "Fri, 20 Nov 2026 11:59:00 GMT" }, 0],
    [{ "retry-after-ms": "250", "retry-after": "1" }, 250],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "-5" }, undefined],
    [{}, undefined],
  ])("reads %j", (headers: Record<string, string>, waitMs) => {
    expect(retryAfterMs(headers, NOW_MS)).toBe(waitMs);
  });

  it.each([
    ["Rate limit reached. Please try again in 2s.", 2_000],
    ["Please try again in 1m2.5s.", 62_500],
    ["Please retry after 20ms", 20],
    ["Please try again later.", undefined],
    ["Please try again in 0s", undefined],
  ])("may stand in words: %s", (message, waitMs) => {
    const failure = toModelFailure(
      { name: "AI_APICallError", statusCode: 429, message },
      { provider: "wire", secrets: [], nowMs: NOW_MS },
    );
    expect([failure.code, failure.retryAfterMs]).toEqual(["rate_limited", waitMs]);
  });
});

describe("the code of an error", () => {
  const network = (code: string) =>
    new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code }) });

  it.each([
    ["unavailable", network("ECONNRESET")],
    ["unavailable", network("ENOTFOUND")],
    ["timeout", network("UND_ERR_HEADERS_TIMEOUT")],
    ["timeout", network("ETIMEDOUT")],
    ["timeout", Object.assign(network("UND_ERR_BODY_TIMEOUT"), { statusCode: 200 })],
    ["timeout", new DOMException("late", "TimeoutError")],
    ["cut_stream", Object.assign(network("UND_ERR_SOCKET"), { statusCode: 200 })],
    ["unknown_model", Object.assign(new Error("no such model"), { name: "AI_NoSuchModelError" })],
    ["auth", Object.assign(new Error("key missing"), { name: "AI_LoadAPIKeyError" })],
    ["bad_request", Object.assign(new Error("call without result"), { name: "AI_MissingToolResultsError" })],
    ["unavailable", "a thrown text"],
    ["unavailable", undefined],
  ])("is %s", (code, thrown) => {
    expect(classify(errorFacts(thrown))).toBe(code);
  });
});

describe("an error inside a stream", () => {
  it.each([
    ["quota", { message: "Insufficient credits", code: 402 }],
    ["quota", { message: "No", type: "insufficient_quota" }],
    ["auth", { message: "No", type: "authentication_error" }],
    ["rate_limited", { message: "No", code: "rate_limit_exceeded" }],
    ["context_overflow", { message: "maximum context length is 8192" }],
    ["unavailable", { message: "Overloaded", type: "overloaded_error" }],
  ])("without a status is %s by its words", (code, error) => {
    expect(classify(errorFacts(error))).toBe(code);
  });
});

describe("a message for people", () => {
  it("is short and on one line", () => {
    expect(redact(`a\n\nb ${"c".repeat(500)}`, [])).toMatch(/^a b c{200,}…$/);
  });

  it("hides known secrets and whatever looks like one", () => {
    const text = "key tulip-7, Bearer abc.def.ghi, sk-ant-api03-XyZ, AIzaSyA1234567890, http://me:pw1@host/";
    const headers = { "x-auth": "Token daisy-4711", "x-long": "daisy-4711-and-more" };
    const secrets = secretsOf({ kind: "openai", apiKey: "", headers });
    expect(redact("no daisy-4711, no daisy-4711-and-more", secrets)).toBe("no [hidden], no [hidden]");
    const shown = redact(text, ["tulip-7"]);
    for (const secret of ["tulip-7", "abc.def", "sk-ant", "XyZ", "AIza", "pw1"])
      expect(shown).not.toContain(secret);
  });
});

describe("strict mode", () => {
  const text = { type: "string" };
  const closed = { type: "object", properties: { a: text }, required: ["a"], additionalProperties: false };

  it("takes closed objects with every property required", () => {
    const nested = { ...closed, properties: { a: { type: "array", items: closed } } };
    const either = { ...closed, properties: { a: { anyOf: [closed, { type: "null" }] } } };
    expect([closed, nested, either].map(fitsStrictMode)).toEqual([true, true, true]);
  });

  it("would refuse everything else", () => {
    const refused: JsonObject[] = [
      { type: "object" },
      { ...closed, required: [] },
      { ...closed, additionalProperties: true },
      { ...closed, properties: { a: {} } },
      { ...closed, properties: { a: { type: "array" } } },
      { ...closed, properties: { a: { ...text, minLength: 1 } } },
      { ...closed, oneOf: [closed] },
      { type: "array", items: closed },
    ];
    expect(refused.map(fitsStrictMode)).toEqual(refused.map(() => false));
  });
});
