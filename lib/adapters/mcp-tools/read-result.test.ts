import type { CallToolResult } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { readResult } from "./read-result";
import { secretsOf } from "./secrets";

const transport = { kind: "stdio" as const, command: "x", args: [], env: { API_KEY: "k-1234567890" } };
const secrets = secretsOf({ transport });

const text = (words: string) => ({ type: "text" as const, text: words });

describe("what a call of an MCP tool gave", () => {
  it.each<[string, CallToolResult, unknown]>([
    ["its structured content", { content: [text("x")], structuredContent: { a: 1 } }, { a: 1 }],
    ["its one text", { content: [text("plain")] }, "plain"],
    ["its one text as data", { content: [text(' {"a": [1]}')] }, { a: [1] }],
    ["what only looks like data as text", { content: [text("[not data")] }, "[not data"],
    ["a number as text", { content: [text("42")] }, "42"],
    ["nothing", { content: [] }, null],
    ["what it was given without its keys", { content: [text('{"k": "k-1234567890"}')] }, { k: "•••" }],
    ["several texts as a list", { content: [text("a"), text("b")] }, [text("a"), text("b")]],
    [
      "pictures and sounds by kind and size",
      { content: [{ type: "audio", mimeType: "audio/wav", data: "AAAA" }] },
      [{ type: "audio", mimeType: "audio/wav", bytes: 3 }],
    ],
    [
      "resources with their text",
      {
        content: [
          { type: "resource", resource: { uri: "a:b", mimeType: "text/plain", text: "t" } },
          { type: "resource", resource: { uri: "a:c", blob: "AAAA" } },
          { type: "resource_link", uri: "a:d", name: "d" },
        ],
      },
      [
        { type: "resource", uri: "a:b", mimeType: "text/plain", text: "t" },
        { type: "resource", uri: "a:c", binary: true },
        { type: "resource_link", uri: "a:d", name: "d" },
      ],
    ],
    [
      "of a block that we do not know that it is there",
      { content: [{ type: "hologram" } as never] },
      [{ type: "unknown" }],
    ],
  ])("is %s", (_, result, output) => {
    expect(readResult(result, secrets)).toEqual(output);
  });

  it.each<[string, CallToolResult, string]>([
    ["that it says has failed", { content: [text("a"), text("b\u0007")], isError: true }, "a\nb"],
    ["that quotes a key", { content: [text("no k-1234567890 here")], isError: true }, "no ••• here"],
    [
      "whose words are cut within a key",
      { content: [text(`${"x".repeat(3_995)}k-1234567890`)], isError: true },
      `${"x".repeat(3_995)}•••`,
    ],
    ["that says no reason", { content: [], isError: true }, "it gave no reason"],
    ["that is too long", { content: [text("x".repeat(4_000_001))] }, "more than 4000000 characters"],
  ])("is a fault for one %s", (_, result, words) => {
    expect(() => readResult(result, secrets)).toThrow(words);
  });
});
