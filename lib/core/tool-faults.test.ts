import { describe, expect, it } from "vitest";
import { faultInWords, isPassingFault, statedFault } from "./tool-faults";

describe("a failure of a tool passes where it", () => {
  it.each([
    "search did not answer within 30000 ms.",
    "http_get failed: No answer within 30000 ms.",
    "fetch failed: 503 Service Unavailable",
    "HTTP 429: Too Many Requests",
    "request failed with status code 502",
    "Error 500 from upstream",
    "read ECONNRESET",
    "getaddrinfo EAI_AGAIN api.example",
    "The MCP server files is away: it ended. It is tried again in 2 s.",
    "the MCP server files disconnected before it answered: Connection closed.",
    "Rate limit exceeded, retry after 3 seconds",
    "HTTP 503: no such instance is ready",
    "The report is not ready. Please try again later.",
  ])("says %j", (message) => {
    expect(isPassingFault(message)).toBe(true);
  });
});

describe("it lasts where it gives no hint of passing, or says why not:", () => {
  it.each([
    "403 Forbidden: this account may not do that",
    "HTTP 404: there is no page",
    "ENOENT: no such file or directory, open 'a.txt'",
    "Access denied. Check the path and try again.",
    "Invalid argument: timeout must be a number",
    "status 422: the field amount is missing",
    "No row 503 in the table",
    "no disk",
    "it gave no reason",
    "",
  ])("%j", (message) => {
    expect(isPassingFault(message)).toBe(false);
  });
});

describe("what a failure says by its fields", () => {
  const of = (fields: object, cause?: object) => Object.assign(new Error("x", { cause }), fields);

  it.each<[said: unknown, fault: ReturnType<typeof statedFault>]>([
    [of({ status: 503 }), { passes: true }],
    [of({ statusCode: "429" }), { passes: true }],
    [of({ response: { status: 422 } }), { passes: false }],
    [of({}, { code: "ECONNRESET" }), { passes: true }],
    [of({ code: "EACCES" }), { passes: false }],
    [of({ code: "unreachable", sent: false }), { passes: true }],
    [of({ code: -32602 }), { passes: false }],
    [of({ code: -32000, data: { retryable: true } }), { passes: true }],
    [of({ code: 503, data: { retryable: false } }), { passes: false }],
    [of({ data: { retry_after: 2 } }), { passes: true, retryAfterMs: 2_000 }],
    [of({ data: { retryAfterMs: 250 } }), { passes: true, retryAfterMs: 250 }],
    [of({ data: ['{"error": {"status": "UNAVAILABLE", "code": 14}}'] }), { passes: true }],
    [of({ data: [{ error: { code: "PERMISSION_DENIED" } }] }), { passes: false }],
    [of({ code: -32603 }), undefined],
    [of({ code: "unknown_outcome" }), undefined],
    [of({ data: "503" }), undefined],
    [new Error("HTTP 503"), undefined],
    ["no error", undefined],
    [null, undefined],
  ])("%j", (said, fault) => {
    expect(statedFault(said)).toEqual(fault);
  });

  it("counts before its words, which say so from then on", () => {
    for (const [message, passes] of [
      ["Geen verbinding", true],
      ["service unavailable, try again later", false],
    ] as const) {
      const said = faultInWords(message, { passes });
      expect(said).toMatch(new RegExp(`^${message} The tool says`));
      expect(isPassingFault(said)).toBe(passes);
      expect(isPassingFault(message)).toBe(!passes);
    }
    expect(faultInWords("HTTP 503", { passes: true })).toBe("HTTP 503");
    expect(faultInWords("HTTP 503", undefined)).toBe("HTTP 503");
  });
});
