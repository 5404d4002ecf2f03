import { describe, expect, it } from "vitest";
import type { Json } from "@/lib/core/json";
import { readResult } from "./read-result";
import { secretsOf } from "./secrets";

const transport = { kind: "stdio" as const, command: "x", args: [], env: { API_KEY: "k-1234567890" } };
const secrets = secretsOf({ transport });

const text = (words: string) => ({ type: "text" as const, text: words });

describe("what a call of an MCP tool gave", () => {
  it.each<[string, Json, unknown]>([
    ["its structured content", { content: [text('{"a":1}')], structuredContent: { a: 1 } }, { a: 1 }],
    [
      "its structured content beside what is said only in text",
      { content: [text('{"a":1}'), text("HUMAN TEXT")], structuredContent: { a: 1 } },
      { structuredContent: { a: 1 }, content: [text("HUMAN TEXT")] },
    ],
    [
      "structured content that looks like that",
      { structuredContent: { structuredContent: 1 } },
      { structuredContent: { structuredContent: 1 }, content: [] },
    ],
    ["a text in the place of blocks", { content: "plain string" }, "plain string"],
    ["a text in the place of an answer", "plain string", "plain string"],
    ["a block in the place of blocks", { content: text("a") }, "a"],
    ["data in the place of blocks", { content: { booked: "B-9" } }, [text('{"booked":"B-9"}')]],
    [
      "a text that is none",
      { content: [{ type: "text", text: { value: "made" } }] },
      [text('{"type":"text","text":{"value":"made"}}')],
    ],
    ["nothing where nothing is written", {}, null],
    ["what is no block", { content: [7, "a"] }, [text("7"), text("a")]],
    [
      "a block without what makes it one",
      { content: [{ type: "image" }, text("a")] },
      [{ type: "image", passedOver: "Waymark cannot read a block like this." }, text("a")],
    ],
    [
      "bytes as many as there are",
      { content: [{ type: "image", mimeType: "image/png", data: "iVBORw0KGgo=" }] },
      [{ type: "image", mimeType: "image/png", bytes: 8 }],
    ],
    ["its one text", { content: [text("plain")] }, "plain"],
    [
      "what stands beside its content under other names",
      { content: [text("done")], warning: "The quota is almost gone", next: null, _meta: { a: 1 } },
      [text("done"), text('{"warning":"The quota is almost gone"}')],
    ],
    [
      "what stands beside its structured content",
      { structuredContent: { a: 1 }, error: { message: "half failed" } },
      { structuredContent: { a: 1 }, content: [text('{"error":{"message":"half failed"}}')] },
    ],
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
      "of a block that we do not know its kind",
      { content: [{ type: "receipt", number: 7 }, {}, text("posted")] },
      [
        { type: "receipt", passedOver: "Waymark cannot read a block like this." },
        { type: "unknown", passedOver: "Waymark cannot read a block like this." },
        text("posted"),
      ],
    ],
  ])("is %s", (_, result, output) => {
    expect(readResult(result, secrets)).toEqual(output);
  });

  it.each<[string, Json, string]>([
    ["that it says has failed", { content: [text("a"), text("b\u0007")], isError: true }, "a\nb"],
    ["that quotes a key", { content: [text("no k-1234567890 here")], isError: true }, "no ••• here"],
    [
      "whose words are cut within a key",
      { content: [text(`${"x".repeat(3_995)}k-1234567890`)], isError: true },
      `${"x".repeat(3_995)}•••`,
    ],
    [
      "with all that it says of it",
      { content: [text("failed"), { type: "receipt" }], structuredContent: { line: 121 }, isError: true },
      'failed\n{"type":"receipt","passedOver":"Waymark cannot read a block like this."}\n{"line":121}',
    ],
    [
      "that says the same twice",
      { content: [text('{"line": 121}')], structuredContent: { line: 121 }, isError: true },
      '{"line": 121}',
    ],
    ["that says no reason", { content: [], isError: true }, "it gave no reason"],
  ])("is a fault for one %s", (_, result, words) => {
    expect(() => readResult(result, secrets)).toThrow(words);
  });

  it("is cut, and says so, where it is too long", () => {
    expect(readResult({ content: [text("x".repeat(4_000_001))] }, secrets)).toEqual({
      cut: "The answer has 4000003 characters, more than 4000000; these are the first of them.",
      text: `"${"x".repeat(99_999)}`,
    });
  });
});
